// The map guard: keeps the process alive if a mapped file is truncated or the disk cannot read it.
// Without the guard, SIGBUS would end the process. With it, the bytes that cannot be read (the lost
// bytes) are zeros, and the guard notes the first of them.
//
// While at least one map is guarded, a handler for SIGBUS is installed. If the lost bytes belong to
// a guarded map, the handler notes the first of them and maps pages of zeros over the rest of the
// map. It notes this byte before the zeros become visible. The reading thread continues, and must
// call lost_byte() before it trusts what it read. Every other bus error is forwarded to the
// previous handler.
// The handler does not leave the code that reads the map by siglongjmp(). It maps pages of zeros
// and returns. So the code that reads the map may hold locks and have destructors.
//
// Thread safety: any thread. Memory: a fixed table with kMaxGuardedMaps entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace dokumill {

inline constexpr int kMaxGuardedMaps = 64;

// Guards the map [data, data + bytes). Returns false if the table is full; then read the file
// instead. REQUIRES: this is a whole map: a page begins at `data`, and only the last page may be
// incomplete.
bool guard_map(const char* data, std::size_t bytes);

// Ends the guard. REQUIRES: the map still exists, and no thread reads it any more.
void unguard_map(const char* data);

// Returns the offset in the guarded map of the first byte that could not be read, rounded down to a
// page; nullopt if no byte was lost.
std::optional<std::uint64_t> lost_byte(const char* data);

}  // namespace dokumill
