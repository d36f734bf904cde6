#include "apps/web/calls/board_judge.hpp"

#include <algorithm>

namespace dokumill::web {

std::vector<int> conflicts_of(const Grid& grid, Shape shape) {
  const auto is_twice = [&](int a, int b) {
    const Cell first(cell_at(shape, a));
    const Cell second(cell_at(shape, b));
    const bool are_peers = first.row() == second.row() || first.column() == second.column() ||
                           shape.box_of(a) == shape.box_of(b);
    return a != b && are_peers && grid[first] != 0 && grid[first] == grid[second];
  };
  std::vector<int> cells;
  for (int a = 0; a < shape.cells(); ++a) {
    int b = 0;
    while (b < shape.cells() && !is_twice(a, b)) ++b;
    if (b < shape.cells()) cells.push_back(cell_at(shape, a));
  }
  return cells;
}

BoardVerdict judge_board(Solver& solver, const Grid& puzzle, const Grid& board, Shape shape) {
  const SolveResult given = solve_grid(solver, puzzle, shape);
  BoardVerdict verdict{given.solutions, {}, given.solution};
  if (verdict.solutions == GridKind::kUnsolvable) return verdict;

  Grid agreed = puzzle;
  for (std::size_t i = 0; i < board.cells.size(); ++i) {
    if (board.cells[i] == puzzle.cells[i]) continue;
    agreed.cells[i] = board.cells[i];
    if (verdict.solution.cells[i] == board.cells[i]) continue;
    bool is_mistake = verdict.solutions == GridKind::kUnique;
    if (!is_mistake) {
      const SolveResult other = solve_grid(solver, agreed, shape);
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
  const Shape shape = shape_with(fields.text("puzzle").size());
  const Grid puzzle = fields.board("puzzle", shape);
  const Grid board = fields.board("board", shape);
  const Notes notes = takes_notes && shape == kNine ? fields.notes_if_any("notes") : Notes{};
  if (!fields.status().ok()) return bad_request(fields.status());
  if (!keeps_givens(board, puzzle))
    return error_answer("givens", "the board does not keep the puzzle's givens");
  BoardVerdict verdict = judge_board(solver, puzzle, board, shape);
  if (verdict.solutions == GridKind::kUnsolvable)
    return error_answer("no_solution", "the puzzle has no solution");
  return JudgedBoard{board, shape, std::move(verdict), notes};
}

}  // namespace dokumill::web
