// Se121Rater: takes the first step of the easiest technique until the puzzle is solved.
#include <algorithm>
#include <utility>

#include "dokumill/explainer.hpp"
#include "explainer/basics.hpp"
#include "explainer/finders.hpp"
#include "explainer/limited_rater.hpp"
#include "explainer/multiple_chains.hpp"
#include "explainer/possible_loops.hpp"
#include "explainer/shortcut.hpp"
#include "explainer/static_chains.hpp"

namespace dokumill {
namespace explainer {

struct Chains {
  StaticChains fixed;
  StaticChains::Watch watch;
  Work work;
  MultipleChains multiple{work};
  int bound = 0;  // in tenths; if no step is found, the next step has at least this score
};

namespace {

// A producer: a function that finds steps, and the lowest score of these steps. kProducers lists
// the producers in the order in which Sudoku Explainer tries them.
struct Producer {
  int lowest;  // the lowest possible score of a step, in tenths
  bool (*find)(const Board& board, Chains& chains, Hint& hint);
  // RaterState::find() skips the producers of the kind kUniqueness or kStatic if the board
  // certainly has no step of this kind.
  enum Kind { kOther, kUniqueness, kStatic } kind = kOther;
};

template <bool (*kFind)(const Board&, Hint&)>
bool plain(const Board& board, Chains&, Hint& hint) {
  return kFind(board, hint);
}
template <bool (*kFind)(const Board&, int, Hint&), int kSize>
bool sized(const Board& board, Chains&, Hint& hint) {
  return kFind(board, kSize, hint);
}
bool find_static(const Board& board, Chains& chains, Hint& hint) {
  return chains.fixed.find(board, hint, chains.watch);
}
bool find_nishio(const Board& board, Chains& chains, Hint& hint) {
  return chains.multiple.find(board, {.is_dynamic = true, .is_nishio = true}, 7.5,
                              Se121Technique::kNishio, hint);
}
bool find_multiple(const Board& board, Chains& chains, Hint& hint) {
  return chains.multiple.find(board, {.is_multiple = true}, 8.0,
                              Se121Technique::kMultipleForcingChains, hint);
}
bool find_dynamic(const Board& board, Chains& chains, Hint& hint) {
  return chains.multiple.find(board, {.is_multiple = true, .is_dynamic = true}, 8.5,
                              Se121Technique::kDynamicForcingChains, hint);
}
bool find_dynamic_plus(const Board& board, Chains& chains, Hint& hint) {
  return chains.multiple.find(board, {.is_multiple = true, .is_dynamic = true, .level = 1}, 9.0,
                              Se121Technique::kDynamicForcingChainsPlus, hint);
}
template <int kLevel>
bool find_nested(const Board& board, Chains& chains, Hint& hint) {
  if (chains.work.is_spent()) return false;
  chains.bound = 85 + 5 * kLevel;
  return chains.multiple.find(board, {.is_multiple = true, .is_dynamic = true, .level = kLevel},
                              8.5 + 0.5 * kLevel, Se121Technique::kNestedForcingChains, hint);
}

constexpr Producer kProducers[] = {
    {10, plain<find_hidden_single>},
    {17, plain<find_direct_locking>},
    {20, sized<find_direct_hidden_set, 2>},
    {23, plain<find_naked_single>},
    {25, sized<find_direct_hidden_set, 3>},
    {26, plain<find_locking>},
    {30, sized<find_naked_set, 2>},
    {32, sized<find_fish, 2>},
    {34, sized<find_hidden_set, 2>},
    {36, sized<find_naked_set, 3>},
    {38, sized<find_fish, 3>},
    {40, sized<find_hidden_set, 3>},
    {42, sized<find_wing, 2>},
    {44, sized<find_wing, 3>},
    {45, plain<find_unique_loop>, Producer::kUniqueness},
    {50, sized<find_naked_set, 4>},
    {52, sized<find_fish, 4>},
    {54, sized<find_hidden_set, 4>},
    {56, plain<find_bug>, Producer::kUniqueness},
    {62, sized<find_aligned_exclusion, 2>},
    {65, find_static, Producer::kStatic},
    {75, sized<find_aligned_exclusion, 3>},
    {75, find_nishio},
    {80, find_multiple},
    {85, find_dynamic},
    {90, find_dynamic_plus},
    {95, find_nested<2>},
    {100, find_nested<3>},
    {105, find_nested<4>},
    {110, find_nested<5>},
};
// The first kBasics producers find the steps that Basics takes.
constexpr std::size_t kBasics = 14;

void store(const Hint& hint, std::vector<Se121Step>& steps) {
  Se121Step& step = steps.emplace_back();
  step.technique = hint.technique;
  step.score = hint.score;
  if (hint.cell >= 0) step.placement = Candidate{Cell(hint.cell), Digit(hint.digit + 1)};
  for (const Removal& gone : hint.removals) {
    for_each_bit(gone.digits, [&](int digit) {
      step.eliminations.push_back({Cell(gone.cell), Digit(digit + 1)});
    });
  }
  std::sort(step.eliminations.begin(), step.eliminations.end());
}

}  // namespace

struct RaterState {
  Chains chains;
  Basics basics;
  Shortcut shortcut;
  bool may_go_on = false;  // whether the rating may continue from shortcut.stuck()
  Hint hint;

