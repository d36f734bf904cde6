// Tests whether a puzzle needs each of its clues, by removing them one by one.
#pragma once

#include <cstddef>

#include "dokumill/grid.hpp"

namespace dokumill::testing {

// True if the puzzle has one solution, and several solutions if any one of its clues is removed.
// `counter`: its count(grid, 2) returns the number of solutions, at most 2.
template <class Counter>
bool is_minimal(Counter& counter, const Grid& puzzle) {
  if (counter.count(puzzle, 2) != 1) return false;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (puzzle.cells[cell] == 0) continue;
    Grid without = puzzle;
    without.cells[cell] = 0;
    if (counter.count(without, 2) == 1) return false;
  }
  return true;
}

}  // namespace dokumill::testing
