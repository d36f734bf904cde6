// Singles: a grid with its candidates, which naked and hidden singles solve as far as they can.
//
// This is Basic Resolution Theory (BRT) of D. Berthier (Pattern-Based Constraint Satisfaction and
// Logic Puzzles, 2012): a digit that is set excludes itself from its peers; a cell with one
// candidate, and a digit with one place in a house, are set. The order of the steps has no effect
// on the result: each step stays possible until it is taken, or the grid has a contradiction.
//
// Layout: a mask of digits for each cell, a mask of the nine places for each digit of each house,
// and a set of cells for each digit, which names the peers that lose a candidate. Removing a
// candidate updates these, and finds singles and contradictions at once.
// Cost: some microseconds for a whole puzzle. Memory: 1 KiB; nothing is allocated.
#pragma once

#include <array>
#include <cstdint>

#include "dokumill/grid.hpp"

namespace dokumill::features {

class Singles {
 public:
  using Mask = std::uint16_t;  // bit d - 1: the digit d

  // These return false if a cell or a digit of a house has no candidate left. The object has no
  // meaning then, and can only be assigned or started.

  // Sets the givens of `grid`, and takes all singles. Call it first.
  bool start(const Grid& grid);
  // Sets a digit, and takes all singles.
  bool set(int cell, int digit) { return keep_only(cell, digit) && take_singles(); }
  // Removes a candidate, and takes all singles.
  bool remove(int cell, int digit) { return exclude(cell, digit) && take_singles(); }

  bool is_solved() const { return set_cells_ == kCells; }
  bool is_set(int cell) const { return is_set_[static_cast<std::size_t>(cell)]; }
  int set_cells() const { return set_cells_; }
  Mask candidates(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  // The number of candidates of all cells that are not set.
  int count_candidates() const;
  // The same of the grid that was started, before singles were taken.
  int start_candidates() const { return start_candidates_; }

 private:
  // Removes all candidates of the cell but one; singles that appear are only noted.
  bool keep_only(int cell, int digit);
  bool exclude(int cell, int digit);
  bool take_singles();

  std::array<Mask, kCells> cells_;
  // places_[house][digit - 1]: bit i is the cell kHouseCells[house][i].
  std::array<std::array<Mask, kDigits>, kHouses> places_;
  // cells_of_[digit - 1]: the cells that have the candidate, 64 and 17 bits.
  std::array<std::array<std::uint64_t, 2>, kDigits> cells_of_;
  std::array<bool, kCells> is_set_;
  // The cells with one candidate that are not set yet. Each cell is noted once.
  std::array<std::uint8_t, kCells> noted_;
  int noted_count_ = 0;
  int set_cells_ = 0;
  int start_candidates_ = 0;
};

}  // namespace dokumill::features
