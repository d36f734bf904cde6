// A consumer of the installed library: uses each public header and prints the solution of one
// puzzle.
#include <cstdio>
#include <dokumill/batch.hpp>
#include <dokumill/boards.hpp>
#include <dokumill/canon.hpp>
#include <dokumill/explainer.hpp>
#include <dokumill/geometry.hpp>
#include <dokumill/grid.hpp>
#include <dokumill/many.hpp>
#include <dokumill/puzzles.hpp>
#include <dokumill/rating.hpp>
#include <dokumill/solver.hpp>
#include <dokumill/status.hpp>
#include <dokumill/version.hpp>
#include <vector>

int main() {
  using namespace dokumill;
  const Result<Grid> puzzle = parse_grid(
      "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6");
  Result<Solver> solver = Solver::create();
  if (!puzzle.ok() || !solver.ok()) return 1;
  const SolveResult alone = solver->solve(*puzzle);
  const std::vector<Grid> puzzles(1000, *puzzle);
  std::vector<SolveResult> results(puzzles.size());
  if (!solve_many(puzzles, results, 2).ok() || results.back().solution != alone.solution) return 1;
  if (canonical_form(*puzzle) == *puzzle || Rater().rate(*puzzle).score == 0) return 1;
  if (!PuzzleMaker::create(0, {}).ok()) return 1;
  if (!is_complete(make_board({}, 12345)) || build_info().version.empty()) return 1;
  std::printf("%s\n", to_line(alone.solution).c_str());
  return alone.solutions == Solutions::kUnique ? 0 : 1;
}
