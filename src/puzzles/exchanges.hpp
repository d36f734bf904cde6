// Exchanges: the unavoidable sets of four cells of a board.
//
// If four cells in two rows, two columns and two boxes hold a, b and b, a, then these digits could
// be exchanged. So one of the four cells must stay a clue, or the puzzle has several solutions.
//
// Thread safety: values. No allocation.
#pragma once

#include <array>
#include <cstdint>

#include "dokumill/grid.hpp"

namespace dokumill::puzzles {

// A set of cells as two words.
struct CellBits {
  std::uint64_t low = 0, high = 0;

  static constexpr CellBits all() {
    return {~std::uint64_t{0}, (std::uint64_t{1} << (kCells - 64)) - 1};
  }
  void add(int cell) { (cell < 64 ? low : high) |= std::uint64_t{1} << cell % 64; }
  void remove(int cell) { (cell < 64 ? low : high) &= ~(std::uint64_t{1} << cell % 64); }
  bool has(int cell) const { return ((cell < 64 ? low : high) >> cell % 64 & 1U) != 0; }
  bool meets(CellBits other) const { return ((low & other.low) | (high & other.high)) != 0; }
  friend CellBits operator-(CellBits a, CellBits b) { return {a.low & ~b.low, a.high & ~b.high}; }
};

class Exchanges {
 public:
  void clear() { count_ = 0; }
  // Finds the sets of a complete board.
  void find(const Grid& board);
  // True if a set has no clue among `clues`, so that the puzzle has several solutions.
  bool is_one_missed(CellBits clues) const;

 private:
  // Sets beyond this number are not used. There are at most 54: each of the 18 pairs of lines has
  // at most three exchanges, because four would leave one digit in the same place of both lines.
  std::array<CellBits, 48> sets_;
  int count_ = 0;
};

}  // namespace dokumill::puzzles
