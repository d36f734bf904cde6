// CellBits: a set of cells, as the bits of two words.
#pragma once

#include <bit>
#include <cstdint>

#include "dokumill/grid.hpp"

namespace dokumill::puzzles {

struct CellBits {
  std::uint64_t low = 0, high = 0;

  static constexpr CellBits all() {
    return {~std::uint64_t{0}, (std::uint64_t{1} << (kCells - 64)) - 1};
  }
  void add(int cell) { (cell < 64 ? low : high) |= std::uint64_t{1} << cell % 64; }
  void remove(int cell) { (cell < 64 ? low : high) &= ~(std::uint64_t{1} << cell % 64); }
  bool has(int cell) const { return ((cell < 64 ? low : high) >> cell % 64 & 1U) != 0; }
  bool is_empty() const { return (low | high) == 0; }
  bool has_one() const {
    return low == 0 ? std::has_single_bit(high) : high == 0 && (low & (low - 1)) == 0;
  }
  int count() const { return std::popcount(low) + std::popcount(high); }
  // The lowest cell. REQUIRES: the set is not empty.
  int first() const { return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high); }
  void add(CellBits cells) { low |= cells.low, high |= cells.high; }
  CellBits without(CellBits cells) const { return {low & ~cells.low, high & ~cells.high}; }
  // Calls use(cell) for each cell, the lowest first.
  template <class Use>
  void each(Use use) const {
    for (std::uint64_t bits = low; bits != 0; bits &= bits - 1) use(std::countr_zero(bits));
    for (std::uint64_t bits = high; bits != 0; bits &= bits - 1) use(64 + std::countr_zero(bits));
  }
};

}  // namespace dokumill::puzzles
