#include "engine/features/redundant_clues.hpp"

#include <algorithm>

namespace dokumill::features {
namespace {

constexpr std::size_t kEnoughGrids = 512;

}  // namespace

void RedundantClues::expect(std::span<const Grid> puzzles) {
  expected_.assign(puzzles.begin(), puzzles.end());
  redundant_.clear();
  at_ = 0;
}

std::uint64_t RedundantClues::count(const Grid& puzzle, Solver& solver) {
  const auto begin = expected_.begin() + static_cast<std::ptrdiff_t>(at_);
  const auto found = std::find(begin, expected_.end(), puzzle);
  if (found == expected_.end()) {
    expect({&puzzle, 1});
  } else {
    at_ = static_cast<std::size_t>(found - expected_.begin());
  }
  if (at_ >= redundant_.size() && !count_from(at_, solver)) {
    expect({});
    return 0;
  }
  return redundant_[at_];
}

// Counts for this puzzle and for some that follow it. Returns false if the solver was stopped.
bool RedundantClues::count_from(std::size_t first, Solver& solver) {
  without_.clear();
  owners_.clear();
  std::size_t end = first;
  for (; end < expected_.size() && without_.size() < kEnoughGrids; ++end) {
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (expected_[end].cells[cell] == 0) continue;
      without_.push_back(expected_[end]);
      without_.back().cells[cell] = 0;
      owners_.push_back(end);
    }
  }
  counts_.resize(without_.size());
  if (!solver.count(without_, counts_, 2)) return false;
  redundant_.resize(end, 0);
  for (std::size_t i = 0; i < counts_.size(); ++i) redundant_[owners_[i]] += counts_[i] == 1;
  return true;
}

}  // namespace dokumill::features
