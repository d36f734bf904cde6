// UnavoidableSets: small sets of cells of a board. In each set, at least one cell must stay a clue.
//
// If the digits in a set of cells can be exchanged so that another board results, at least one of
// these cells must stay a clue. Otherwise the puzzle has several solutions. Two kinds of sets are
// found:
//
//   two lines     In two rows of a band (or columns of a stack), take the digit of the second line
//                 at a place, go to the place of this digit in the first line, and so on. So the
//                 places fall into cycles. In each cycle, the two lines can be exchanged.
//   two digits    The 18 cells of the digits a and b fall into parts that share no row, column or
//                 box. In each part, a and b can be exchanged.
//
//   first row     1 2 3 | 4 5 6 | 7 8 9      the places 0, 3 and 7 are a cycle: 4 is at place 0 of
//   second row    4 . . | 8 . . | . 1 .      the second row and at place 3 of the first one, 8 at
//                                            3 and 7, 1 at 7 and 0; their six cells are a set
//
// The sets are numbered from 0. For each set, the number of its clues less one is stored in three
// words, one bit in each word:
//
//   set               0 1 2 3 ...
//   clues less one    5 3 3 7 ...
//   less_one_[0]      1 1 1 1 ...     bit 0 of the numbers
//   less_one_[1]      0 1 1 1 ...     bit 1
//   less_one_[2]      1 0 0 1 ...     bit 2
//
// So one subtraction removes the clue of a cell from all sets that have this cell. It borrows in
// the bit of each set that would lose its last clue.
//
// Such sets are known from the search for puzzles with 16 clues (G. McGuire, B. Tugemann,
// G. Civario, 2012).
//
// docs/kernels/puzzles.md has what was measured and tried.
//
// No allocation.
#pragma once

#include <array>
#include <cstdint>

#include "dokumill/grid.hpp"

namespace dokumill::puzzles {

class UnavoidableSets {
 public:
  // A bit for each set.
  using Bits = std::uint64_t;
  // The counts of clues; see above.
  using Counts = std::array<Bits, 3>;

  // Forgets all sets.
  void clear();
  // Finds the sets of a complete board: only those of two lines, or all. At first, all cells are
  // clues.
  enum class Kinds : std::uint8_t { kOfLines, kAll };
  void find(const Grid& board, Kinds kinds);

  // Removes the clue of a cell. Returns false if a set would lose its last clue; the counts are
  // then unspecified. REQUIRES: the cell is a clue.
  bool remove(int cell) { return remove(cell, less_one_); }
  const Counts& counts() const { return less_one_; }
  void set_counts(const Counts& counts) { less_one_ = counts; }

  // The same as remove(cell), for counts that the caller keeps.
  bool remove(int cell, Counts& counts) const {
    Bits borrow = sets_[static_cast<std::size_t>(cell)];
    for (Bits& bits : counts) {
      bits ^= borrow;
      borrow &= bits;  // 0 - 1 borrows
    }
    return borrow == 0;
  }
  // True if the cell has the last clue of a set, so that this clue cannot be removed.
  bool is_last_clue(int cell, const Counts& counts) const {
    return (sets_[static_cast<std::size_t>(cell)] & ~(counts[0] | counts[1] | counts[2])) != 0;
  }

  // For tests: the number of sets, and whether a cell belongs to a set.
  int size() const { return size_; }
  bool has(int set, int cell) const;

 private:
  // Sets beyond this number are not used. A board has 33 on average, and none of 20,000
  // random boards has more than 63.
  static constexpr int kMaxSets = 64;

  struct Pairs;
  // Finds the small sets in eight pairs, each of two lines or of two digits, and adds them. Returns
  // false if there is no room for all these sets.
  bool add_parts(Pairs& pairs);

  int size_ = 0;
  Counts less_one_{};
  std::array<Bits, kCells> sets_{};  // [cell]: the sets that the cell belongs to
};

}  // namespace dokumill::puzzles
