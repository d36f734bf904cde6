#include "engine/solver/one_puzzle.hpp"

#include "engine/solver/smallest_solution.hpp"

namespace dokumill::solver {

using Outcome = Search::Outcome;

namespace {

// Converts the last outcome of a search to an Attempt. A search is done if it has found all
// solutions, or as many as it needs.
Attempt attempt_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kStopped:
      return Attempt::kStopped;
    case Outcome::kBudgetSpent:
      return Attempt::kBudgetSpent;
    case Outcome::kSolution:
    case Outcome::kEnd:
      break;
  }
  return Attempt::kDone;
}

}  // namespace

Attempt try_to_solve(Search& search, const Grid& puzzle, std::uint64_t budget,
                     SolveResult& result) {
  search.start(candidates_of(puzzle), Order::kSmallestChoice, budget);
  Outcome outcome = search.next();
  if (outcome != Outcome::kSolution) {
    result = {puzzle, GridKind::kUnsolvable};
    return attempt_of(outcome);
  }
  result = {search.solution(), GridKind::kUnique};
  outcome = search.next();
  if (outcome != Outcome::kSolution) return attempt_of(outcome);
  const auto smallest = smallest_solution(search, candidates_of(puzzle), result.solution);
  if (!smallest) return Attempt::kStopped;
  result = {*smallest, GridKind::kMultiple};
  return Attempt::kDone;
}

Attempt try_to_count(Search& search, const Grid& puzzle, std::uint64_t limit, std::uint64_t budget,
                     std::uint64_t& count) {
  search.start(candidates_of(puzzle), Order::kSmallestChoice, budget);
  Outcome outcome = Outcome::kSolution;
  while (count < limit && (outcome = search.next()) == Outcome::kSolution) ++count;
  return attempt_of(outcome);
}

bool solve_one(Search& search, const Grid& puzzle, SolveResult& result) {
  return try_to_solve(search, puzzle, Search::kNoBudget, result) == Attempt::kDone;
}

bool count_one(Search& search, const Grid& puzzle, std::uint64_t limit, std::uint64_t& count) {
  return try_to_count(search, puzzle, limit, Search::kNoBudget, count) == Attempt::kDone;
}

}  // namespace dokumill::solver
