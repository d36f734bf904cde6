// Bytes16: a vector of sixteen bytes, written with the compilers' vector extension. The compiler
// turns it into SSE2, NEON or scalar code.
//
// The operators + - & | ^ == < > work on each byte; a comparison gives 0xFF where it is true. Loads
// and stores accept any address.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/work_count.hpp"
#include "dokumill/geometry.hpp"

namespace dokumill {

using Bytes16 = std::uint8_t __attribute__((vector_size(16)));

inline Bytes16 load16(const void* from) {
  count_work(sizeof(Bytes16));
  Bytes16 bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}
inline void store16(void* to, Bytes16 bytes) {
  std::memcpy(to, &bytes, sizeof bytes);
}

// 0xFF where a == b.
inline Bytes16 equal(Bytes16 a, Bytes16 b) {
  return reinterpret_cast<Bytes16>(a == b);
}
inline Bytes16 equal(Bytes16 a, char b) {
  return equal(a, Bytes16{} + static_cast<std::uint8_t>(b));
}
// 0xFF where the byte is at most `max`.
inline Bytes16 at_most(Bytes16 a, std::uint8_t max) {
  return reinterpret_cast<Bytes16>(a <= max);
}

inline Bytes16 max(Bytes16 a, Bytes16 b) {
  return a > b ? a : b;
}

inline bool is_zero(Bytes16 bytes) {
  std::uint64_t halves[2];
  std::memcpy(halves, &bytes, sizeof halves);
  return (halves[0] | halves[1]) == 0;
}

// Byte i of the result is byte i + kCount of `bytes`, or 0 if there is no such byte.
template <int kCount>
inline Bytes16 moved_down(Bytes16 bytes) {
  constexpr auto from = [](int i) { return i + kCount < 16 ? i + kCount : 16; };
  return __builtin_shufflevector(bytes, Bytes16{}, from(0), from(1), from(2), from(3), from(4),
                                 from(5), from(6), from(7), from(8), from(9), from(10), from(11),
                                 from(12), from(13), from(14), from(15));
}

// Calls `work` with the first cell of each group of sixteen cells. The groups cover all 81 cells;
// the last two overlap.
template <class Work>
inline void for_each_sixteen(Work work) {
  for (int cell = 0; cell + 16 <= kCells; cell += 16) work(cell);
  work(kCells - 16);
}

}  // namespace dokumill
