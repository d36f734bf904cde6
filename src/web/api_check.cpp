// /api/v1/check
#include "web/api.hpp"
#include "web/board_judge.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {

Answer answer_check(std::string_view body, Solver& solver) {
  RequestFields fields(body, {"puzzle", "board"});
  const Grid puzzle = fields.board("puzzle");
  const Grid board = fields.board("board");
  if (!fields.status().ok()) return bad_request(fields.status());
  if (!keeps_givens(board, puzzle))
    return error_answer(422, "givens", "the board does not keep the puzzle's givens");
  const Result<BoardVerdict> verdict = judge_board(solver, puzzle, board);
  if (!verdict.ok()) return busy_answer();
  if (verdict->solutions == Solutions::kNone)
    return error_answer(422, "no_solution", "the puzzle has no solution");
  const int empty = kCells - count_clues(board);
  const std::string_view word = empty != 0 ? "unfinished" : is_complete(board) ? "solved" : "wrong";
  return json_answer({{"verdict", word},
                      {"empty", empty},
                      {"conflicts", conflicts_of(board)},
                      {"mistakes", verdict->mistakes}});
}

}  // namespace dokumill::web
