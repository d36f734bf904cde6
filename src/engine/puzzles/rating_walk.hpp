// RatingWalk: one try at a puzzle with a wanted rating or hardest technique.
//
//   16 boards   ->  a near puzzle  ->  a near puzzle  -> ... ->  a puzzle that meets the goal
//   (a Dig each)        add one to three clues, remove others
//
// A puzzle that does not meet the goal is *near* if its only fault is that it also needs harder
// steps. That is, if the path of its steps ended before the first step above the goal, the hardest
// step of the shorter path would meet the goal. A try makes puzzles of new boards until one puzzle
// is near or meets the goal. From a near puzzle, the try walks to other near puzzles of the same
// board, in a limited number of moves (kSteps). In each move, the try adds a few clues, and removes
// other clues until no clue can be removed, or until the puzzle has the target number of clues. The
// walk only goes to puzzles in which the wanted steps lead at least as far (progress()).
//
// Of 100,000 minimal puzzles, 29 have a Swordfish as their hardest step, and 692 more are near.
// Walking from puzzles that are not near took longer than starting with new boards
// (docs/puzzles.md). For a range that ends with chains, right puzzles are frequent, and new boards
// are faster than walks.
//
// A walk asks about many similar sets of clues of one board. Each second solution that the solver
// finds shows that such sets have several solutions (known_sets.hpp). This answers two thirds of
// the questions whose answer is no.
//
// Most puzzles are too easy or too hard. Propagation solves half of all puzzles. A ScoreBound shows
// this for most of them, and the exact rating ends before a step above the goal.
//
// Memory: about 20 KiB, and that of the rater.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/random.hpp"
#include "dokumill/rating.hpp"
#include "engine/explainer/rating/limited_rater.hpp"
#include "engine/puzzles/attempt.hpp"
#include "engine/puzzles/dig.hpp"
#include "engine/puzzles/known_sets.hpp"
#include "engine/puzzles/orbits.hpp"
#include "engine/puzzles/score_bound.hpp"
#include "engine/puzzles/unavoidable/unavoidable_sets.hpp"

namespace dokumill::puzzles {

class RatingWalk final : public Attempt {
 public:
  // `rater` and `bound` are shared by the attempts of a thread.
  RatingWalk(std::shared_ptr<explainer::LimitedRater> rater, std::shared_ptr<ScoreBound> bound)
      : rater_(std::move(rater)), bound_(std::move(bound)) {}

  bool candidate(Grid& out) override;
  solver::KnownDigit known_digit() const override;
  void settle(bool has_one_solution) override;
  bool wants_others() const override { return walks_; }
  void note_other(const Grid& other) override;
  bool take_result(MadePuzzle& made) const override;

 private:
  // kDug, kReduced: `trial_` is made, and the question is whether propagation solves it.
  enum class Phase : std::uint8_t { kDig, kDug, kReduce, kReduced, kEnd };
  // kMet: the puzzle meets the goal. kNear: it is near (see the top of this file). kFar: neither.
  enum class Fit : std::uint8_t { kFar, kNear, kMet };

  void begin(std::uint64_t seed, const PuzzleConstraints& constraints) override;

  void begin_dig();
  void begin_walk();
  // Ends the try if the goal is met or the walk has made kSteps moves. Otherwise sets `trial_` to
  // the current puzzle with a few orbits of clues added, and chooses the order in which clues are
  // removed from it.
  void propose();
  void add_clues(const Orbit& orbit);
  // Sets `out` to `trial_` without the next orbit that may be removed. Returns false if no orbit
  // may be removed.
  bool next_removal(Grid& out);
  // Rates `trial_`. Makes it the current puzzle if it meets the goal, or if it is near and not
  // further from the goal than the current puzzle. Returns its fit.
  Fit judge();
  Fit rate();
  // Of a near puzzle that rate() rated: how many cells the steps up to the goal fill in addition to
  // those that easier steps fill. Of the neighbours of near puzzles for Swordfish, 0.1 % are right
  // if this number is 0, 1 % if it is 6 to 11, and 3 % from 12 on.
  int progress();

  std::shared_ptr<explainer::LimitedRater> rater_;
  std::shared_ptr<ScoreBound> bound_;
  PuzzleConstraints constraints_;
  RatingGoal goal_;
  explainer::RatingLimits limits_;
  RandomStream random_{0, 0, RandomPurpose::kBoard};
  Dig dig_;
  UnavoidableSets sets_;
  const Orbits* orbits_ = nullptr;
  Phase phase_ = Phase::kEnd;
  Fit fit_ = Fit::kFar;  // the fit of the last puzzle that was judged
  int limit_ = 0;        // the lower one of the limits
  int easier_ = 0;       // the highest score of steps that are easier than the goal
  bool walks_ = false;   // whether puzzles that do not meet the goal can be near
  int boards_ = 0;
  int steps_ = 0;
  int progress_ = 0;  // of the current puzzle, while it is near
  Grid board_;
  Grid puzzle_;              // the current puzzle
  Rating rating_;            // of the current puzzle, if it meets the goal
  explainer::CellSet open_;  // the cells that were empty when the last rating of `trial_` ended
  explainer::CellSet easier_open_;  // the cells that easier steps leave empty
  Grid trial_;
  UnavoidableSets::Counts counts_{};       // the counts of sets_ for the clues of `trial_`
  UnavoidableSets::Counts next_counts_{};  // counts_ without the next orbit
  KnownSets known_;
  CellBits clue_cells_;  // of `trial_`
  CellBits needed_;      // the clues of `trial_` that known_ shows to be needed
  int clues_ = 0;        // the number of clues of `trial_`
  std::array<std::uint8_t, kCells> order_{};  // the orbits of `trial_`, in the order of removal
  int order_count_ = 0;
  int next_ = 0;
};

}  // namespace dokumill::puzzles
