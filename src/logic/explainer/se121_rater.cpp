// Se121Rater: takes the first step of the easiest technique until the puzzle is solved.
#include <algorithm>

#include "dokumill/explainer.hpp"
#include "logic/explainer/basics.hpp"
#include "logic/explainer/ending.hpp"
#include "logic/explainer/finders.hpp"
#include "logic/explainer/limited_rater.hpp"
#include "logic/explainer/multiple_chains.hpp"
#include "logic/explainer/static_chains.hpp"

namespace dokumill {
namespace logic::explainer {

struct Chains {
  StaticChains fixed;
  Work work;
  MultipleChains multiple{work};
  int bound = 0;  // in tenths: if no step is found, the next one has at least this score
};

namespace {

// A row of the search: one producer of steps, in the order in which Sudoku Explainer asks them.
struct Producer {
  int lowest;  // no step scores less, in tenths
  bool (*find)(const Board& board, Chains& chains, Hint& hint);
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
  return chains.fixed.find(board, hint);
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
    {45, plain<find_unique_loop>},
    {50, sized<find_naked_set, 4>},
    {52, sized<find_fish, 4>},
    {54, sized<find_hidden_set, 4>},
    {56, plain<find_bug>},
    {62, sized<find_aligned_exclusion, 2>},
    {65, find_static},
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
// The first producers are those of Basics.
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
  Ending ending;
  Hint hint;

  bool find(const Board& board, std::size_t first, const RatingLimits& limits) {
    const int lowest = std::min(limits.score, limits.technique);
    hint.clear();
    chains.bound = info_of(Se121Technique::kNestedForcingChains).lowest;
    for (std::size_t i = first; i < std::size(kProducers) && kProducers[i].lowest <= lowest; ++i) {
      if (kProducers[i].find(board, chains, hint)) return hint.score <= limits.score;
    }
    return false;
  }

  LimitedRating rate(const Grid& puzzle, std::vector<Se121Step>* steps,
                     const RatingLimits& limits = {}) {
    LimitedRating result;
    Se121Rating& rating = result.rating;
    rating.clues = count_clues(puzzle);
    chains.work.done = 0;
    Board board(puzzle);
    if (steps == nullptr) basics.begin(board, std::min(limits.score, limits.technique));
    while (!board.is_solved()) {
      std::size_t first = 0;
      if (steps == nullptr) {
        basics.run(rating);
        if (board.is_solved()) break;
        first = kBasics;
      }
      if (!find(board, first, limits)) {
        result.open = board.open();
        break;
      }
      const int before = rating.score;
      note_step(rating, hint.score, hint.technique, hint.cell >= 0);
      if (steps != nullptr) {
        store(hint, *steps);
        hint.apply(board);
        continue;
      }
      basics.apply(hint);
      if (rating.score == before && hint.technique < Se121Technique::kAlignedTripletExclusion) {
        continue;
      }
      if (limits.has_none() && rating.score >= kLowestChain &&
          ending.is_solved_by(rating.score, basics, board)) {
        if (rating.pearl == 0) rating.pearl = rating.score;
        break;
      }
    }
    if (steps != nullptr) rating.steps = static_cast<int>(steps->size());
    return result;
  }

  // Of a path without a limit that ended early.
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

LimitedRating LimitedRater::rate(const Grid& puzzle, const RatingLimits& limits) {
  return state_->rate(puzzle, nullptr, limits);
}

}  // namespace logic::explainer

struct Se121Rater::State : logic::explainer::RaterState {};

Se121Rater::Se121Rater(std::uint64_t most_work) : state_(std::make_unique<State>()) {
  state_->chains.work.most = most_work;
}
Se121Rater::~Se121Rater() = default;
Se121Rater::Se121Rater(Se121Rater&&) noexcept = default;
Se121Rater& Se121Rater::operator=(Se121Rater&&) noexcept = default;

Se121Rating Se121Rater::rate(const Grid& puzzle) {
  return state_->rate_all(puzzle, nullptr);
}

Se121Rating Se121Rater::rate(const Grid& puzzle, std::vector<Se121Step>& steps) {
  steps.clear();
  return state_->rate_all(puzzle, &steps);
}

}  // namespace dokumill
