#include "apps/web/calls/board_judge.hpp"

#include <algorithm>

namespace dokumill::web {

std::vector<int> conflicts_of(const Grid& grid) {
  std::vector<int> cells;
  for (int cell = 0; cell < kCells; ++cell) {
    const auto& peers = kPeerCells[static_cast<std::size_t>(cell)];
    const std::uint8_t digit = grid.cells[static_cast<std::size_t>(cell)];
    const bool is_twice =
        digit != 0 && std::any_of(peers.begin(), peers.end(),
                                  [&](std::uint8_t peer) { return grid.cells[peer] == digit; });
    if (is_twice) cells.push_back(cell);
  }
  return cells;
}

SolveResult solve_grid(Solver& solver, const Grid& grid) {
  SolveResult result;
  solver.solve({&grid, 1}, {&result, 1});
  return result;
}

BoardVerdict judge_board(Solver& solver, const Grid& puzzle, const Grid& board) {
  const SolveResult given = solve_grid(solver, puzzle);
  BoardVerdict verdict{given.solutions, {}, given.solution};
  if (verdict.solutions == GridKind::kUnsolvable) return verdict;

  Grid agreed = puzzle;
  for (std::size_t i = 0; i < board.cells.size(); ++i) {
    if (board.cells[i] == puzzle.cells[i]) continue;
    agreed.cells[i] = board.cells[i];
    if (verdict.solution.cells[i] == board.cells[i]) continue;
    bool is_mistake = verdict.solutions == GridKind::kUnique;
    if (!is_mistake) {
      const SolveResult other = solve_grid(solver, agreed);
      is_mistake = other.solutions == GridKind::kUnsolvable;
      if (!is_mistake) verdict.solution = other.solution;
    }
    if (!is_mistake) continue;
    agreed.cells[i] = 0;
    verdict.mistakes.push_back(static_cast<int>(i));
  }
  return verdict;
}

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
  if (verdict.solutions == GridKind::kUnsolvable)
    return error_answer("no_solution", "the puzzle has no solution");
  return JudgedBoard{board, std::move(verdict), notes};
}

}  // namespace dokumill::web
