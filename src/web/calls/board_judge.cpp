#include "web/calls/board_judge.hpp"

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
  if (verdict.solutions == Solutions::kUnsolvable) return verdict;

  Grid agreed = puzzle;
  for (std::size_t i = 0; i < board.cells.size(); ++i) {
    if (board.cells[i] == puzzle.cells[i]) continue;
    agreed.cells[i] = board.cells[i];
    if (verdict.solution.cells[i] == board.cells[i]) continue;
    bool is_mistake = verdict.solutions == Solutions::kUnique;
    if (!is_mistake) {
      const SolveResult other = solve_grid(solver, agreed);
      is_mistake = other.solutions == Solutions::kUnsolvable;
      if (!is_mistake) verdict.solution = other.solution;
    }
    if (!is_mistake) continue;
    agreed.cells[i] = 0;
    verdict.mistakes.push_back(static_cast<int>(i));
  }
  return verdict;
}

}  // namespace dokumill::web
