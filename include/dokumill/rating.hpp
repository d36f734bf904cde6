// The rating of a puzzle: the rating that Sudoku Explainer 1.2.1 gives it.
//
// Sudoku Explainer (N. Juillerat, 2006) solves a puzzle step by step and always takes the first
// step of the easiest technique that makes progress. The rating of the puzzle is the score of its
// hardest step. This library implements the same techniques independently, with the same scores and
// in the same order of search. docs/rating.md has the measured agreement. explainer.hpp has the
// steps themselves, with their reasons.
//
// REQUIRES for every call: the puzzle has exactly one solution.
//
// Errors: none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "dokumill/grid.hpp"

namespace dokumill {

// In the order of their lowest scores, which is nearly the order of the search.
enum class Technique : std::uint8_t {
  kFullHouse,
  kHiddenSingleInBox,
  kHiddenSingleInLine,
  kDirectPointing,
  kDirectClaiming,
  kDirectHiddenPair,
  kNakedSingle,
  kDirectHiddenTriplet,
  kPointing,
  kClaiming,
  kNakedPair,
  kXWing,
  kHiddenPair,
  kNakedTriplet,
  kSwordfish,
  kHiddenTriplet,
  kXyWing,
  kXyzWing,
  kUniqueRectangle,
  kUniqueLoop,
  kNakedQuad,
  kJellyfish,
  kHiddenQuad,
  kBugType1,
  kBugType2,
  kBugType3,
  kBugType4,
  kAlignedPairExclusion,
  kXCycle,
  kYCycle,
  kForcingXChain,
  kXyCycle,
  kForcingChain,
  kAlignedTripletExclusion,
  kNishio,
  kMultipleForcingChains,
  kDynamicForcingChains,
  kDynamicForcingChainsPlus,
  kNestedForcingChains,
};
inline constexpr int kTechniques = static_cast<int>(Technique::kNestedForcingChains) + 1;

// One row of the table of techniques.
struct TechniqueInfo {
  Technique technique;
  std::string_view name;          // unique in the table
  std::string_view chinese_name;  // UTF-8; unique in the table
  int lowest;                     // the lowest score of a step, in tenths
  int highest;  // the highest score of a step; kMostScore for chains of any length
};
// No score is higher than this, in tenths. The hardest known puzzles have a score of 11.9.
inline constexpr int kMostScore = 120;
// All techniques in the order of the enumeration.
std::span<const TechniqueInfo> techniques();
const TechniqueInfo& info_of(Technique technique);
// The technique with this name, or nullopt. The case does not matter, and a space, a hyphen and an
// underscore are the same: "naked-pair" is "naked pair".
std::optional<Technique> technique_named(std::string_view name);

// Levels are intervals of scores. A level has the puzzles whose hardest step has a score in its
// interval.
enum class Level : std::uint8_t { kEasy, kMedium, kHard, kExpert, kExtreme };
inline constexpr int kLevels = 5;

// One row of the table of levels.
struct LevelInfo {
  Level level;
  std::string_view name;          // "easy"
  std::string_view chinese_name;  // UTF-8
  int lowest;                     // in tenths, both ends included
  int highest;
  std::string_view text;          // what the level asks of a player, in one sentence
  std::string_view chinese_text;  // UTF-8
};
// All levels in the order of the enumeration. Their intervals cover all scores.
std::span<const LevelInfo> levels();
const LevelInfo& info_of(Level level);
std::string_view name_of(Level level);
// The level of a score in tenths. A full board, with the score 0, has the level kEasy.
Level level_of(int score);

struct Rating {
  // Three scores in tenths; 0 for a full board. The forum of Sudoku players writes them as
  // ER/EP/ED.
  int score = 0;    // ER: the score of the hardest step
  int pearl = 0;    // EP: the highest score of the steps up to the first one that places a digit
  int diamond = 0;  // ED: the score of the first step
  Technique hardest = Technique::kFullHouse;  // of the first step with `score`
  int clues = 0;
  // The number of obstacles on the path, if RaterOptions asked for it, otherwise 0. An obstacle is
  // an unbroken run of steps that are no singles: no full house, no hidden and no naked single.
  int obstacles = 0;
  // False if a limit of RaterOptions ended the path before the puzzle was solved, or if the rating
  // was stopped. The scores that depend on the missing steps are then lower bounds, and `obstacles`
  // are those up to there. After RaterOptions::at_most, `hardest` is kFullHouse. After the limit
  // of work, `hardest` is kNestedForcingChains and these scores are 95 or more.
  bool is_exact = true;
};

// The default limit of the work for a puzzle: the number of assumptions that all chains of the
// puzzle follow together. Each assumption takes about a microsecond.
inline constexpr std::uint64_t kMostRatingWork = 20'000'000;

struct RaterOptions {
  // The search for nested forcing chains ends when all chains of the puzzle together have followed
  // this number of assumptions; the rating is then a lower bound. Other techniques have no limit.
  std::uint64_t most_work = kMostRatingWork;
  // The path ends before the first step with a score above this one, in tenths.
  int at_most = kMostScore;
  // Counts the obstacles. This takes a third longer, because the rater then has to follow the
  // path step by step.
  bool counts_obstacles = false;
};

// The work done since the Rater was created. The same puzzles in the same order give the same
// counts on every machine. A rating that was stopped or that threw adds any number.
struct RaterWork {
  std::uint64_t searches = 0;     // each looks for a step of one technique that is no basic one
  std::uint64_t assumptions = 0;  // that the chains followed
};

// Rates puzzles one after another and reuses its memory: up to about 100 MB for the hardest
// puzzles.
class Rater {
 public:
  explicit Rater(const RaterOptions& options = {});
  ~Rater();
  Rater(Rater&&) noexcept;
  Rater& operator=(Rater&&) noexcept;

  // rate() calls `should_stop` at intervals of a few milliseconds. When `should_stop` returns true,
  // rate() returns at once, and its result has no meaning, except that is_exact is false. With an
  // empty function, as in a new Rater, ratings are never stopped. `should_stop` may throw; the
  // exception leaves rate().
  void set_stop(std::function<bool()> should_stop);

  Rating rate(const Grid& puzzle);

  RaterWork work() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dokumill
