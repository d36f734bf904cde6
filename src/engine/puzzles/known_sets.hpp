// KnownSets: what a try has learned about sets of clues of its board from the answers to its
// questions. It answers later questions about similar sets without the solver.
//
// If a set of clues has another solution than the board, so has every set of clues in the cells in
// which this solution and the board are equal. So a clue is needed if it is the only clue in a cell
// in which they differ.
//
// Memory: 8 KiB. No allocation.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/puzzles/cell_bits.hpp"

namespace dokumill::puzzles {

class KnownSets {
 public:
  void clear() { proper_count_ = several_count_ = 0; }
  // A set of clues with one solution.
  void add_proper(CellBits clues) { proper_[proper_count_++ % kMax] = clues; }
  // A set of clues with several solutions.
  void add_several(CellBits clues) { several_[several_count_++ % kMax] = clues; }
  // Another solution: adds the largest set of clues that has it.
  void add_solution(const Grid& board, const Grid& other) {
    CellBits equal;
    for (int cell = 0; cell < kCells; ++cell) {
      const std::uint64_t is_equal = board.cells[cell] == other.cells[cell] ? 1 : 0;
      (cell < 64 ? equal.low : equal.high) |= is_equal << cell % 64;
    }
    add_several(equal);
  }

  // Of the clues of a set with one solution: those that are certainly removable, because a subset
  // without them has one solution; those that are certainly needed, because a set that has all
  // other clues has several solutions.
  CellBits removable(CellBits clues) const {
    CellBits removable;
    for (std::size_t i = 0; i < std::min(proper_count_, kMax); ++i) {
      // Most sets have a clue of the first cells that is not in `clues`.
      if ((proper_[i].low & ~clues.low) != 0) continue;
      if (proper_[i].without(clues).is_empty()) removable.add(clues.without(proper_[i]));
    }
    return removable;
  }
  CellBits needed(CellBits clues) const {
    CellBits needed;
    for (std::size_t i = 0; i < std::min(several_count_, kMax); ++i) {
      const std::uint64_t low = clues.low & ~several_[i].low;
      if ((low & (low - 1)) != 0) continue;  // most sets lack several clues
      const CellBits missing = clues.without(several_[i]);
      if (missing.has_one()) needed.add(missing);
    }
    return needed;
  }

 private:
  static constexpr std::size_t kMax = 256;  // the last ones are kept
  std::size_t proper_count_ = 0, several_count_ = 0;
  std::array<CellBits, kMax> proper_, several_;
};

}  // namespace dokumill::puzzles
