// LevelDig: one try at a puzzle of a level. It removes clues like a Dig, and puts some of them back
// if the puzzle is too hard.
//
// The rater stops where the next step would be too hard for the level. A clue of a cell that is
// empty then helps the solver on; a clue of another cell does not, because the techniques of the
// level find its digit anyway. So the try goes through the removed clues, the last one first. It
// puts back those of empty cells, and rates the puzzle after each of them, until the puzzle has the
// level. A clue that would make the puzzle too easy stays removed. If all clues must be needed
// (PuzzleConstraints::minimal), no clue is put back.
//
// Memory: that of a Dig, and that of the rater.
#pragma once

#include <memory>
#include <utility>

#include "engine/explainer/rating/limited_rater.hpp"
#include "engine/puzzles/dig.hpp"
#include "engine/puzzles/score_bound.hpp"

namespace dokumill::puzzles {

class LevelDig final : public Dig {
 public:
  // `rater` and `bound` are shared by the attempts of a thread.
  LevelDig(std::shared_ptr<explainer::LimitedRater> rater, std::shared_ptr<ScoreBound> bound)
      : rater_(std::move(rater)), bound_(std::move(bound)) {}

  bool take_result(MadePuzzle& made) const override;

 private:
  void begin(std::uint64_t seed, const PuzzleConstraints& constraints) override;

  // Whether the puzzle has the last level, which has no limit.
  bool is_hard_enough(const Grid& puzzle) const;
  // Puts clues back. Returns true if the puzzle then has the level.
  bool ease(Grid& puzzle) const;

  std::shared_ptr<explainer::LimitedRater> rater_;
  std::shared_ptr<ScoreBound> bound_;
  const LevelInfo* level_ = nullptr;
  int max_clues_ = 0;  // after clues were put back
};

}  // namespace dokumill::puzzles
