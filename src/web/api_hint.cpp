// The call /api/v1/hint: the next steps on a player's board.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "dokumill/logic.hpp"
#include "web/api.hpp"
#include "web/board_judge.hpp"
#include "web/judged_board.hpp"
#include "web/step_json.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {
namespace {

// The steps up to the first one that places a digit.
std::vector<Step> steps_to_a_digit(const Grid& board) {
  LogicState state(board);
  std::vector<Step> steps;
  Step step;
  while (next_step(state, step)) {
    steps.push_back(step);
    if (step.placement) return steps;
    state.apply(step);
  }
  return {};  // does not happen: the board has a solution and an empty cell
}

bool is_peer(int a, int b) {
  const auto& peers = kPeerCells[static_cast<std::size_t>(a)];
  return std::find(peers.begin(), peers.end(), b) != peers.end();
}

// True if the step `later` may depend on the removal of the candidate `gone`. A step depends on the
// candidates of its cells and on the places of its digits in the houses of its cells. Some steps
// depend on the whole grid.
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

// Removes the steps that the placed digit does not depend on.
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

// Removes the steps whose eliminations the player has already made: the cell has notes, and the
// eliminated digit is not one of them.
void drop_known_steps(std::vector<Step>& steps, const Notes& notes) {
  const auto is_known = [&notes](const Candidate& gone) {
    const unsigned mask = notes[static_cast<std::size_t>(gone.cell.index())];
    return mask != 0 && (mask >> (gone.digit.value() - 1) & 1U) == 0;
  };
  std::erase_if(steps, [&](const Step& step) {
    return !step.placement &&
           std::all_of(step.eliminations.begin(), step.eliminations.end(), is_known);
  });
}

}  // namespace

Answer answer_hint(std::string_view body, Solver& solver) {
  const auto judged = read_judged_board(body, solver, true);
  if (const Answer* const refused = std::get_if<Answer>(&judged)) return *refused;
  const auto& [board, verdict, notes] = std::get<JudgedBoard>(judged);
  JsonText answer("{}");
  if (!verdict.mistakes.empty()) {
    answer.add("kind", std::string_view("wrong"));
    answer.add_text("cells", list_text(std::array{verdict.mistakes.front()}));
    return json_answer(answer);
  }
  if (is_complete(board)) {
    answer.add("kind", std::string_view("complete"));
    return json_answer(answer);
  }
  if (verdict.solutions == Solutions::kMultiple) {
    const auto cell = static_cast<int>(std::find(board.cells.begin(), board.cells.end(), 0) -
                                       board.cells.begin());
    const Candidate fill{Cell(cell), Digit(verdict.solution[Cell(cell)])};
    answer.add("kind", std::string_view("fill"));
    answer.add_text("placement", candidate_text(fill));
    return json_answer(answer);
  }
  std::vector<Step> steps = needed_steps(steps_to_a_digit(board));
  drop_known_steps(steps, notes);
  JsonText list("[]");
  for (const Step& step : steps) list.add_item(step_text(step));
  const Step& last = steps.back();
  answer.add("kind", std::string_view("steps"));
  answer.add_text("steps", list.text());
  answer.add_text("placement", last.placement ? candidate_text(*last.placement) : "null");
  return json_answer(answer);
}

}  // namespace dokumill::web
