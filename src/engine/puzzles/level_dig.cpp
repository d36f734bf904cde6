#include "engine/puzzles/level_dig.hpp"

namespace dokumill::puzzles {
namespace {

// A try fails after this number of clues that would have made the puzzle too easy. Other limits
// take as long (docs/kernels/puzzles.md).
constexpr int kMaxTooEasy = 3;

}  // namespace

void LevelDig::begin(std::uint64_t seed, const PuzzleConstraints& constraints) {
  Dig::begin(seed, constraints);
  level_ = &info_of(*constraints.difficulty);
  max_clues_ = constraints.clues ? constraints.clues->most : kCells;
  if (constraints.minimal) max_clues_ = 0;
}

bool LevelDig::take_result(MadePuzzle& made) const {
  Dig::take_result(made);
  return level_->highest == kMostScore ? is_hard_enough(made.puzzle) : ease(made.puzzle);
}

// The exact path ends before its first step above the limit, so the slow search for this step and
// those that follow is not needed.
bool LevelDig::is_hard_enough(const Grid& puzzle) const {
  const int easier = level_->lowest - 1;
  bound_->find(puzzle, easier, easier);
  return !bound_->is_solved() && !rater_->rate(puzzle, {.score = easier}).open.empty();
}

bool LevelDig::ease(Grid& puzzle) const {
  const bool has_chains = level_->highest >= ScoreBound::kFirstChain;
  bound_->find(puzzle, has_chains ? level_->highest : level_->lowest - 1, level_->highest);
  // A chain says nothing about the levels below, so a puzzle is too easy for a level of chains if
  // steps up to the XYZ-Wing solve it.
  if (bound_->is_solved()) {
    return !(has_chains ? bound_->is_basic() : bound_->score() < level_->lowest);
  }
  int clues = count_clues(puzzle);
  int place = kCells;
  explainer::CellSet open = bound_->open();
  for (int left = kMaxTooEasy; left > 0;) {
    Grid easier = puzzle;
    const int added = put_back(open, place, easier);
    if (added == 0 || clues + added > max_clues_) return false;
    if (has_chains) {
      bound_->find(easier, level_->highest, level_->highest);
    } else {
      bound_->find_on(easier);
    }
    if (bound_->is_solved()) {
      const bool is_too_easy = has_chains
                                   ? bound_->is_basic()
                                   : rater_->rate_roughly(easier, level_->lowest - 1).open.empty();
      if (!is_too_easy) {
        puzzle = easier;
        return true;
      }
      --left;
    } else {
      puzzle = easier;
      clues += added;
      open = bound_->open();
    }
  }
  return false;
}

}  // namespace dokumill::puzzles
