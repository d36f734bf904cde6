// Rater and Explainer: take the first step of the easiest technique until the puzzle is solved.
#include <algorithm>
#include <utility>

#include "dokumill/explainer.hpp"
#include "engine/explainer/patterns/possible_loops.hpp"
#include "engine/explainer/rating/limited_rater.hpp"
#include "engine/explainer/rating/shortcut.hpp"
#include "engine/explainer/rating/technique_table.hpp"
#include "engine/explainer/steps/implication.hpp"

namespace dokumill {
namespace explainer {

namespace {

// A finder, and the lowest score of its steps in tenths.
struct Finder {
  int lowest;
  Find find;
  Family family;
};

// Nested chains have a finder for each level. The first one is in the table.
constexpr Finder kDeeperFinders[] = {
    {in_tenths(kNestedRules<3>.base), multiple<kNestedRules<3>>, Family::kMultiple},
    {in_tenths(kNestedRules<4>.base), multiple<kNestedRules<4>>, Family::kMultiple},
    {in_tenths(kNestedRules<5>.base), multiple<kNestedRules<5>>, Family::kMultiple},
};

constexpr std::size_t count_finders(std::size_t techniques) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < techniques; ++i) count += kTechniqueTable[i].find != nullptr ? 1 : 0;
  return count;
}
// The first finders find the steps that Basics takes.
constexpr std::size_t kBasicFinders = count_finders(kBasicTechniques);

// In the order in which Sudoku Explainer tries them.
constexpr auto kFinders = [] {
  std::array<Finder, count_finders(kTechniques) + std::size(kDeeperFinders)> finders{};
  std::size_t count = 0;
  for (const TechniqueRow& row : kTechniqueTable) {
    if (row.find != nullptr) finders[count++] = {row.info.lowest, row.find, row.family};
  }
  for (const Finder& finder : kDeeperFinders) finders[count++] = finder;
  return finders;
}();

}  // namespace

struct RaterState {
  Chains chains;
  Board board;
  Basics basics;
  Shortcut shortcut;
  bool may_go_on = false;  // whether the rating may continue from shortcut.stuck()
  Hint hint;
  RaterWork before;  // the work before this rating, and all searches
  int bound = 0;     // in tenths; if find() finds no step, the next step has at least this score
  RaterOptions options;
  bool is_idle = true;  // see run()

  explicit RaterState(const RaterOptions& wanted) : options(wanted) {
    chains.work.max = wanted.most_work;
  }
  void set_stop(std::function<bool()> should_stop) {
    chains.work.should_stop = std::move(should_stop);
  }

  // Kinds of steps that a board certainly does not have.
  struct Without {
    bool uniqueness = false;
    bool chains = false;
  };

  bool find(const Board& on, std::size_t first, const RatingLimits& limits, Without without) {
    const int lowest = std::min(limits.score, limits.technique);
    hint.clear();
    bound = info_of(Technique::kNestedForcingChains).lowest;
    for (std::size_t i = first; i < kFinders.size(); ++i) {
      const Finder& finder = kFinders[i];
      if (finder.lowest > lowest) {
        bound = finder.lowest;
        return false;
      }
      // A search that the limit of the work ends does not show that the step is harder.
      if (!chains.work.is_spent()) bound = std::max(bound, finder.lowest);
      if (without.uniqueness && finder.family == Family::kUniqueness) continue;
      if (without.chains && finder.family == Family::kStatic) continue;
      ++before.searches;
      if (!finder.find(on, chains, hint)) continue;
      bound = hint.score;
      return hint.score <= limits.score;
    }
    return false;
  }

  // Returns true if the rating can certainly continue from the board shortcut.stuck() (see
  // statement 2 in shortcut.hpp). In this case, `hint` is the next step on this board, or empty if
  // the limit of the work was reached.
  bool find_ahead(const Rating& rating) {
    if (!shortcut.is_ahead() || !may_go_on) return false;
    const Board& stuck = shortcut.stuck();
    may_go_on = !may_have_bug(stuck);
    if (!may_go_on || may_have_loop(board, stuck)) return false;
    const std::uint64_t done = chains.work.done;
    chains.watch = {.score = shortcut.stuck_score(), .fewest_nodes = shortcut.fewest_nodes()};
    const bool is_found =
        find(stuck, kBasicFinders, {}, {.uniqueness = true, .chains = shortcut.is_without_chain()});
    const bool is_harder = hint.score > shortcut.stuck_score();
    const bool is_later = hint.technique >= Technique::kAlignedTripletExclusion &&
                          shortcut.stuck_score() <= rating.score;
    may_go_on = !is_found || (!chains.watch.may_have_cycle && (is_harder || is_later));
    chains.watch = {};
    if (!may_go_on) {
      before.assumptions += chains.work.done - done;
      chains.work.done = done;
    }
    return may_go_on;
  }

