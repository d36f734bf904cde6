// The call solution: how people solve a puzzle, step by step, or where its solutions
// differ.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "apps/web/calls/board_judge.hpp"
#include "apps/web/calls/calls.hpp"
#include "apps/web/calls/request_fields.hpp"
#include "apps/web/calls/step_json.hpp"
#include "dokumill/explainer.hpp"

namespace dokumill::web {
namespace {

// The highest number of solutions that is reported. If there are more solutions, the member `more`
// is true.
constexpr std::uint64_t kMaxCounted = 1000;

// How often a step with this name is used, and the highest score of these steps.
struct Uses {
  std::string chinese_name;
  int score = 0;
  int steps = 0;
};

// The names of the steps, with the easiest ones first.
std::string techniques_text(const std::map<std::string, Uses>& uses) {
  std::vector<std::pair<std::string, Uses>> rows(uses.begin(), uses.end());
  std::ranges::stable_sort(rows, {}, [](const auto& row) { return row.second.score; });
  JsonText list("[]");
  for (const auto& [name, use] : rows) {
    JsonText row("{}");
    row.add_text("names", in_both_languages(name, use.chinese_name));
    row.add("score", use.score / 10.0);
    row.add("steps", use.steps);
    list.add_item(row.text());
  }
  return list.text();
}

// Adds to `answer` the steps that lead to the solution, how often each technique is used, and the
// rating. Each step places a digit or removes a candidate, so there are at most 729 steps.
void add_steps(const Grid& puzzle, JsonText& answer) {
  std::map<std::string, Uses> uses;
  JsonText list("[]");
  Explainer explainer;
  const Rating rating = explainer.explain(puzzle, [&](const Step& step) {
    Uses& use = uses[std::string(name_of(step))];
    use.chinese_name = name_of(step, Language::kChinese);
    use.score = std::max(use.score, step.score);
    ++use.steps;
    list.add_item(step_text(step));
    return true;
  });
  answer.add("level", name_of(level_of(rating.score)));
  answer.add("score", rating.score / 10.0);
  answer.add("obstacles", rating.obstacles);
  answer.add_text("techniques", techniques_text(uses));
  answer.add_text("steps", list.text());
}

// Returns for each cell the digits that it has in the solutions. For each candidate of each cell,
// searches for a solution that has this digit in this cell, unless an earlier search found one.
Notes digits_of_solutions(Solver& solver, const Grid& puzzle) {
  Notes found{};
  for (std::size_t i = 0; i < puzzle.cells.size(); ++i) {
    unsigned open = puzzle.cells[i] != 0 ? 1U << (puzzle.cells[i] - 1U) : 0x1FFU;
    if (puzzle.cells[i] == 0) {
      for (const std::uint8_t peer : kPeerCells[i]) open &= ~(1U << puzzle.cells[peer] >> 1U);
    }
    for (unsigned digit = 1; digit <= kDigits; ++digit) {
      const unsigned bit = 1U << (digit - 1U);
      if ((open & bit) == 0 || (found[i] & bit) != 0) continue;
      Grid tried = puzzle;
      tried.cells[i] = static_cast<std::uint8_t>(digit);
      const SolveResult result = solve_grid(solver, tried);
      if (result.solutions == GridKind::kUnsolvable) continue;
      for (std::size_t cell = 0; cell < found.size(); ++cell)
        found[cell] |= static_cast<std::uint16_t>(1U << (result.solution.cells[cell] - 1U));
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

Answer answer_solution(std::string_view body, Solver& solver) {
  RequestFields fields(body, {"puzzle"});
  const Grid puzzle = fields.board("puzzle");
  if (!fields.status().ok()) return bad_request(fields.status());
  JsonText answer("{}");
  const std::vector<int> conflicts = conflicts_of(puzzle);
  if (!conflicts.empty()) {
    answer.add("kind", std::string_view("contradiction"));
    answer.add_text("conflicts", list_text(conflicts));
    return answer.text();
  }
  const GridKind solutions = solve_grid(solver, puzzle).solutions;
  if (solutions == GridKind::kUnsolvable) {
    answer.add("kind", std::string_view("none"));
    return answer.text();
  }
  if (solutions == GridKind::kMultiple) {
    std::uint64_t count = 0;
    solver.count({&puzzle, 1}, {&count, 1}, kMaxCounted + 1);
    answer.add("kind", std::string_view("several"));
    answer.add("solutions", static_cast<int>(std::min(count, kMaxCounted)));
    answer.add("more", count > kMaxCounted);
    answer.add("digits", digits_text(digits_of_solutions(solver, puzzle)));
    return answer.text();
  }
  answer.add("kind", std::string_view("steps"));
  add_steps(puzzle, answer);
  return answer.text();
}

}  // namespace dokumill::web
