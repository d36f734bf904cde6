#include "solver/one_puzzle.hpp"

#include "solver/smallest_solution.hpp"

namespace dokumill::solver {

using Outcome = Search::Outcome;

bool solve_one(Search& search, const Grid& puzzle, SolveResult& result) {
  search.start(candidates_of(puzzle));
  Outcome outcome = search.next();
  if (outcome != Outcome::kSolution) {
    result = {puzzle, Solutions::kNone};
    return outcome == Outcome::kEnd;
  }
  result = {search.solution(), Solutions::kOne};
  outcome = search.next();
  if (outcome != Outcome::kSolution) return outcome == Outcome::kEnd;
  const auto smallest = smallest_solution(search, candidates_of(puzzle), result.solution);
  if (!smallest) return false;
  result = {*smallest, Solutions::kSeveral};
  return true;
}

bool count_one(Search& search, const Grid& puzzle, std::uint64_t limit, std::uint64_t& count) {
  search.start(candidates_of(puzzle));
  Outcome outcome = Outcome::kSolution;
  while (count < limit && (outcome = search.next()) == Outcome::kSolution) ++count;
  return outcome != Outcome::kStopped;
}

}  // namespace dokumill::solver
