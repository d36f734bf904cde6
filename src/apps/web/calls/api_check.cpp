// The call check: checks a player's board.
#include "apps/web/calls/board_judge.hpp"
#include "apps/web/calls/calls.hpp"
#include "apps/web/calls/request_fields.hpp"

namespace dokumill::web {

Answer answer_check(std::string_view body, Solver& solver) {
  const auto judged = read_judged_board(body, solver);
  if (const Answer* const refused = std::get_if<Answer>(&judged)) return *refused;
  const auto& [board, shape, verdict, notes] = std::get<JudgedBoard>(judged);
  const int empty = shape.cells() - count_clues(board);
  const std::vector<int> conflicts = conflicts_of(board, shape);
  const std::string_view word = empty != 0 ? "unfinished" : conflicts.empty() ? "solved" : "wrong";
  JsonText answer("{}");
  answer.add("verdict", word);
  answer.add("empty", empty);
  answer.add_text("conflicts", list_text(conflicts));
  answer.add_text("mistakes", list_text(verdict.mistakes));
  return answer.text();
}

}  // namespace dokumill::web
