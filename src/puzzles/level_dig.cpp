#include "puzzles/level_dig.hpp"

namespace dokumill::puzzles {
namespace {

// A try fails after this number of clues that would have made the puzzle too easy. Other limits
// take as long (docs/kernels/puzzles.md).
constexpr int kMostTooEasy = 3;

}  // namespace

void LevelDig::begin(std::uint64_t seed, const PuzzleConstraints& constraints) {
  Dig::begin(seed, constraints);
  level_ = &info_of(*constraints.difficulty);
  most_clues_ = constraints.clues ? constraints.clues->most : kCells;
  if (constraints.minimal) most_clues_ = 0;
}

bool LevelDig::take_result(MadePuzzle& made) const {
  Dig::take_result(made);
  return level_->highest == kMostScore ? is_hard_enough(made.puzzle) : ease(made.puzzle);
}

bool LevelDig::is_hard_enough(const Grid& puzzle) const {
  if (rater_->rate_roughly(puzzle, level_->lowest - 1).open.empty()) return false;
  const auto [rating, open] = rater_->rate(puzzle, {});
  return open.empty() && rating.score >= level_->lowest;
}

bool LevelDig::ease(Grid& puzzle) const {
  auto [rating, open] = rater_->rate_roughly(puzzle, level_->highest);
  int clues = count_clues(puzzle);
  int place = kCells;
  int left = kMostTooEasy;
  while (!open.empty()) {
    Grid easier = puzzle;
    const int added = put_back(open, place, easier);
    if (added == 0 || clues + added > most_clues_) return false;
    const auto [next, next_open] = rater_->rate_roughly(easier, level_->highest);
    if (next_open.empty() && next.score < level_->lowest) {
      if (--left == 0) return false;
      continue;
    }
    puzzle = easier;
    clues += added;
    rating = next;
    open = next_open;
  }
  return rating.score >= level_->lowest;
}

}  // namespace dokumill::puzzles
