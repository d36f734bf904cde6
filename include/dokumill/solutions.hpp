// All solutions of a puzzle in increasing order, and the digits that occur in them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dokumill/grid.hpp"
#include "dokumill/solver.hpp"

namespace dokumill {

// Lists the solutions of puzzles in increasing order: row-major order, as numbers with 81 digits.
// The order does not depend on the engine.
//
// The solutions of a puzzle with few solutions are found in one search, and sorted. If there are
// more, the lister fixes the first empty cell to each of its digits in turn, and lists the
// solutions of these puzzles.
//
// Thread safety: a SolutionLister is the workspace of one thread. Memory: at most kMostAtOnce
// grids.
class SolutionLister {
 public:
  static constexpr std::size_t kMostAtOnce = 65'536;

  // `solver` does the searches. REQUIRES: it outlives this object.
  explicit SolutionLister(Solver& solver) : solver_(&solver) {}

  // Calls visit(0, solution) for each of the `limit` smallest solutions of the puzzle, or for all
  // if there are fewer. Returns false if `visit` returned false, or if the solver was stopped.
  // `visit` may throw, and it must not use the solver. A value above 9 is no digit: the puzzle has
  // no solution.
  bool list(const Grid& puzzle, std::uint64_t limit, SolutionVisitor visit);

 private:
  bool list_below(Grid puzzle, std::size_t first_cell, SolutionVisitor visit);

  Solver* solver_;
  std::size_t max_ = 0;     // solutions to hold at once
  std::uint64_t left_ = 0;  // solutions to visit
  std::vector<Grid> found_;
};

// The digits of each cell: bit d - 1 of digits[cell] is set for the digit d.
using PossibleDigits = std::array<std::uint16_t, kCells>;

// Finds the digits that occur in any solution of the puzzle, into `digits`. If the puzzle has no
// solution, there are none. Returns false if the solver was stopped. REQUIRES: no value is above 9.
bool find_possible(Solver& solver, const Grid& puzzle, PossibleDigits& digits);

// PossibleDigits as text: nine characters for each cell, the digit or '.', as in files of candidate
// grids ("pencilmarks").
inline constexpr std::size_t kPossibleBytes = std::size_t{kCells} * kDigits;
void write_possible(const PossibleDigits& digits, char* out);

}  // namespace dokumill
