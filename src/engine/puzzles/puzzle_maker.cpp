// PuzzleMaker: runs many tries side by side and asks the solver about all of them in one call.
//
// A try is one search for a puzzle; it succeeds or fails. An attempt is an object that runs a try
// (the class Attempt). When its try has ended, the object is used for another try, of the same
// puzzle or of another puzzle.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "dokumill/canon.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "engine/explainer/rating/limited_rater.hpp"
#include "engine/puzzles/attempt.hpp"
#include "engine/puzzles/constraints.hpp"
#include "engine/puzzles/dig.hpp"
#include "engine/puzzles/level_dig.hpp"
#include "engine/puzzles/patterns/pattern_walk.hpp"
#include "engine/puzzles/question_batch.hpp"
#include "engine/puzzles/rating_walk.hpp"
#include "engine/puzzles/score_bound.hpp"
#include "engine/puzzles/subset_tree.hpp"

namespace dokumill {
namespace {

using puzzles::Attempt;

// The number of tries that run side by side, if tries may fail. This number is enough to keep the
// lanes of the engine full. If every try succeeds, twice this number is used, which is faster then
// (docs/kernels/puzzles.md has the times of this and the following constants).
constexpr std::size_t kAttempts = 512;
std::size_t attempts_for(const PuzzleConstraints& constraints) {
  const bool may_fail = constraints.clues || constraints.symmetry != Symmetry::kNone ||
                        constraints.has_goal() || constraints.unbiased || constraints.pattern ||
                        constraints.solutions > 1 || constraints.split;
  return may_fail ? kAttempts : 2 * kAttempts;
}

// If fewer tries than this are running, PuzzleMaker::Pool::start_spare_try() adds spare tries.
constexpr std::size_t kFewAttempts = 64;

// The limit of work (see Rater) for the rating of one puzzle, if the constraints have a goal for
// the rating. This work takes about half a second. If a puzzle takes more work, its rating ends
// early, and the puzzle does not meet the goal.
constexpr std::uint64_t kRatingWork = 500'000;

using explainer::LimitedRater;

// `rater`: set if the constraints have a level or a rating.
std::vector<std::unique_ptr<Attempt>> make_attempts(const PuzzleConstraints& constraints,
                                                    const std::shared_ptr<LimitedRater>& rater) {
  std::vector<std::unique_ptr<Attempt>> attempts(attempts_for(constraints));
  const auto bound = rater ? std::make_shared<puzzles::ScoreBound>() : nullptr;
  for (std::unique_ptr<Attempt>& attempt : attempts) {
    if (constraints.pattern) {
      attempt = std::make_unique<puzzles::PatternWalk>();
    } else if (constraints.unbiased) {
      attempt = std::make_unique<puzzles::SubsetTree>();
    } else if (constraints.rating) {
      attempt = std::make_unique<puzzles::RatingWalk>(rater, bound);
    } else if (constraints.difficulty) {
      attempt = std::make_unique<puzzles::LevelDig>(rater, bound);
    } else {
      attempt = std::make_unique<puzzles::Dig>();
    }
  }
  return attempts;
}

Status usage(std::string message) {
  return {ErrorCode::kUsage, std::move(message)};
}

}  // namespace

class PuzzleMaker::Pool {
 public:
  // `counts_obstacles`: the ratings have numbers of obstacles even without a constraint on them.
  Pool(std::uint64_t seed, const PuzzleConstraints& constraints, bool counts_obstacles,
       Solver solver)
      : seed_(seed),
        constraints_(constraints),
        solver_(std::move(solver)),
        limited_rater_((constraints.difficulty || constraints.rating) && !constraints.pattern
                           ? std::make_shared<LimitedRater>(kRatingWork)
                           : nullptr),
        attempts_(make_attempts(constraints, limited_rater_)),
        answers_(attempts_.size()),
        questions_(attempts_.size()) {
    counts_obstacles |= constraints.obstacles.has_value();
    if (constraints.obstacles || (constraints.pattern && constraints.has_goal()) ||
        (constraints.with_rating && (!constraints.rating || counts_obstacles))) {
      rater_.emplace(
          RaterOptions{.most_work = constraints.has_goal() ? kRatingWork : kMostRatingWork,
                       .counts_obstacles = counts_obstacles});
    }
    if (constraints.split) canonizer_.emplace();
  }

