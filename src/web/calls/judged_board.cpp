#include "web/calls/judged_board.hpp"

namespace dokumill::web {

std::variant<JudgedBoard, Answer> read_judged_board(std::string_view body, Solver& solver,
                                                    bool takes_notes) {
  RequestFields fields = takes_notes ? RequestFields(body, {"puzzle", "board", "notes"})
                                     : RequestFields(body, {"puzzle", "board"});
  const Grid puzzle = fields.board("puzzle");
  const Grid board = fields.board("board");
  const Notes notes = takes_notes ? fields.notes_if_any("notes") : Notes{};
  if (!fields.status().ok()) return bad_request(fields.status());
  if (!keeps_givens(board, puzzle))
    return error_answer("givens", "the board does not keep the puzzle's givens");
  BoardVerdict verdict = judge_board(solver, puzzle, board);
  if (verdict.solutions == Solutions::kUnsolvable)
    return error_answer("no_solution", "the puzzle has no solution");
  return JudgedBoard{board, std::move(verdict), notes};
}

}  // namespace dokumill::web
