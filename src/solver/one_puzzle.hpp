// One puzzle, by the scalar search: what the reference engine does with every puzzle, and the lane
// engines with those that they give up.
//
// Each returns whether it came to its end: false, the search was stopped. `search` is a workspace.
#pragma once

#include <cstdint>

#include "dokumill/grid.hpp"
#include "dokumill/solver.hpp"
#include "solver/candidates.hpp"
#include "solver/search.hpp"

namespace dokumill::solver {

// How a search with a limited number of guesses ended.
enum class Attempt { kDone, kStopped, kBudgetSpent };

// Solver::solve and Solver::count with `budget` guesses. kBudgetSpent: the result means nothing,
// and the count is too low. REQUIRES of try_to_count: count is 0.
Attempt try_to_solve(Search& search, const Grid& puzzle, std::uint64_t budget, SolveResult& result);
Attempt try_to_count(Search& search, const Grid& puzzle, std::uint64_t limit, std::uint64_t budget,
                     std::uint64_t& count);

// The contract of Solver::solve.
bool solve_one(Search& search, const Grid& puzzle, SolveResult& result);

// The contract of Solver::count. REQUIRES: count is 0.
bool count_one(Search& search, const Grid& puzzle, std::uint64_t limit, std::uint64_t& count);

// Calls `visit(solution)` for each solution while that returns true; false, too, when it did not.
template <class Visit>
bool enumerate_one(Search& search, const Grid& puzzle, Visit visit) {
  search.start(candidates_of(puzzle));
  Search::Outcome outcome;
  while ((outcome = search.next()) == Search::Outcome::kSolution) {
    if (!visit(search.solution())) return false;
  }
  return outcome != Search::Outcome::kStopped;
}

}  // namespace dokumill::solver
