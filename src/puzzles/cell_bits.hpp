// CellBits: a set of cells, as the bits of two words.
#pragma once

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
};

}  // namespace dokumill::puzzles