  void set_stop(std::function<bool()> should_stop) {
    const auto stop_others =
        should_stop ? [this, should_stop] { return is_stopped_ = is_stopped_ || should_stop(); }
                    : std::function<bool()>();
    if (limited_rater_) limited_rater_->set_stop(stop_others);
    if (rater_) rater_->set_stop(stop_others);
    if (canonizer_) canonizer_->set_stop(stop_others);
    solver_.set_stop(std::move(should_stop));
  }

  std::string_view engine() const { return solver_.engine(); }

  std::uint64_t tries() const { return tries_; }

  // out[k] gets puzzle number first + k, or numbers[k] if `numbers` is not empty.
  Outcome make(std::uint64_t first, std::span<const std::uint64_t> numbers,
               std::span<MadePuzzle> out, std::span<const Grid> boards) {
    first_ = first;
    numbers_ = numbers;
    out_ = out;
    boards_ = boards;
    end_ = out.size();
    begun_ = 0;
    active_ = 0;
    failed_ = succeeded_ = 0;
    unfinished_.clear();
    is_stopped_ = false;
    states_.assign(out.size(), {});
    waiting_.clear();
    answers_.assign(answers_.size(), kNoAnswer);
    do {
      while (active_ < attempts_.size() && start_try(*attempts_[active_])) ++active_;
      while (active_ < kFewAttempts && start_spare_try(*attempts_[active_])) ++active_;
      if (!ask() || is_stopped_) return {{ErrorCode::kInterrupted, "interrupted"}, 0};
    } while (active_ > 0);
    if (end_ == out.size()) return {{}, end_};
    const std::string_view rare = why_rare(constraints_);
    return {{ErrorCode::kUnmet,
             "no puzzle met the constraints in " + std::to_string(constraints_.max_tries) +
                 (constraints_.max_tries == 1 ? " try" : " tries") + " for puzzle " +
                 std::to_string(number_at(end_)) + (rare.empty() ? "" : ": ") + std::string(rare)},
            end_};
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // While an attempt is at work, the data of the attempt kAhead places after it are loaded into the
  // cache. All attempts together have a megabyte of data.
  static constexpr std::size_t kAhead = 4;

  static constexpr std::uint64_t kNoAnswer = ~std::uint64_t{0};

  // One puzzle of the call. Its tries are numbered, and begin in this order. The successful try
  // with the lowest number gives the puzzle, even if a later try finishes earlier.
  struct State {
    std::uint32_t begun = 0;
    std::uint32_t running = 0;
    std::uint32_t failed = 0;
    std::uint32_t success = kNone;  // the first successful try so far
    bool is_waiting = false;
  };

  std::uint64_t number_at(std::size_t place) const {
    return numbers_.empty() ? first_ + place : numbers_[place];
  }

  // True if another try for the puzzle may begin beside its running tries. The more tries failed,
  // the more tries may run at once. So make() fails early if constraints cannot be met, and the
  // tries of a few puzzles can fill the lanes. The cost is that some tries are useless.
  bool may_try(const State& state) const {
    constexpr std::uint32_t kFailuresForOneMore = 16;
    return state.success == kNone && state.begun < constraints_.max_tries &&
           state.running <= state.failed / kFailuresForOneMore;
  }

  void wait(std::size_t place) {
    State& state = states_[place];
    if (state.is_waiting || !may_try(state)) return;
    state.is_waiting = true;
    waiting_.push_back(place);
    std::push_heap(waiting_.begin(), waiting_.end(), std::greater<>());
  }

  // Begins a try for the first waiting puzzle that may be tried again. If there is no such puzzle,
  // begins a try for the next new puzzle. Returns false if there is no new puzzle either.
  bool start_try(Attempt& attempt) {
    while (!waiting_.empty()) {
      const std::size_t place = waiting_.front();
      std::pop_heap(waiting_.begin(), waiting_.end(), std::greater<>());
      waiting_.pop_back();
      State& state = states_[place];
      state.is_waiting = false;
      if (place >= end_ || !may_try(state)) continue;
      begin(attempt, place);
      wait(place);
      return true;
    }
    if (begun_ >= end_) return false;
    begin(attempt, begun_++);
    return true;
  }

  // Near the end of a call of make(), the last puzzles take try after try, and most lanes of the
  // engine are idle. If more than two thirds of all tries failed, begins one more try for the
  // unfinished puzzle that has the fewest running tries. Returns false if no such try may begin.
  // With spare tries, unbiased puzzles took longer.
  bool start_spare_try(Attempt& attempt) {
    constexpr std::uint32_t kMostAtOnce = 8;
    if (!may_spare_ || begun_ < end_ || failed_ <= 2 * succeeded_) return false;
    if (unfinished_.empty()) {
      for (std::size_t place = 0; place < end_; ++place) {
        if (states_[place].success == kNone) unfinished_.push_back(place);
      }
    }
    std::size_t fewest = end_;
    for (std::size_t i = 0; i < unfinished_.size();) {
      const std::size_t place = unfinished_[i];
      const State& state = states_[place];
      if (place >= end_ || state.success != kNone) {
        unfinished_[i] = unfinished_.back();
        unfinished_.pop_back();
        continue;
      }
      if (state.begun < constraints_.max_tries && state.running < kMostAtOnce &&
          (fewest == end_ || state.running < states_[fewest].running)) {
        fewest = place;
      }
      ++i;
    }
    if (fewest == end_) return false;
    begin(attempt, fewest);
    return true;
  }

  void begin(Attempt& attempt, std::size_t place) {
    State& state = states_[place];
    ++state.running;
    ++tries_;
    attempt.start(seed_, number_at(place), state.begun++, constraints_,
                  boards_.empty() ? nullptr : &boards_[place], place);
  }

  // Gives each active attempt the answer to its last question, and then asks the solver one
  // question for every active attempt. If the try of an attempt has ended, the attempt first begins
  // another try, and the question is from the new try. Returns false if the call is stopped.
  bool ask() {
    questions_.clear();
    for (std::size_t i = 0; i < active_;) {
      if (is_stopped_) return false;
      if (i + kAhead < active_) attempts_[i + kAhead]->prefetch();
      // An attempt takes its answer right before its next question, because the attempt is in the
      // cache then.
      if (answers_[i] != kNoAnswer) attempts_[i]->settle_count(answers_[i]);
      answers_[i] = kNoAnswer;
      if (!advance(*attempts_[i], questions_.next())) {
        --active_;
        std::swap(attempts_[i], attempts_[active_]);
        std::swap(answers_[i], answers_[active_]);
        continue;
      }
      questions_.add(attempts_[i++]->known_digit());
    }
    if (count_limit_ != 0) {
      if (!questions_.count(solver_, count_limit_)) return false;
      for (std::size_t i = 0; i < active_; ++i) answers_[i] = questions_.solutions(i);
      return true;
    }
    const bool with_others = attempts_[0]->wants_others();
    if (!questions_.answer(solver_, with_others)) return false;
    for (std::size_t i = 0; i < active_; ++i) {
      answers_[i] = questions_.has_one_solution(i) ? 1 : 2;
      if (!with_others || answers_[i] == 1) continue;
      if (const Grid* const other = questions_.other(i)) attempts_[i]->note_other(*other);
    }
    return true;
  }

  // Sets `question` to the next question of the attempt. When the try of the attempt ends, the
  // attempt begins another try. Returns false if there is no other try to begin.
  bool advance(Attempt& attempt, Grid& question) {
    for (;;) {
      // Continue only if the try can still matter: no puzzle before this one failed, and no earlier
      // try for this puzzle succeeded.
      if (attempt.place() < end_ && attempt.attempt() < states_[attempt.place()].success) {
        if (attempt.candidate(question)) return true;
        conclude(attempt);
      }
      --states_[attempt.place()].running;
      if (attempt.place() < end_) wait(attempt.place());
      if (!start_try(attempt)) return false;
    }
  }

  void conclude(const Attempt& attempt) {
    State& state = states_[attempt.place()];
    if (finish(attempt)) {
      state.success = attempt.attempt();
      ++succeeded_;
      return;
    }
    ++failed_;
    if (++state.failed == constraints_.max_tries) end_ = attempt.place();
  }

  // Checks the result of a try against the constraints. If the result meets them, stores the puzzle
  // and returns true.
  bool finish(const Attempt& attempt) {
    MadePuzzle made;
    if (!attempt.take_result(made)) return false;
    if (constraints_.pattern) made.solution = solver_.solve(made.puzzle).solution;
    if (constraints_.clues) {
      const int clues = count_clues(made.puzzle);
      if (clues < constraints_.clues->fewest || clues > constraints_.clues->most) return false;
    }
    if (!has_empty_cells(made.puzzle)) return false;
    if (constraints_.minimal &&
        (constraints_.symmetry != Symmetry::kNone || constraints_.pattern) && !is_minimal(made)) {
      return false;
    }
    if (canonizer_ && !is_on_wanted_side(made.puzzle)) return false;
    // A full board has no level.
    if (constraints_.difficulty && count_clues(made.puzzle) == kCells) return false;
    if (rater_) made.rating = rater_->rate(made.puzzle);
    if (!has_wanted_obstacles(made.rating)) return false;
    if (constraints_.pattern && !has_wanted_rating(made.rating)) return false;
    made.tries = attempt.attempt() + 1;
    out_[attempt.place()] = made;
    return true;
  }

  bool has_empty_cells(const Grid& puzzle) const {
    std::array<int, 9> empty{};
    for (int cell = 0; cell < kCells; ++cell) empty[Cell(cell).box()] += puzzle.cells[cell] == 0;
    return *std::min_element(empty.begin(), empty.end()) >= constraints_.empty_in_each_box;
  }

  // REQUIRES: constraints_.split is set.
  bool is_on_wanted_side(const Grid& puzzle) {
    const SplitGoal& goal = *constraints_.split;
    return goes_to_test(canonizer_->canonize(puzzle).form, goal.share, goal.seed) == goal.is_test;
  }

  bool has_wanted_obstacles(const Rating& rating) const {
    const auto& wanted = constraints_.obstacles;
    return !wanted || (rating.is_exact && wanted->fewest <= rating.obstacles &&
                       rating.obstacles <= wanted->most);
  }

  // Only for puzzles of a pattern. The other attempts look for the rating themselves.
  bool has_wanted_rating(const Rating& rating) const {
    if (constraints_.difficulty) {
      return rating.is_exact && level_of(rating.score) == *constraints_.difficulty;
    }
    const auto& goal = constraints_.rating;
    return !goal ||
           (rating.is_exact && goal->lowest <= rating.score && rating.score <= goal->highest &&
            (!goal->hardest || *goal->hardest == rating.hardest));
  }

  bool is_minimal(const MadePuzzle& made) {
    trials_.clear();
    for (std::uint8_t cell = 0; cell < kCells; ++cell) {
      if (made.puzzle.cells[cell] == 0) continue;
      trials_.next() = made.puzzle;
      trials_.next().cells[cell] = 0;
      trials_.add({cell, made.solution.cells[cell]});
    }
    if (!trials_.answer(solver_)) {
      is_stopped_ = true;  // the result is unknown
      return false;
    }
    for (std::size_t k = 0; k < trials_.size(); ++k) {
      if (trials_.has_one_solution(k)) return false;
    }
    return true;
  }

  std::uint64_t seed_;
  PuzzleConstraints constraints_;
  Solver solver_;
  bool may_spare_ = !constraints_.unbiased;
  std::uint64_t tries_ = 0;                      // in all calls of make()
  std::shared_ptr<LimitedRater> limited_rater_;  // of all attempts; set only with a level or rating
  std::optional<Canonizer> canonizer_;           // set only with a side of a split
  std::optional<Rater> rater_;  // for ratings that the attempts do not find, and obstacles
  std::vector<std::unique_ptr<Attempt>> attempts_;
  // [attempt]: the answer that the attempt has not taken yet, as a number of solutions
  std::vector<std::uint64_t> answers_;
  // Not 0: the attempts need the number of solutions up to this limit.
  std::uint64_t count_limit_ = constraints_.pattern         ? puzzles::PatternWalk::kLimit
                               : constraints_.solutions > 1 ? constraints_.solutions + 1
                                                            : 0;
  puzzles::QuestionBatch questions_;
  puzzles::QuestionBatch trials_{kCells};
  // The state of the current call of make().
  std::uint64_t first_ = 0;
  std::span<const std::uint64_t> numbers_;  // the numbers of the puzzles; empty: first_ and so on
  std::span<MadePuzzle> out_;
  std::span<const Grid> boards_;  // the boards of the puzzles; empty: random ones
  // The number of puzzles to make: all of out_, or those before the first puzzle that failed.
  std::size_t end_ = 0;
  std::size_t begun_ = 0;    // the number of puzzles whose first try has begun
  std::size_t active_ = 0;   // attempts_[0, active_) have a running try
  bool is_stopped_ = false;  // is_minimal() or a rating was cancelled
  std::vector<State> states_;
  std::uint64_t failed_ = 0, succeeded_ = 0;  // numbers of tries
  std::vector<std::size_t> unfinished_;       // puzzles that start_spare_try() may choose
  std::vector<std::size_t> waiting_;  // a heap of the puzzles that may begin a try, lowest first
};

// The parts of a mixture, or a single part.
class PuzzleMaker::Parts {
 public:
  Parts(std::uint64_t seed, std::span<const PuzzlePart> parts) : seed_(seed) {
    for (const PuzzlePart& part : parts) ends_.push_back(total() + part.share.parts);
  }

