// needed_steps(): finds the steps of a path that its last step depends on.
#include "dokumill/needed_steps.hpp"

#include <algorithm>

#include "dokumill/geometry.hpp"

namespace dokumill {
namespace {

bool is_peer(int a, int b) {
  const auto& peers = kPeerCells[static_cast<std::size_t>(a)];
  return std::find(peers.begin(), peers.end(), b) != peers.end();
}

// True if the step `later` may depend on the removal of the candidate `gone`. A step depends on the
// candidates of its cells. It also depends on the places of its digits, in its houses and in the
// houses of its cells. Some steps depend on the whole grid.
bool may_rest_on(const Step& later, Candidate gone) {
  switch (later.technique) {
    case Technique::kBugPlusOne:
    case Technique::kForcing:
      return true;
    case Technique::kGuess:  // a search, which depends on no earlier step
      return false;
    default:
      break;
  }
  const int cell = gone.cell.index();
  const auto touches = [&](Cell other) { return other.index() == cell; };
  const auto sees = [&](Cell other) { return is_peer(other.index(), cell); };
  if (std::any_of(later.cells.begin(), later.cells.end(), touches)) return true;
  if (later.placement && touches(later.placement->cell)) return true;
  const bool is_its_digit =
      later.digits.empty() ||
      std::find(later.digits.begin(), later.digits.end(), gone.digit) != later.digits.end() ||
      (later.placement && later.placement->digit == gone.digit);
  if (!is_its_digit) return false;
  for (const std::uint8_t house : later.houses) {
    const auto& cells = kHouseCells[house];
    if (std::find(cells.begin(), cells.end(), cell) != cells.end()) return true;
  }
  return std::any_of(later.cells.begin(), later.cells.end(), sees) ||
         (later.placement && sees(later.placement->cell));
}

}  // namespace

std::vector<Step> needed_steps(std::vector<Step> steps) {
  std::vector<Step> needed;  // in reverse order
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const auto is_needed_by = [&](const Step& later) {
      return std::any_of(step->eliminations.begin(), step->eliminations.end(),
                         [&](Candidate gone) { return may_rest_on(later, gone); });
    };
    if (needed.empty() || std::any_of(needed.begin(), needed.end(), is_needed_by))
      needed.push_back(std::move(*step));
  }
  std::reverse(needed.begin(), needed.end());
  return needed;
}

}  // namespace dokumill
