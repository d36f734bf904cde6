#include <dokumill/solver.hpp>

bool has_one_solution(const char* line) {
  const dokumill::Result<dokumill::Grid> puzzle = dokumill::parse_grid(line);
  dokumill::Result<dokumill::Solver> solver = dokumill::Solver::create();
  return puzzle.ok() && solver.ok() &&
         solver->solve(*puzzle).solutions == dokumill::GridKind::kUnique;
}
