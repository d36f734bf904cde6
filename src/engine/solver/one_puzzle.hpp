// Solves one puzzle, or counts or enumerates its solutions, with the scalar search.
//
// The reference engine uses these functions for every puzzle. The lane engines use them for puzzles
// that they give up, and the engine "auto" uses them as a first try. `search` is a workspace.
// Functions that return a bool return false if the search was stopped.
#pragma once

#include <cstdint>

#include "dokumill/grid.hpp"
#include "dokumill/solver.hpp"
#include "engine/solver/candidates.hpp"
#include "engine/solver/search.hpp"

namespace dokumill::solver {

// How a search with a limited number of guesses ended.
enum class Attempt { kDone, kStopped, kBudgetSpent };

// Do the work of Solver::solve() and Solver::count() for one puzzle, with at most `budget` guesses.
// The budget does not limit the search for the smallest of several solutions. If try_to_solve()
// returns kBudgetSpent, `result` is meaningless. If try_to_count() returns kBudgetSpent, `count` is
// a lower bound. REQUIRES (try_to_count): count is 0.
Attempt try_to_solve(Search& search, const Grid& puzzle, std::uint64_t budget, SolveResult& result);
Attempt try_to_count(Search& search, const Grid& puzzle, std::uint64_t limit, std::uint64_t budget,
                     std::uint64_t& count);

// Does the work of Solver::solve() for one puzzle.
bool solve_one(Search& search, const Grid& puzzle, SolveResult& result);

// Does the work of Solver::count() for one puzzle. REQUIRES: count is 0.
bool count_one(Search& search, const Grid& puzzle, std::uint64_t limit, std::uint64_t& count);

// Calls `visit(solution)` for each solution until `visit` returns false. Returns false if `visit`
// returned false or if the search was stopped.
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
