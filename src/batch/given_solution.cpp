#include "batch/given_solution.hpp"

#include <fmt/format.h>

#include "batch/cell_names.hpp"

namespace dokumill::batch {

GivenSolution judge_given(const Grid& given, const Grid& puzzle, const SolveResult& found) {
  if (found.solutions != Solutions::kUnsolvable && given == found.solution)
    return GivenSolution::kRight;
  if (!is_complete(given) || !keeps_givens(given, puzzle)) return GivenSolution::kWrong;
  const bool is_second =
      found.solutions == Solutions::kMultiple && found.solution.cells < given.cells;
  return is_second ? GivenSolution::kSecond : GivenSolution::kDisproof;
}

std::string words_of_wrong(const Grid& given, const Grid& puzzle) {
  for (int i = 0; i < kCells; ++i) {
    const Cell cell(i);
    if (given[cell] == 0) return fmt::format("{} is empty", name_of(cell));
    if (puzzle[cell] != 0 && given[cell] != puzzle[cell]) {
      return fmt::format("{} is {}, and the puzzle gives {}", name_of(cell), given[cell],
                         puzzle[cell]);
    }
  }
  return words_of_conflict(given);
}

}  // namespace dokumill::batch
