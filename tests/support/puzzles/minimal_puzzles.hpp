// All minimal puzzles inside a set of clues, found by trying every subset.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "dokumill/solver.hpp"
#include "engine/puzzles/cell_bits.hpp"
#include "support/puzzles/made_puzzles.hpp"

namespace dokumill::testing {

struct Clues {
  Grid board;
  puzzles::CellBits cells;
  int count = 0;
};

inline Grid grid_of(const Grid& board, puzzles::CellBits clues) {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) {
    grid.cells[cell] = clues.has(cell) ? board.cells[cell] : std::uint8_t{0};
  }
  return grid;
}

// Returns the clues of a minimal puzzle, and the first `more` of the other cells of its solution.
inline Clues clues_with_more(std::uint64_t index, int more) {
  const MadePuzzle made = make_puzzles({}, 1, 3, index)[0];
  Clues clues{made.solution, {}, 0};
  for (int cell = 0; cell < kCells; ++cell) {
    if (made.puzzle.cells[cell] == 0 && more-- <= 0) continue;
    clues.cells.add(cell);
    ++clues.count;
  }
  return clues;
}

// Returns all minimal puzzles among the subsets of the clues. Finds them by trying all subsets of
// the removable clues.
inline std::vector<puzzles::CellBits> minimal_puzzles_below(const Clues& clues, Solver& solver) {
  std::vector<int> removable;
  for (int cell = 0; cell < kCells; ++cell) {
    puzzles::CellBits rest = clues.cells;
    rest.remove(cell);
    if (clues.cells.has(cell) && solver.count(grid_of(clues.board, rest), 2) == 1) {
      removable.push_back(cell);
    }
  }
  const std::size_t subsets = std::size_t{1} << removable.size();
  std::vector<puzzles::CellBits> sets(subsets, clues.cells);
  std::vector<Grid> grids(subsets);
  for (std::size_t set = 0; set < subsets; ++set) {
    for (std::size_t i = 0; i < removable.size(); ++i) {
      if ((set >> i & 1U) != 0) sets[set].remove(removable[i]);
    }
    grids[set] = grid_of(clues.board, sets[set]);
  }
  std::vector<std::uint64_t> counts(subsets);
  EXPECT_TRUE(solver.count(grids, counts, 2));
  std::vector<puzzles::CellBits> minimal;
  for (std::size_t set = 0; set < subsets; ++set) {
    bool is_minimal = counts[set] == 1;
    for (std::size_t i = 0; i < removable.size(); ++i) {
      if ((set >> i & 1U) == 0 && counts[set | std::size_t{1} << i] == 1) is_minimal = false;
    }
    if (is_minimal) minimal.push_back(sets[set]);
  }
  return minimal;
}

}  // namespace dokumill::testing
