#include "batch/stages/minimal.hpp"

namespace dokumill::batch {
namespace {

// A candidate is a puzzle that may be minimal. A round takes one grid from each candidate, and
// repeats this until it has at least kEnoughGrids grids. It never has more than kMostGrids grids.
// With a lower kEnoughGrids, lanes would be idle at the end of a round. With a higher kEnoughGrids,
// a round would test more clues of the same puzzle, although the first of these tests may already
// show that the puzzle is not minimal.
constexpr std::size_t kMostGrids = 1024;
constexpr std::size_t kEnoughGrids = 256;

}  // namespace

bool MinimalSieve::keep_minimal(Solver& solver, std::span<const Grid> grids,
                                std::vector<std::uint32_t>& puzzles) {
  candidates_.clear();
  for (const std::uint32_t puzzle : puzzles) candidates_.push_back({puzzle, 0, true});
  puzzles.clear();
  while (!candidates_.empty()) {
    fill(grids);
    counts_.resize(without_.size());
    if (!solver.count(without_, counts_, 2)) return false;
    for (std::size_t i = 0; i < without_.size(); ++i) {
      if (counts_[i] < 2) candidates_[owners_[i]].is_minimal = false;
    }
    std::erase_if(candidates_, [&](const Candidate& candidate) {
      const bool is_done = candidate.next_cell == kCells;
      if (is_done && candidate.is_minimal) puzzles.push_back(candidate.puzzle);
      return is_done || !candidate.is_minimal;
    });
  }
  return true;
}

void MinimalSieve::fill(std::span<const Grid> grids) {
  without_.clear();
  owners_.clear();
  for (bool is_more = true; is_more && without_.size() < kEnoughGrids;) {
    is_more = false;
    for (std::uint32_t i = 0; i < candidates_.size() && without_.size() < kMostGrids; ++i) {
      is_more |= add_next(candidates_[i], i, grids);
    }
  }
}

bool MinimalSieve::add_next(Candidate& candidate, std::uint32_t number,
                            std::span<const Grid> grids) {
  const Grid& grid = grids[candidate.puzzle];
  std::uint32_t cell = candidate.next_cell;
  if (cell == kCells) return false;
  // When the grid without the last clue of a puzzle is added, next_cell becomes kCells at once. So
  // the round that tests this clue is the last round of the puzzle.
  while (cell != kCells && grid.cells[cell] == 0) ++cell;
  if (cell == kCells) {
    candidate.next_cell = kCells;
    return false;
  }
  without_.push_back(grid);
  without_.back().cells[cell] = 0;
  owners_.push_back(number);
  for (++cell; cell != kCells && grid.cells[cell] == 0;) ++cell;
  candidate.next_cell = cell;
  return true;
}

}  // namespace dokumill::batch
