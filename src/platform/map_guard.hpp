// The map guard: a mapped file that somebody else cuts short, or that the disk cannot read, ends in
// a flag instead of in a bus error.
//
// While at least one map is guarded, a handler for SIGBUS is in place. Where the lost bytes belong
// to a guarded map, it notes the first of them and puts pages of zeros over the rest of the map, so
// that the reading thread goes on and its reader asks lost_byte() before it trusts what it read:
// the note is made before the zeros can be seen. Every other bus error goes to the handler that was
// there before. Idea: memory is given back rather than a jump taken (compare a sigsetjmp around
// each piece of work), so nothing between the reader and the guard needs to be free of destructors
// and locks.
//
// Thread safety: any thread. Memory: a fixed table of kMaxGuardedMaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace dokumill {

inline constexpr int kMaxGuardedMaps = 64;

// Guards [data, data + bytes), a map of whole pages but for its end. False when the table is full:
// the file had better be read then.
bool guard_map(const char* data, std::size_t bytes);

// Ends it. REQUIRES: before the map is taken away, and nobody reads it any more.
void unguard_map(const char* data);

// The first byte of the guarded map that could not be read, in bytes from its begin.
std::optional<std::uint64_t> lost_byte(const char* data);

}  // namespace dokumill
