#include "engine/puzzles/rating_walk.hpp"

#include <algorithm>

namespace dokumill::puzzles {
namespace {

// docs/kernels/puzzles.md has the times of other values.
constexpr int kBoards = 16;
constexpr int kSteps = 400;
constexpr std::uint32_t kMaxAdded = 6;

// The highest score, in tenths, up to which a ScoreBound shows whether a puzzle is too hard.
constexpr int kMaxOneChain = 74;

// Propagation takes no step above the naked triplet, whose score in tenths this is: singles, locked
// candidates, and three digits in the three cells of a box and a line.
// Without walks, the question whether it solves a puzzle takes as long as it saves.
constexpr int kPropagation = 36;

}  // namespace

void RatingWalk::begin(std::uint64_t seed, const PuzzleConstraints& constraints) {
  constraints_ = constraints;
  goal_ = *constraints.rating;
  limits_ = {.score = goal_.highest};
  if (goal_.hardest) {
    const TechniqueInfo& info = info_of(*goal_.hardest);
    goal_.lowest = std::max(goal_.lowest, info.lowest);
    // Nested chains have several levels with different lowest scores, so limits_.technique is not
    // set for them.
    if (goal_.hardest != Technique::kNestedForcingChains) limits_.technique = info.lowest;
  }
  limit_ = std::min(limits_.score, limits_.technique);
  walks_ = limit_ < (goal_.hardest ? kMaxOneChain + 1 : ScoreBound::kFirstChain);
  easier_ = std::max(goal_.lowest - 1, 0);
  random_ = stream(seed);
  orbits_ = &orbits_of(constraints.symmetry);
  boards_ = 0;
  fit_ = Fit::kFar;
  begin_dig();
}

bool RatingWalk::candidate(Grid& out) {
  for (;;) {
    switch (phase_) {
      case Phase::kDig: {
        if (dig_.candidate(out)) return true;
        MadePuzzle made;
        dig_.take_result(made);
        board_ = made.solution;
        trial_ = made.puzzle;
        phase_ = Phase::kDug;
        break;
      }
      case Phase::kReduce:
        if (next_removal(out)) return true;
        if (trial_ == puzzle_) {
          propose();
        } else {
          phase_ = Phase::kReduced;
        }
        break;
      case Phase::kDug:
      case Phase::kReduced:
        out = trial_;
        if (walks_ && easier_ >= kPropagation) return true;
        settle(false);
        break;
      case Phase::kEnd:
        return false;
    }
  }
}

solver::KnownDigit RatingWalk::known_digit() const {
  if (phase_ == Phase::kDig) return dig_.known_digit();
  if (phase_ != Phase::kReduce) return {.propagates = true};
  const Orbit& orbit = orbits_->orbits[order_[next_]];
  if (orbit.size != 1) return {};
  return {orbit.cells[0], board_.cells[orbit.cells[0]]};
}

void RatingWalk::settle(bool has_one_solution) {
  if (phase_ == Phase::kDig) {
    dig_.settle(has_one_solution);
    return;
  }
  if (phase_ != Phase::kReduce) {
    const bool is_new = phase_ == Phase::kDug;
    fit_ = has_one_solution ? Fit::kFar : judge();  // if propagation solves it, it is too easy
    if (!is_new) {
      propose();
    } else if (fit_ == Fit::kFar) {
      begin_dig();
    } else {
      begin_walk();
    }
    return;
  }
  const Orbit& orbit = orbits_->orbits[order_[next_++]];
  if (!has_one_solution) return;
  for (int i = 0; i < orbit.size; ++i) {
    trial_.cells[orbit.cells[i]] = 0;
    clue_cells_.remove(orbit.cells[i]);
  }
  counts_ = next_counts_;
  clues_ -= orbit.size;
  needed_ = known_.needed(clue_cells_);
}

void RatingWalk::note_other(const Grid& other) {
  if (phase_ != Phase::kDig) known_.add_solution(board_, other);
}

void RatingWalk::begin_dig() {
  phase_ = boards_++ == kBoards ? Phase::kEnd : Phase::kDig;
  if (phase_ == Phase::kDig) dig_.start(next_64(random_), index(), attempt(), constraints_);
}

void RatingWalk::begin_walk() {
  sets_.find(board_, UnavoidableSets::Kinds::kAll);
  steps_ = 0;
  known_.clear();
  propose();
}

void RatingWalk::propose() {
  if (fit_ == Fit::kMet || steps_++ == kSteps) {
    phase_ = Phase::kEnd;
    return;
  }
  phase_ = Phase::kReduce;
  trial_ = puzzle_;
  std::array<std::uint8_t, kCells> others{};
  std::uint32_t other_count = 0;
  order_count_ = 0;
  clues_ = 0;
  clue_cells_ = {};
  for (int number = 0; number < orbits_->count; ++number) {
    const Orbit& orbit = orbits_->orbits[number];
    if (puzzle_.cells[orbit.cells[0]] == 0) {
      others[other_count++] = static_cast<std::uint8_t>(number);
    } else {
      order_[order_count_++] = static_cast<std::uint8_t>(number);
      add_clues(orbit);
    }
  }
  for (int left = order_count_; left > 1; --left) {
    std::swap(order_[left - 1], order_[random_.below(static_cast<std::uint32_t>(left))]);
  }
  const std::uint32_t added = std::min(other_count, 1 + random_.below(kMaxAdded));
  for (std::uint32_t i = 0; i < added; ++i) {
    std::swap(others[i], others[i + random_.below(other_count - i)]);
    add_clues(orbits_->orbits[others[i]]);
    order_[order_count_++] = others[i];  // the new clues are removed last
  }
  counts_ = sets_.counts();
  for (int cell = 0; cell < kCells; ++cell) {
    if (trial_.cells[cell] == 0) sets_.remove(cell, counts_);
  }
  needed_ = known_.needed(clue_cells_);
  next_ = 0;
}

void RatingWalk::add_clues(const Orbit& orbit) {
  for (int i = 0; i < orbit.size; ++i) {
    trial_.cells[orbit.cells[i]] = board_.cells[orbit.cells[i]];
    clue_cells_.add(orbit.cells[i]);
  }
  clues_ += orbit.size;
}

bool RatingWalk::next_removal(Grid& out) {
  for (; next_ < order_count_; ++next_) {
    const Orbit& orbit = orbits_->orbits[order_[next_]];
    if (clues_ - orbit.size < dig_.aim()) continue;
    next_counts_ = counts_;
    bool has_all = true;  // whether each set still has a clue
    for (int i = 0; i < orbit.size; ++i) {
      has_all =
          has_all && !needed_.has(orbit.cells[i]) && sets_.remove(orbit.cells[i], next_counts_);
    }
    if (!has_all) continue;
    out = trial_;
    for (int i = 0; i < orbit.size; ++i) out.cells[orbit.cells[i]] = 0;
    return true;
  }
  return false;
}

RatingWalk::Fit RatingWalk::judge() {
  const Fit fit = rate();
  if (fit == Fit::kNear) {
    const int now = progress();
    if (phase_ == Phase::kReduced && now < progress_) return Fit::kFar;
    progress_ = now;
  }
  if (fit != Fit::kFar) puzzle_ = trial_;
  return fit;
}

RatingWalk::Fit RatingWalk::rate() {
  explainer::RatingLimits limits = limits_;
  if (limit_ <= ScoreBound::kLastBasic) {
    // Each of these techniques has one score, so the score shows whether the technique is wanted.
    bound_->find(trial_, easier_, easier_);
    if (bound_->is_solved()) return Fit::kFar;
    easier_open_ = bound_->open();
    bound_->raise(limit_);
    if (bound_->score() == easier_) return Fit::kFar;
    open_ = bound_->open();
    if (!open_.empty()) return Fit::kNear;
  } else if (walks_ || limit_ > kMaxOneChain) {
    bound_->find(trial_, easier_, easier_);
    if (bound_->is_solved()) return Fit::kFar;
  } else {
    bound_->find(trial_, easier_, limit_);
    if (!bound_->is_solved() || bound_->score() == easier_) return Fit::kFar;
    limits = {};  // the score is within the limit, and without limits, the rater is faster
  }
  const auto [rating, open] = rater_->rate(trial_, limits);
  const bool fits =
      rating.score >= goal_.lowest && (!goal_.hardest || rating.hardest == *goal_.hardest);
  if (!fits || (!open.empty() && !walks_)) return Fit::kFar;
  rating_ = rating;
  open_ = open;
  return open.empty() ? Fit::kMet : Fit::kNear;
}

int RatingWalk::progress() {
  if (limit_ > ScoreBound::kLastBasic) {
    easier_open_ = rater_->rate(trial_, {.score = easier_, .technique = easier_}).open;
  }
  return easier_open_.count() - open_.count();
}

bool RatingWalk::take_result(MadePuzzle& made) const {
  if (fit_ != Fit::kMet) return false;
  made.puzzle = puzzle_;
  made.solution = board_;
  made.rating = rating_;
  return true;
}

}  // namespace dokumill::puzzles
