// Singles: a grid with its candidates, which naked and hidden singles solve as far as they can.
//
// This is Basic Resolution Theory (BRT) of D. Berthier (Pattern-Based Constraint Satisfaction and
// Logic Puzzles, 2012): a digit that is set excludes itself from its peers; a cell with one
// candidate, and a digit with one place in a house, are set. The order of the steps has no effect
// on the result: each step stays possible until it is taken, or the grid has a contradiction.
//
// Layout: for each digit, the set of the cells that have it as a candidate, and the set of the
// cells that are set. A few vector operations find all naked singles, and the hidden singles of a
// digit. The representation is that of solver/candidates.hpp.
// Cost: one to two microseconds for a whole puzzle. Memory: 304 bytes; nothing is allocated.
#pragma once

#include <array>
#include <cstdint>

#include "dokumill/grid.hpp"
#include "engine/explainer/board/cell_set.hpp"

namespace dokumill::features {

class Singles {
 public:
  using Mask = std::uint16_t;  // bit d - 1: the digit d

  // These return false if a cell or a digit of a house has no candidate left. The object has no
  // meaning then, and can only be assigned or started.

  // Sets the givens of `grid`, and takes all singles. Call it first.
  bool start(const Grid& grid) { return place_givens(grid) && take_singles(); }
  // Only sets the givens. Returns false only if two peers have the same digit.
  bool place_givens(const Grid& grid);
  // Sets a digit, and takes all singles, or fewer if one of the cells in `enough` is then set.
  bool set(int cell, int digit, explainer::CellSet enough = {});
  // Removes a candidate, and takes all singles.
  bool remove(int cell, int digit);

  bool is_solved() const { return set_ == CellSet(solver::kAllCells); }
  bool is_set(int cell) const { return set_.has(cell); }
  explainer::CellSet set_cells() const { return set_; }
  // [digit - 1]: adds the cells that are set to the digit.
  void add_set_digits(std::array<explainer::CellSet, kDigits>& cells) const {
    for (std::size_t i = 0; i < kDigits; ++i) cells[i] |= places_[i] & set_;
  }
  bool has(int cell, int digit) const { return places_of(digit).has(cell); }
  // [cell]: its candidates
  std::array<Mask, kCells> candidates() const;
  // The number of candidates of all cells that are not set.
  int count_candidates() const;
  // Writes the digits of the cells that are set.
  void write_digits(Grid& grid) const;

 private:
  using CellSet = explainer::CellSet;

  CellSet& places_of(int digit) { return places_[static_cast<std::size_t>(digit - 1)]; }
  const CellSet& places_of(int digit) const { return places_[static_cast<std::size_t>(digit - 1)]; }
  void place(std::size_t digit, CellSet cells);  // digit: 0 to 8
  bool take_singles(CellSet enough = {});
  bool take_naked_singles();

  std::array<CellSet, kDigits> places_;  // [digit - 1]: the cells that have the candidate
  CellSet set_;
  // [digit - 1]: its places when its hidden singles were last searched
  std::array<CellSet, kDigits> searched_;
};

}  // namespace dokumill::features
