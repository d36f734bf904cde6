// next_step(): calls the finders in the order of the technique table.
#include <utility>

#include "logic/rate_at.hpp"
#include "logic/technique_table.hpp"

namespace dokumill {
namespace {

using logic::kStateTechniques;
using logic::kTechniqueTable;
using logic::View;

void clear(Step& step) {
  step.placement.reset();
  step.eliminations.clear();
  step.houses.clear();
  step.cells.clear();
  step.digits.clear();
  step.first_colour = 0;
}

// The rows of the table are template arguments, so that each finder is called directly.
template <std::size_t kRow>
bool find_on_state(const LogicState& state, Step& step) {
  step.technique = kTechniqueTable[kRow].technique;
  return kTechniqueTable[kRow].find.on_state(state, step);
}

template <std::size_t kRow>
bool find_on_view(const View& view, Step& step) {
  step.technique = kTechniqueTable[kRow].technique;
  if (kTechniqueTable[kRow].find.on_view(view, step)) return true;
  clear(step);
  return false;
}

template <std::size_t... kRows>
bool find_single(const LogicState& state, Step& step, std::index_sequence<kRows...>) {
  return (find_on_state<kRows>(state, step) || ...);
}

// Tries the rows from kFirst to `end` - 1.
template <std::size_t kFirst, std::size_t... kRows>
bool find_in_rows(const View& view, std::size_t end, Step& step, std::index_sequence<kRows...>) {
  return ((kFirst + kRows < end && find_on_view<kFirst + kRows>(view, step)) || ...);
}
template <std::size_t kFirst>
bool find_other(const View& view, std::size_t end, Step& step) {
  constexpr auto kRows = std::make_index_sequence<kTechniqueTable.size() - kFirst>();
  return find_in_rows<kFirst>(view, end, step, kRows);
}

bool next_step_before(const LogicState& state, std::size_t end, Step& step) {
  clear(step);
  if (state.is_solved()) return false;
  if (find_single(state, step, std::make_index_sequence<kStateTechniques>())) return true;
  if (end <= kStateTechniques) return false;
  return find_other<kStateTechniques>(View(state), end, step);
}

// The number of rows of the singles and locked candidates, which are the first rows of the table.
constexpr std::size_t kEndOfLocked = static_cast<std::size_t>(Technique::kClaiming) + 1;

// The index of the row after the last row whose level is at most `most`. The rows are not ordered
// by level.
std::size_t end_of(Level most) {
  std::size_t end = kTechniqueTable.size();
  while (end != 0 && kTechniqueTable[end - 1].level.value() > most) --end;
  return end;
}

}  // namespace

bool next_step(const LogicState& state, Step& step) {
  return next_step_before(state, kTechniqueTable.size(), step);
}

bool logic::next_single_or_locked(const LogicState& state, Step& step) {
  if (next_step_before(state, kStateTechniques, step)) return true;
  if (!has_locked_candidates(state)) return false;
  return find_other<kStateTechniques>(View(state), kEndOfLocked, step);
}

bool logic::next_step_after_locked(const LogicState& state, Level most, Step& step) {
  clear(step);
  return find_other<kEndOfLocked>(View(state), end_of(most), step);
}

std::optional<Step> next_step(const LogicState& state) {
  Step step;
  if (!next_step(state, step)) return std::nullopt;
  return step;
}

}  // namespace dokumill