  // Rates the puzzle without its exact path. `may_skip`: whether the path may be left out where its
  // ratings are known; if not, `rating` of the result is that of the exact path up to the limits.
  LimitedRating rate(const Grid& puzzle, const RatingLimits& limits, bool may_skip) {
    LimitedRating result;
    Rating& rating = result.rating;
    begin(puzzle, rating);
    basics.begin(board, std::min(limits.score, limits.technique));
    while (!board.is_solved()) {
      if (is_stopped()) break;
      basics.run(rating);
      if (board.is_solved()) break;
      // Two scores need the exact path (see shortcut.hpp): the score of the first step, and
      // `pearl`, the highest score up to the first placement.
      Without without;
      if (may_skip && (rating.pearl != 0 || rating.score >= kLowestChain)) {
        if (!shortcut.is_known()) {
          shortcut.look_ahead(rating.score, basics, board);
          may_go_on = rating.pearl != 0;
        }
        if (shortcut.is_solved() && shortcut.score() <= rating.score) {
          note_last(rating);
          return result;
        }
        if (find_ahead(rating)) {
          board = shortcut.stuck();
          basics = shortcut.stuck_basics();
          basics.move_to(board);
          if (hint.is_empty()) break;
          if (take(rating)) return result;
          continue;
        }
        without.chains = !shortcut.is_ahead() && shortcut.is_without_chain();
      }
      if (!find(board, kBasicFinders, limits, without)) break;
      if (take(rating)) return result;
    }
    result.open = board.open_cells();
    return result;
  }

  // See LimitedRater::rate_roughly().
  LimitedRating rate_roughly(const Grid& puzzle, int max) {
    LimitedRating result;
    begin(puzzle, result.rating);
    basics.begin(board, max);
    basics.run(result.rating);
    if (board.is_solved()) return result;
    result.rating.score = kFinders[kBasicFinders].lowest;
    result.open = board.open_cells();
    if (max < kLowestChain) return result;
    shortcut.look_ahead(max, basics, board, max);
    result.open = shortcut.is_solved() ? CellSet() : shortcut.stuck().open_cells();
    return result;
  }

  // Finds the next step of the exact path. Most steps are hidden singles, and no step is easier, so
  // they are searched for first: in 1,000 minimal puzzles, this finds 54,674 of 61,158 steps.
  bool find_next(const RatingLimits& limits) {
    const std::uint32_t singles = basics.houses_with_single();
    if (singles == 0 || limits.score < kFinders[0].lowest) {
      return find(board, first_finder(limits), limits, {});
    }
    hint.clear();
    take_hidden_single(board, singles, hint);
    bound = hint.score;
    return hint.score <= limits.score;
  }

  // The finder of the easiest step that Basics finds, but none above the limit. The finders before
  // it find nothing.
  std::size_t first_finder(const RatingLimits& limits) {
    const int score = std::min(basics.easiest(), limits.score);
    std::size_t first = 0;
    while (first < kBasicFinders && kFinders[first + 1].lowest <= score) ++first;
    return first;
  }

  // Rates the puzzle along the exact path. Calls use() before the step in `hint` is taken on
  // `board`; if use() returns false, the path ends after this step.
  template <class Use>
  LimitedRating walk(const Grid& puzzle, const RatingLimits& limits, Use use) {
    LimitedRating result;
    Rating& rating = result.rating;
    begin(puzzle, rating);
    basics.begin(board, limits.score);
    bool is_in_obstacle = false;
    while (!board.is_solved()) {
      if (is_stopped() || !find_next(limits)) break;
      const bool is_obstacle = family_of(hint.technique) != Family::kSingle;
      if (is_obstacle && !is_in_obstacle) ++rating.obstacles;
      is_in_obstacle = is_obstacle;
      note_step(rating, hint.score, hint.technique, hint.cell >= 0);
      const bool goes_on = use();
      basics.apply(hint);
      if (!goes_on) break;
    }
    result.open = board.open_cells();
    return result;
  }

  void begin(const Grid& puzzle, Rating& rating) {
    rating.clues = count_clues(puzzle);
    before.assumptions += chains.work.done;
    chains.work.done = 0;
    chains.work.is_stopped = false;
    shortcut.forget();
    board = Board(puzzle);
  }

  bool is_stopped() {
    chains.work.poll();
    return chains.work.is_stopped;
  }

  // Takes the step in `hint`. Returns true if it is certain that no harder step follows.
  bool take(Rating& rating) {
    note_step(rating, hint.score, hint.technique, hint.cell >= 0);
    basics.apply(hint);
    if (!shortcut.is_known()) return false;
    if (shortcut.is_solved() && hint.score == shortcut.score()) {
      note_last(rating);
      return true;
    }
    shortcut.note(hint);
    return false;
  }