  std::vector<std::unique_ptr<Pool>>& pools() { return pools_; }

  Outcome make(std::uint64_t first, std::span<MadePuzzle> out, std::span<const Grid> boards) {
    if (pools_.size() == 1) return pools_.front()->make(first, {}, out, boards);
    part_of_.resize(out.size());
    for (std::size_t k = 0; k < out.size(); ++k) part_of_[k] = draw(first + k);
    Outcome outcome{{}, out.size()};
    for (std::size_t part = 0; part < pools_.size(); ++part) {
      // Only the puzzles before the first one that could not be made matter.
      places_.clear();
      numbers_.clear();
      for (std::size_t k = 0; k < outcome.made; ++k) {
        if (part_of_[k] != part) continue;
        places_.push_back(k);
        numbers_.push_back(first + k);
      }
      if (numbers_.empty()) continue;
      made_.resize(numbers_.size());
      const Outcome own = pools_[part]->make(0, numbers_, made_, {});
      if (own.status.code() == ErrorCode::kInterrupted) return own;
      for (std::size_t k = 0; k < own.made; ++k) {
        out[places_[k]] = made_[k];
        out[places_[k]].part = static_cast<std::uint8_t>(part);
      }
      if (!own.status.ok()) outcome = {in_part(part, own.status), places_[own.made]};
    }
    return outcome;
  }

