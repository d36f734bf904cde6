// The oracle of the solver tests: backtracking in cell order, digits ascending. It shares nothing
// with the engines, not even the geometry, and is meant to be obviously right, not fast.
#pragma once

#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::testing {

class NaiveSolver {
 public:
  // Counts the solutions of the puzzle, at most `limit`. The first solution found is the
  // lexicographically smallest one, because cells and digits are tried in ascending order.
  int count(const Grid& puzzle, int limit) {
    grid_ = puzzle;
    limit_ = limit;
    found_ = 0;
    all_ = nullptr;
    if (givens_agree()) fill_from(0);
    return found_;
  }

  // REQUIRES: the last count() was not 0.
  const Grid& smallest() const { return smallest_; }

  // The solutions of the puzzle in ascending order, at most `limit`.
  std::vector<Grid> solutions(const Grid& puzzle, int limit) {
    std::vector<Grid> all;
    grid_ = puzzle;
    limit_ = limit;
    found_ = 0;
    all_ = &all;
    if (givens_agree()) fill_from(0);
    return all;
  }

 private:
  bool may_stand(int cell, int digit) const {
    const int row = cell / 9;
    const int column = cell % 9;
    for (int k = 0; k < 9; ++k) {
      const int in_row = row * 9 + k;
      const int in_column = k * 9 + column;
      const int in_box = (row / 3 * 3 + k / 3) * 9 + column / 3 * 3 + k % 3;
      if (in_row != cell && grid_.cells[in_row] == digit) return false;
      if (in_column != cell && grid_.cells[in_column] == digit) return false;
      if (in_box != cell && grid_.cells[in_box] == digit) return false;
    }
    return true;
  }

  bool givens_agree() const {
    for (int cell = 0; cell < 81; ++cell) {
      if (grid_.cells[cell] != 0 && !may_stand(cell, grid_.cells[cell])) return false;
    }
    return true;
  }

  void fill_from(int cell) {
    while (cell < 81 && grid_.cells[cell] != 0) ++cell;
    if (cell == 81) {
      if (found_++ == 0) smallest_ = grid_;
      if (all_ != nullptr) all_->push_back(grid_);
      return;
    }
    for (int digit = 1; digit <= 9 && found_ < limit_; ++digit) {
      if (!may_stand(cell, digit)) continue;
      grid_.cells[cell] = static_cast<std::uint8_t>(digit);
      fill_from(cell + 1);
    }
    grid_.cells[cell] = 0;
  }

  Grid grid_;
  Grid smallest_;
  int limit_ = 0;
  int found_ = 0;
  std::vector<Grid>* all_ = nullptr;
};

}  // namespace dokumill::testing
