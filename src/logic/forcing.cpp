// Forcing: assumes that a candidate is true, and applies singles and locked candidates. If this
// leads to a contradiction, the candidate is removed. ("Nishio" is the same technique, restricted
// to one digit.) If no candidate leads to a contradiction, find_guess() places a digit of the
// solution. For a person, this is a guess that must be tried in full.
#include "dokumill/solver.hpp"
#include "logic/finder.hpp"
#include "solver/propagate.hpp"

namespace dokumill::logic {
namespace {

// Calls use(cell) for each open cell until a call returns true. Returns true if a call returned
// true. Cells with fewer candidates come first. Of cells with the same number of candidates, the
// lowest cell comes first.
template <class Use>
bool for_each_open_cell(const View& view, Use use) {
  for (int count = 2; count <= kDigits; ++count) {
    bool is_done = false;
    view.open.for_each([&](int cell) {
      if (!is_done && count9(view.candidates(cell)) == count) is_done = use(cell);
    });
    if (is_done) return true;
  }
  return false;
}

solver::Candidates node_of(const View& view) {
  // Cells that have a digit keep it as their only candidate.
  solver::Candidates node = solver::candidates_of(view.state.grid());
  for (int digit = 0; digit < kDigits; ++digit) {
    const auto& bits = view.state.places(Digit(digit + 1));
    for (int band = 0; band < 3; ++band) {
      const std::uint32_t open = view.open.band(band);
      node.places[digit][band] =
          (node.places[digit][band] & ~open) | bits[static_cast<std::size_t>(band)];
    }
  }
  return node;
}

}  // namespace

bool find_forcing(const View& view, Step& step) {
  solver::Candidates node = node_of(view);
  if (solver::propagate(node) != solver::Verdict::kStalled) return false;
  return for_each_open_cell(view, [&](int cell) {
    for (unsigned digits = view.candidates(cell); digits != 0; digits &= digits - 1) {
      const int digit = std::countr_zero(digits);
      solver::Candidates trial = node;
      solver::keep_only(trial, cell, digit + 1);
      if (solver::propagate(trial) != solver::Verdict::kDead) continue;
      add_cells({cell}, step);
      step.digits.emplace_back(digit + 1);
      step.eliminations.push_back(candidate(cell, digit));
      return true;
    }
    return false;
  });
}

bool find_guess(const View& view, Step& step) {
  Result<Solver> solver = Solver::create("reference");
  if (!solver.ok()) return false;
  const SolveResult result = solver->solve(view.state.grid());
  if (result.solutions == Solutions::kUnsolvable) return false;
  return for_each_open_cell(view, [&](int cell) {
    const int digit = result.solution.cells[cell] - 1;
    if (!view.has(cell, digit)) return false;
    add_cells({cell}, step);
    step.digits.emplace_back(digit + 1);
    step.placement = candidate(cell, digit);
    return true;
  });
}

}  // namespace dokumill::logic