  // Completes the rating when it is certain that no harder step follows.
  void note_last(Rating& rating) const {
    if (rating.pearl == 0) rating.pearl = rating.score;
  }

  // Completes the rating of a path that ended before the puzzle was solved.
  void note_end(Rating& rating) const {
    rating.is_exact = false;
    rating.hardest =
        chains.work.is_spent() ? Technique::kNestedForcingChains : Technique::kFullHouse;
    rating.score = std::max(rating.score, bound);
    if (rating.pearl == 0) rating.pearl = rating.score;
    if (rating.diamond == 0) rating.diamond = rating.score;
  }

  // See Explainer::explain().
  Rating explain(const Grid& puzzle, const std::function<bool(const Step&)>& take_step) {
    bool is_ended = false;
    auto [rating, open] = walk(puzzle, {.score = options.at_most}, [&] {
      Step& step = hint.step();
      const Family family = family_of(hint.technique);
      if (family == Family::kStatic) chains.fixed.explain(step);
      if (family == Family::kMultiple) chains.multiple.explain(step);
      is_ended = !take_step(step);
      return !is_ended;
    });
    if (!open.empty() && is_ended) {
      rating.is_exact = false;
    } else if (!open.empty()) {
      note_end(rating);
    }
    return rating;
  }

  Rating rate_all(const Grid& puzzle) {
    RatingLimits limits;
    if (options.at_most < kMostScore) limits.score = options.at_most;
    LimitedRating result = options.counts_obstacles ? walk(puzzle, limits, [] { return true; })
                                                    : rate(puzzle, limits, limits.has_none());
    if (result.open.empty()) return result.rating;
    // Basics does not search for the step above the limit.
    if (limits.score < kFinders[kBasicFinders].lowest) find(board, 0, limits, {});
    note_end(result.rating);
    return result.rating;
  }
};

// Returns call(state). If an exception left the last call (memory ran out, or a function of the
// caller threw), searches may have ended in the middle. The call then gets a new state.
template <class State, class Call>
auto run(std::unique_ptr<State>& state, Call call) {
  if (!state->is_idle) {
    auto fresh = std::make_unique<State>(state->options);
    fresh->set_stop(std::move(state->chains.work.should_stop));
    state = std::move(fresh);
  }
  state->is_idle = false;
  auto result = call(*state);
  state->is_idle = true;
  return result;
}

LimitedRater::LimitedRater(std::uint64_t most_work)
    : state_(std::make_unique<RaterState>(RaterOptions{.most_work = most_work})) {}
LimitedRater::~LimitedRater() = default;

void LimitedRater::set_stop(std::function<bool()> should_stop) {
  state_->set_stop(std::move(should_stop));
}

LimitedRating LimitedRater::rate(const Grid& puzzle, const RatingLimits& limits) {
  return run(state_,
             [&](RaterState& state) { return state.rate(puzzle, limits, limits.has_none()); });
}

LimitedRating LimitedRater::rate_roughly(const Grid& puzzle, int max) {
  return run(state_, [&](RaterState& state) { return state.rate_roughly(puzzle, max); });
}

LimitedRating LimitedRater::walk(const Grid& puzzle, const std::function<void(const Hint&)>& take) {
  return run(state_, [&](RaterState& state) {
    return state.walk(puzzle, {}, [&] {
      take(state.hint);
      return true;
    });
  });
}

}  // namespace explainer

struct Rater::State : explainer::RaterState {
  using RaterState::RaterState;
};

Rater::Rater(const RaterOptions& options) : state_(std::make_unique<State>(options)) {}
Rater::~Rater() = default;
Rater::Rater(Rater&&) noexcept = default;
Rater& Rater::operator=(Rater&&) noexcept = default;

void Rater::set_stop(std::function<bool()> should_stop) {
  state_->set_stop(std::move(should_stop));
}

Rating Rater::rate(const Grid& puzzle) {
  return explainer::run(state_, [&](State& state) { return state.rate_all(puzzle); });
}

RaterWork Rater::work() const {
  RaterWork work = state_->before;
  work.assumptions += state_->chains.work.done;
  return work;
}

struct Explainer::State : explainer::RaterState {
  using RaterState::RaterState;
};

Explainer::Explainer(const RaterOptions& options) : state_(std::make_unique<State>(options)) {}
Explainer::~Explainer() = default;
Explainer::Explainer(Explainer&&) noexcept = default;
Explainer& Explainer::operator=(Explainer&&) noexcept = default;

void Explainer::set_stop(std::function<bool()> should_stop) {
  state_->set_stop(std::move(should_stop));
}

Rating Explainer::explain(const Grid& puzzle, const std::function<bool(const Step&)>& take) {
  return explainer::run(state_, [&](State& state) { return state.explain(puzzle, take); });
}

}  // namespace dokumill