  // Kinds of steps that a board certainly does not have.
  struct Without {
    bool uniqueness = false;
    bool chains = false;
  };

  bool find(const Board& board, std::size_t first, const RatingLimits& limits, Without without) {
    const int lowest = std::min(limits.score, limits.technique);
    hint.clear();
    chains.bound = info_of(Se121Technique::kNestedForcingChains).lowest;
    for (std::size_t i = first; i < std::size(kProducers) && kProducers[i].lowest <= lowest; ++i) {
      if (without.uniqueness && kProducers[i].kind == Producer::kUniqueness) continue;
      if (without.chains && kProducers[i].kind == Producer::kStatic) continue;
      if (kProducers[i].find(board, chains, hint)) return hint.score <= limits.score;
    }
    return false;
  }

  // Returns true if the rating can certainly continue from the board shortcut.stuck() (see
  // statement 2 in shortcut.hpp). In this case, `hint` is the next step on this board, or empty if
  // the limit of the work was reached.
  bool find_ahead(const Se121Rating& rating, const Board& board) {
    if (!shortcut.is_ahead() || !may_go_on) return false;
    const Board& stuck = shortcut.stuck();
    may_go_on = !may_have_bug(stuck);
    if (!may_go_on || may_have_loop(board, stuck)) return false;
    const std::uint64_t done = chains.work.done;
    chains.watch = {.score = shortcut.stuck_score(), .fewest_nodes = shortcut.fewest_nodes()};
    const bool is_found =
        find(stuck, kBasics, {}, {.uniqueness = true, .chains = shortcut.is_without_chain()});
    const bool is_harder = hint.score > shortcut.stuck_score();
    const bool is_later = hint.technique >= Se121Technique::kAlignedTripletExclusion &&
                          shortcut.stuck_score() <= rating.score;
    may_go_on = !is_found || (!chains.watch.may_have_cycle && (is_harder || is_later));
    chains.watch = {};
    if (!may_go_on) chains.work.done = done;
    return may_go_on;
  }

