// Judging a player's board by the rules: which cells break them, and which digits lead to no
// solution of the puzzle.
//
// Thread safety: one thread at a time for each Solver. Cost: up to one search for each digit of the
// player, all of them stopped by the Solver's own stop.
#pragma once

#include <vector>

#include "dokumill/solver.hpp"

namespace dokumill::web {

// All cells that hold the same digit as another one of a house, in order.
std::vector<int> conflicts_of(const Grid& grid);

struct BoardVerdict {
  Solutions solutions = Solutions::kNone;  // of the puzzle
  // The player's cells that no solution agrees with. Of a puzzle with several solutions: cell by
  // cell in reading order, those that no solution agrees with which has the cells before it that
  // are none of these.
  std::vector<int> mistakes;
  Grid solution;  // one that agrees with the board but for the mistakes
};

// kInterrupted where the solver was stopped. REQUIRES: the board keeps the puzzle's givens.
Result<BoardVerdict> judge_board(Solver& solver, const Grid& puzzle, const Grid& board);

// Solves one grid; kInterrupted where the solver was stopped.
Result<SolveResult> solve_grid(Solver& solver, const Grid& grid);

}  // namespace dokumill::web