  static Status in_part(std::size_t part, const Status& status) {
    return {status.code(), "part " + std::to_string(part + 1) + ": " + status.message()};
  }

 private:
  std::uint64_t total() const { return ends_.empty() ? 0 : ends_.back(); }

  // The part of puzzle `index`: the one whose interval of 0..total() contains a random point. The
  // point is the upper half of a product, so its error is below 2^-29 of a share.
  std::size_t draw(std::uint64_t index) const {
    __extension__ using Wide = unsigned __int128;
    RandomStream random(seed_, index, RandomPurpose::kMixture);
    const std::uint64_t high = random.next();
    const auto point = static_cast<std::uint64_t>(Wide{high << 32 | random.next()} * total() >> 64);
    return static_cast<std::size_t>(std::ranges::upper_bound(ends_, point) - ends_.begin());
  }

  std::uint64_t seed_;
  std::vector<std::uint64_t> ends_;  // [part]: the sum of the shares up to this part
  std::vector<std::unique_ptr<Pool>> pools_;
  // Of the current call of make().
  std::vector<std::size_t> part_of_, places_;
  std::vector<std::uint64_t> numbers_;
  std::vector<MadePuzzle> made_;
};

Result<PuzzleMaker> PuzzleMaker::create(std::uint64_t seed, const PuzzleConstraints& constraints,
                                        std::string_view engine) {
  const PuzzlePart only{{Share::kWhole}, constraints};
  return create_mixture(seed, std::span(&only, 1), engine);
}

Result<PuzzleMaker> PuzzleMaker::create_mixture(std::uint64_t seed,
                                                std::span<const PuzzlePart> parts,
                                                std::string_view engine) {
  if (parts.empty() || parts.size() > kMostParts) {
    return usage("a mixture has 1 to " + std::to_string(kMostParts) + " parts, got " +
                 std::to_string(parts.size()));
  }
  const bool is_mixture = parts.size() > 1;
  const bool counts_obstacles = std::ranges::any_of(
      parts, [](const PuzzlePart& part) { return part.constraints.obstacles.has_value(); });
  auto made = std::make_unique<Parts>(seed, parts);
  for (const PuzzlePart& part : parts) {
    Status status = puzzles::check_constraints(part.constraints);
    if (status.ok() && (part.share.parts < 1 || part.share.parts > Share::kWhole)) {
      status = usage("the share of a part is above 0, and at most the whole");
    }
    if (status.ok() && is_mixture && part.constraints.unbiased) {
      status =
          usage("unbiased puzzles are not mixed with others: their weights have no meaning then");
    }
    const auto number = static_cast<std::size_t>(&part - parts.data());
    if (!status.ok()) return is_mixture ? Parts::in_part(number, status) : status;
    Result<Solver> solver = Solver::create(engine);
    if (!solver.ok()) return solver.status();
    made->pools().push_back(
        std::make_unique<Pool>(seed, part.constraints, counts_obstacles, *std::move(solver)));
  }
  return PuzzleMaker(std::move(made));
}

PuzzleMaker::PuzzleMaker(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
PuzzleMaker::PuzzleMaker(PuzzleMaker&&) noexcept = default;
PuzzleMaker& PuzzleMaker::operator=(PuzzleMaker&&) noexcept = default;
PuzzleMaker::~PuzzleMaker() = default;

void PuzzleMaker::set_stop(std::function<bool()> should_stop) {
  for (const auto& pool : parts_->pools()) pool->set_stop(should_stop);
}

std::string_view PuzzleMaker::engine() const {
  return parts_->pools().front()->engine();
}

std::uint64_t PuzzleMaker::tries() const {
  std::uint64_t tries = 0;
  for (const auto& pool : parts_->pools()) tries += pool->tries();
  return tries;
}

PuzzleMaker::Outcome PuzzleMaker::make(std::uint64_t first, std::span<MadePuzzle> out,
                                       std::span<const Grid> boards) {
  return parts_->make(first, out, boards);
}

}  // namespace dokumill