  LimitedRating rate(const Grid& puzzle, std::vector<Se121Step>* steps,
                     const RatingLimits& limits = {}) {
    LimitedRating result;
    Se121Rating& rating = result.rating;
    rating.clues = count_clues(puzzle);
    chains.work.done = 0;
    chains.work.is_stopped = false;
    const bool is_short = steps == nullptr && limits.has_none();
    shortcut.forget();
    Board board(puzzle);
    if (steps == nullptr) basics.begin(board, std::min(limits.score, limits.technique));
    while (!board.is_solved()) {
      chains.work.poll();
      if (chains.work.is_stopped) {
        result.open = board.open();
        break;
      }
      std::size_t first = 0;
      if (steps == nullptr) {
        basics.run(rating);
        if (board.is_solved()) break;
        first = kBasics;
      }
      // Two scores need the exact path (see shortcut.hpp): the score of the first step, and
      // `pearl`, the highest score up to the first placement.
      Without without;
      if (is_short && (rating.pearl != 0 || rating.score >= kLowestChain)) {
        if (!shortcut.is_known()) {
          shortcut.look_ahead(rating.score, basics, board);
          may_go_on = rating.pearl != 0;
        }
        if (shortcut.is_solved() && shortcut.score() <= rating.score) {
          note_last(rating);
          break;
        }
        if (find_ahead(rating, board)) {
          board = shortcut.stuck();
          basics = shortcut.stuck_basics();
          basics.move_to(board);
          if (hint.is_empty()) {
            result.open = board.open();
            break;
          }
          if (take(rating)) break;
          continue;
        }
        without.chains = !shortcut.is_ahead() && shortcut.is_without_chain();
      }
      if (!find(board, first, limits, without)) {
        result.open = board.open();
        break;
      }
      if (steps != nullptr) {
        note_step(rating, hint.score, hint.technique, hint.cell >= 0);
        store(hint, *steps);
        hint.apply(board);
      } else if (take(rating)) {
        break;
      }
    }
    if (steps != nullptr) rating.steps = static_cast<int>(steps->size());
    return result;
  }

  // Takes the step in `hint`. Returns true if it is certain that no harder step follows.
  bool take(Se121Rating& rating) {
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
  void note_last(Se121Rating& rating) const {
    if (rating.pearl == 0) rating.pearl = rating.score;
  }

  // Completes the rating. REQUIRES: the path ended before the puzzle was solved or the rating was
  // stopped, and there were no RatingLimits.
  void note_end(Se121Rating& rating) const {
    rating.is_exact = false;
    rating.hardest = Se121Technique::kNestedForcingChains;
    rating.score = std::max(rating.score, chains.bound);
    if (rating.pearl == 0) rating.pearl = rating.score;
    if (rating.diamond == 0) rating.diamond = rating.score;
  }

  Se121Rating rate_all(const Grid& puzzle, std::vector<Se121Step>* steps) {
    LimitedRating result = rate(puzzle, steps);
    if (result.open != 0) note_end(result.rating);
    return result.rating;
  }
};

LimitedRater::LimitedRater(std::uint64_t most_work) : state_(std::make_unique<RaterState>()) {
  state_->chains.work.most = most_work;
}
LimitedRater::~LimitedRater() = default;

void LimitedRater::set_stop(std::function<bool()> should_stop) {
  state_->chains.work.should_stop = std::move(should_stop);
}

LimitedRating LimitedRater::rate(const Grid& puzzle, const RatingLimits& limits) {
  return state_->rate(puzzle, nullptr, limits);
}

}  // namespace explainer

struct Se121Rater::State : explainer::RaterState {};

Se121Rater::Se121Rater(std::uint64_t most_work) : state_(std::make_unique<State>()) {
  state_->chains.work.most = most_work;
}
Se121Rater::~Se121Rater() = default;
Se121Rater::Se121Rater(Se121Rater&&) noexcept = default;
Se121Rater& Se121Rater::operator=(Se121Rater&&) noexcept = default;

void Se121Rater::set_stop(std::function<bool()> should_stop) {
  state_->chains.work.should_stop = std::move(should_stop);
}

Se121Rating Se121Rater::rate(const Grid& puzzle) {
  return state_->rate_all(puzzle, nullptr);
}

Se121Rating Se121Rater::rate(const Grid& puzzle, std::vector<Se121Step>& steps) {
  steps.clear();
  return state_->rate_all(puzzle, &steps);
}

}  // namespace dokumill
