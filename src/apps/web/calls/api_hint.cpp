// The call hint: the next steps on a player's board.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "apps/web/calls/board_judge.hpp"
#include "apps/web/calls/calls.hpp"
#include "apps/web/calls/request_fields.hpp"
#include "apps/web/calls/step_json.hpp"
#include "dokumill/explainer.hpp"

namespace dokumill::web {
namespace {

// The steps up to the first step that places a digit, including this step.
std::vector<Step> steps_to_a_digit(const Grid& board) {
  std::vector<Step> steps;
  Explainer explainer;
  explainer.explain(board, [&](const Step& step) {
    steps.push_back(step);
    return !step.placement;
  });
  return steps;
}

// For a small board, the single that comes next. No step if singles do not suffice.
std::vector<Step> next_steps(const Grid& board, Shape shape) {
  if (shape == kNine) return needed_steps(steps_to_a_digit(board));
  const std::optional<Step> single = find_single(board, shape);
  return single ? std::vector{*single} : std::vector<Step>{};
}

// Removes the steps whose eliminations the player has already made. The player has made an
// elimination if the cell has notes, and the eliminated digit is not one of the notes.
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
  const auto& [board, shape, verdict, notes] = std::get<JudgedBoard>(judged);
  JsonText answer("{}");
  if (!verdict.mistakes.empty()) {
    answer.add("kind", std::string_view("wrong"));
    answer.add_text("cells", list_text(std::array{verdict.mistakes.front()}));
    return answer.text();
  }
  if (count_clues(board) == shape.cells()) {
    answer.add("kind", std::string_view("complete"));
    return answer.text();
  }
  std::vector<Step> steps;
  if (verdict.solutions == GridKind::kUnique) steps = next_steps(board, shape);
  if (steps.empty()) {
    int index = 0;
    while (board.cells[cell_at(shape, index)] != 0) ++index;
    const int cell = cell_at(shape, index);
    const Candidate fill{Cell(cell), Digit(verdict.solution[Cell(cell)])};
    answer.add("kind", std::string_view("fill"));
    answer.add_text("placement", candidate_text(fill));
    return answer.text();
  }
  drop_known_steps(steps, notes);
  JsonText list("[]");
  for (const Step& step : steps) list.add_item(step_text(step));
  answer.add("kind", std::string_view("steps"));
  answer.add_text("steps", list.text());
  answer.add_text("placement", candidate_text(*steps.back().placement));
  return answer.text();
}

}  // namespace dokumill::web
