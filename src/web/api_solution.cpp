// The call /api/v1/solution: how people solve a puzzle, step by step, or where its solutions
// differ.
#include <algorithm>
#include <array>

#include "dokumill/logic.hpp"
#include "web/api.hpp"
#include "web/board_judge.hpp"
#include "web/step_json.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {
namespace {

// The highest number of solutions that is reported. If there are more solutions, the member `more`
// is true.
constexpr std::uint64_t kMostCounted = 1000;

// Adds to `answer` the steps that lead to the solution, the number of steps of each technique, and
// the rating. Each step places a digit or removes a candidate, so there are at most 729 steps.
// Returns false if `should_stop` returned true.
bool add_steps(const Grid& puzzle, const std::function<bool()>& should_stop, JsonText& answer) {
  LogicState state(puzzle);
  std::array<int, kTechniques> counts{};
  JsonText list("[]");
  Step step;
  while (next_step(state, step)) {
    if (should_stop && should_stop()) return false;
    ++counts[static_cast<std::size_t>(step.technique)];
    list.add_item(step_text(step));
    state.apply(step);
  }
  JsonText used("[]");
  int score = 0;
  Level level = Level::kEasy;
  for (const TechniqueInfo& info : techniques()) {
    const int count = counts[static_cast<std::size_t>(info.technique)];
    if (count == 0) continue;
    score = std::max(score, info.score);
    level = std::max(level, info.level);
    JsonText row("{}");
    row.add("technique", info.name);
    row.add_text("name", in_both_languages(info.name, info.chinese_name));
    row.add("score", info.score / 10.0);
    row.add("level", name_of(info.level));
    row.add("steps", count);
    used.add_item(row.text());
  }
  answer.add("level", name_of(level));
  answer.add("score", score / 10.0);
  answer.add_text("techniques", used.text());
  answer.add_text("steps", list.text());
  return true;
}

// Returns for each cell the digits that it has in the solutions. For each candidate of each cell,
// searches for a solution that has this digit in this cell, unless an earlier search found one.
// kInterrupted: the solver was stopped.
Result<Notes> digits_of_solutions(Solver& solver, const Grid& puzzle) {
  Notes found{};
  const LogicState state(puzzle);
  for (std::size_t i = 0; i < puzzle.cells.size(); ++i) {
    const unsigned open = puzzle.cells[i] != 0 ? 1U << (puzzle.cells[i] - 1U)
                                               : state.candidates(Cell(static_cast<int>(i)));
    for (unsigned digit = 1; digit <= kDigits; ++digit) {
      const unsigned bit = 1U << (digit - 1U);
      if ((open & bit) == 0 || (found[i] & bit) != 0) continue;
      Grid tried = puzzle;
      tried.cells[i] = static_cast<std::uint8_t>(digit);
      const Result<SolveResult> result = solve_grid(solver, tried);
      if (!result.ok()) return result.status();
      if (result->solutions == Solutions::kUnsolvable) continue;
      for (std::size_t cell = 0; cell < found.size(); ++cell)
        found[cell] |= static_cast<std::uint16_t>(1U << (result->solution.cells[cell] - 1U));
    }
  }
  return found;
}

std::string digits_text(const Notes& digits) {
  std::string text;
  for (const unsigned mask : digits) {
    if (!text.empty()) text += ',';
    for (unsigned digit = 0; digit < kDigits; ++digit) {
      if ((mask >> digit & 1U) != 0) text += static_cast<char>('1' + digit);
    }
  }
  return text;
}

}  // namespace

Answer answer_solution(std::string_view body, Solver& solver,
                       const std::function<bool()>& should_stop) {
  RequestFields fields(body, {"puzzle"});
  const Grid puzzle = fields.board("puzzle");
  if (!fields.status().ok()) return bad_request(fields.status());
  JsonText answer("{}");
  const std::vector<int> conflicts = conflicts_of(puzzle);
  if (!conflicts.empty()) {
    answer.add("kind", std::string_view("contradiction"));
    answer.add_text("conflicts", list_text(conflicts));
    return json_answer(answer);
  }
  const Result<SolveResult> result = solve_grid(solver, puzzle);
  if (!result.ok()) return busy_answer();
  if (result->solutions == Solutions::kUnsolvable) {
    answer.add("kind", std::string_view("none"));
    return json_answer(answer);
  }
  if (result->solutions == Solutions::kMultiple) {
    std::uint64_t count = 0;
    if (!solver.count({&puzzle, 1}, {&count, 1}, kMostCounted + 1)) return busy_answer();
    const Result<Notes> digits = digits_of_solutions(solver, puzzle);
    if (!digits.ok()) return busy_answer();
    answer.add("kind", std::string_view("several"));
    answer.add("solutions", static_cast<int>(std::min(count, kMostCounted)));
    answer.add("more", count > kMostCounted);
    answer.add("digits", digits_text(*digits));
    return json_answer(answer);
  }
  answer.add("kind", std::string_view("steps"));
  if (!add_steps(puzzle, should_stop, answer)) return busy_answer();
  return json_answer(answer);
}

}  // namespace dokumill::web
