#include "web/judged_board.hpp"

#include "web/api.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {

std::variant<JudgedBoard, Answer> read_judged_board(std::string_view body, Solver& solver) {
  RequestFields fields(body, {"puzzle", "board"});
  const Grid puzzle = fields.board("puzzle");
  const Grid board = fields.board("board");
  if (!fields.status().ok()) return bad_request(fields.status());
  if (!keeps_givens(board, puzzle))
    return error_answer(422, "givens", "the board does not keep the puzzle's givens");
  Result<BoardVerdict> verdict = judge_board(solver, puzzle, board);
  if (!verdict.ok()) return busy_answer();
  if (verdict->solutions == Solutions::kUnsolvable)
    return error_answer(422, "no_solution", "the puzzle has no solution");
  return JudgedBoard{board, *std::move(verdict)};
}

}  // namespace dokumill::web
