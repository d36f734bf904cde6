#include "batch/stages/given_solution.hpp"

namespace dokumill::batch {

GivenSolution judge_given(const Grid& given, const Grid& puzzle, const SolveResult& found) {
  if (found.solutions != GridKind::kUnsolvable && given == found.solution)
    return GivenSolution::kRight;
  if (!is_complete(given) || !keeps_givens(given, puzzle)) return GivenSolution::kWrong;
  const bool is_second =
      found.solutions == GridKind::kMultiple && found.solution.cells < given.cells;
  return is_second ? GivenSolution::kSecond : GivenSolution::kDisproof;
}

}  // namespace dokumill::batch
