// Tests of puzzles with a wanted rating. Each puzzle is rated again by a Rater without limits,
// and solved again by the engine "reference".
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/explainer.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "engine/explainer/rating/limited_rater.hpp"
#include "engine/puzzles/orbits.hpp"
#include "support/puzzles/made_puzzles.hpp"

namespace dokumill {
namespace {

using explainer::LimitedRater;
using explainer::LimitedRating;

using Range = PuzzleConstraints::Range;

PuzzleConstraints with_goal(const RatingGoal& goal) {
  return {.rating = goal};
}

std::vector<MadePuzzle> make_rated(const PuzzleConstraints& constraints, std::size_t count,
                                   std::uint64_t first = 0, std::string_view engine = "auto") {
  return testing::make_puzzles(constraints, count, 3, first, engine);
}

void expect_same(const Rating& a, const Rating& b) {
  EXPECT_EQ(a.score, b.score);
  EXPECT_EQ(a.pearl, b.pearl);
  EXPECT_EQ(a.diamond, b.diamond);
  EXPECT_EQ(a.hardest, b.hardest);
  EXPECT_EQ(a.clues, b.clues);
  EXPECT_EQ(a.is_exact, b.is_exact);
}

class RatedPuzzles : public ::testing::Test {
 protected:
  void expect_goal_met(const PuzzleConstraints& constraints, std::size_t count) {
    const RatingGoal goal = *constraints.rating;
    for (const MadePuzzle& made : make_rated(constraints, count)) {
      SCOPED_TRACE(::testing::PrintToString(made.puzzle.cells));
      const Rating rating = rater_.rate(made.puzzle);
      EXPECT_TRUE(rating.is_exact);
      EXPECT_GE(rating.score, goal.lowest);
      EXPECT_LE(rating.score, goal.highest);
      if (goal.hardest) {
        EXPECT_EQ(rating.hardest, *goal.hardest);
      }
      expect_same(made.rating, rating);
      testing::expect_proper(made, judge_);
      if (constraints.clues) {
        EXPECT_GE(count_clues(made.puzzle), constraints.clues->fewest);
        EXPECT_LE(count_clues(made.puzzle), constraints.clues->most);
      }
      const bool is_minimal =
          constraints.minimal || (!constraints.clues && constraints.symmetry == Symmetry::kNone);
      if (is_minimal) {
        EXPECT_TRUE(testing::is_minimal(judge_, made.puzzle));
      }
      const puzzles::Orbits& orbits = puzzles::orbits_of(constraints.symmetry);
      for (int i = 0; i < orbits.count; ++i) {
        const puzzles::Orbit& orbit = orbits.orbits[i];
        for (int k = 1; k < orbit.size; ++k) {
          EXPECT_EQ(made.puzzle.cells[orbit.cells[k]] == 0, made.puzzle.cells[orbit.cells[0]] == 0);
        }
      }
    }
  }

  Rater rater_;
  Solver judge_ = Solver::create("reference").value();
};

TEST_F(RatedPuzzles, HaveTheWantedRating) {
  expect_goal_met(with_goal({.lowest = 70, .highest = 72}), 40);
  expect_goal_met(with_goal({.lowest = 15, .highest = 17}), 40);
  expect_goal_met(with_goal({.lowest = 42, .highest = 42}), 20);
  expect_goal_met(with_goal({.lowest = 83, .highest = 84}), 3);
}

// If a stop is requested only once, at any check, the call ends. No rating that was stopped counts.
TEST_F(RatedPuzzles, AStopAtAnyCheckEndsACall) {
  const PuzzleConstraints constraints = with_goal({.lowest = 83, .highest = 84});
  const std::vector<MadePuzzle> expected = make_rated(constraints, 2);
  int all = 0;
  const auto make = [&](int stop_at, std::vector<MadePuzzle>& made) {
    PuzzleMaker maker = PuzzleMaker::create(3, constraints).value();
    all = 0;
    maker.set_stop([&all, stop_at] { return ++all == stop_at; });
    return maker.make(0, made).status;
  };
  std::vector<MadePuzzle> made(2);
  ASSERT_TRUE(make(-1, made).ok());
  EXPECT_EQ(made[0].puzzle, expected[0].puzzle);
  const int polls = all;
  for (int stop = 1; stop <= polls; stop += 1 + polls / 9) {
    EXPECT_EQ(make(stop, made).code(), ErrorCode::kInterrupted) << stop << " of " << polls;
  }
}

TEST_F(RatedPuzzles, HaveTheWantedTechnique) {
  for (const char* const name : {"naked triplet", "hidden triplet", "XY-Wing", "unique rectangle",
                                 "BUG type 1", "forcing X-chain"}) {
    SCOPED_TRACE(name);
    expect_goal_met(with_goal({.hardest = technique_named(name)}), 4);
  }
  expect_goal_met(with_goal({.hardest = Technique::kSwordfish}), 2);
  expect_goal_met(with_goal({.lowest = 71, .highest = 71, .hardest = Technique::kForcingChain}), 5);
}

TEST_F(RatedPuzzles, MeetTheOtherConstraintsToo) {
  constexpr RatingGoal kChains{.lowest = 66, .highest = 72};
  constexpr RatingGoal kFishes{.lowest = 30, .highest = 44};
  expect_goal_met({.clues = Range{27, 30}, .rating = kChains}, 20);
  expect_goal_met({.clues = Range{25, 25}, .minimal = true, .rating = kChains}, 10);
  expect_goal_met({.symmetry = Symmetry::kRotational, .rating = kFishes}, 20);
  expect_goal_met({.clues = Range{28, 32}, .symmetry = Symmetry::kDiagonal, .rating = kFishes}, 20);
}

// Without the technique, the steps end before the puzzle is solved.
TEST_F(RatedPuzzles, NeedTheWantedTechnique) {
  LimitedRater limited;
  for (const Technique technique :
       {Technique::kXWing, Technique::kHiddenPair, Technique::kXyWing}) {
    const int score = info_of(technique).lowest;
    for (const MadePuzzle& made : make_rated(with_goal({.hardest = technique}), 5)) {
      EXPECT_FALSE(limited.rate(made.puzzle, {.score = score - 1}).open.empty());
      EXPECT_TRUE(limited.rate(made.puzzle, {.score = score}).open.empty());
    }
  }
}

TEST_F(RatedPuzzles, DoNotDependOnTheEngineOrTheOtherPuzzles) {
  const PuzzleConstraints constraints = with_goal({.hardest = Technique::kXWing});
  const std::vector<MadePuzzle> all = make_rated(constraints, 8, 40);
  const std::vector<MadePuzzle> slow = make_rated(constraints, 8, 40, "reference");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const MadePuzzle alone = make_rated(constraints, 1, 40 + i)[0];
    for (const MadePuzzle& other : {slow[i], alone}) {
      EXPECT_EQ(other.puzzle, all[i].puzzle);
      EXPECT_EQ(other.tries, all[i].tries);
    }
  }
}

TEST_F(RatedPuzzles, KnownPuzzles) {
  const std::uint64_t chains =
      testing::hash_of(make_rated(with_goal({.lowest = 70, .highest = 72}), 10));
  EXPECT_EQ(testing::hash_of(make_rated(with_goal({.hardest = Technique::kXWing}), 3), chains),
            292198663529429685U);
}

TEST_F(RatedPuzzles, GoalsThatNoStepMeetsAreRefused) {
  const auto message = [](const RatingGoal& goal) {
    const Result<PuzzleMaker> maker = PuzzleMaker::create(0, with_goal(goal));
    EXPECT_EQ(maker.status().code(), ErrorCode::kUsage);
    return maker.status().message();
  };
  const std::string start = "no puzzle meets these constraints: ";
  EXPECT_EQ(message({.lowest = 55, .highest = 55}),
            start + "no step scores 5.5; the nearest scores are 5.4 and 5.6");
  EXPECT_EQ(message({.lowest = 63, .highest = 64}),
            start + "no step scores 6.3 to 6.4; the nearest scores are 6.2 and 6.5");
  EXPECT_EQ(message({.lowest = 2, .highest = 9}),
            start + "no step scores 0.2 to 0.9; the lowest score is 1.0");
  EXPECT_EQ(message({.lowest = 50, .hardest = Technique::kSwordfish}),
            start + "a step of the technique Swordfish scores 3.8, never 5.0 to 12.0");
  EXPECT_EQ(message({.highest = 60, .hardest = Technique::kNishio}),
            start +
                "a step of the technique nishio forcing chain scores 7.5 or more, not 0.0 to "
                "6.0");
  EXPECT_EQ(message({.lowest = 72, .highest = 70}),
            "a range of scores lies in 0..120 tenths, got 72..70");
  EXPECT_EQ(message({.highest = 121}), "a range of scores lies in 0..120 tenths, got 0..121");
  EXPECT_EQ(message({.hardest = static_cast<Technique>(kTechniques)}),
            "a technique has a number below 39");
}

// Full houses alone (score 1.0) solve none of the minimal puzzles that the maker tries here.
TEST_F(RatedPuzzles, TooFewTriesAreReported) {
  PuzzleMaker maker =
      PuzzleMaker::create(0, {.rating = RatingGoal{.lowest = 10, .highest = 10}, .max_tries = 3})
          .value();
  std::vector<MadePuzzle> made(2);
  const PuzzleMaker::Outcome outcome = maker.make(0, made);
  EXPECT_EQ(outcome.status.code(), ErrorCode::kUnmet);
  EXPECT_EQ(outcome.made, 0U);
  EXPECT_EQ(outcome.status.message(), "no puzzle met the constraints in 3 tries for puzzle 0");
}

// For each limit, LimitedRater solves a puzzle if and only if the rating of the puzzle is at most
// the limit.
TEST(LimitedRaters, AgreeWithTheRatingUpToTheLimit) {
  Rater rater;
  LimitedRater limited;
  int ended = 0;
  for (const MadePuzzle& puzzle : testing::make_puzzles({}, 60, 8)) {
    const Rating rating = rater.rate(puzzle.puzzle);
    for (int limit = 9; limit <= 80; ++limit) {
      const LimitedRating part = limited.rate(puzzle.puzzle, {.score = limit});
      EXPECT_EQ(part.open.empty(), rating.score <= limit) << limit;
      EXPECT_LE(part.rating.score, limit);
      if (part.open.empty()) expect_same(part.rating, rating);
      ended += part.open.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(ended, 100);
}

// A rough rating never solves a puzzle that is above the limit. Up to the XYZ-Wing it is exact, and
// above, it misses few puzzles.
TEST(LimitedRaters, RoughRatingsAreUpperBounds) {
  Rater rater;
  LimitedRater limited;
  int missed = 0, with_chains = 0;
  for (const MadePuzzle& puzzle : testing::make_puzzles({}, 300, 8)) {
    const int score = rater.rate(puzzle.puzzle).score;
    for (const int limit : {15, 25, 44, 66, 74}) {
      const auto [rating, open] = limited.rate_roughly(puzzle.puzzle, limit);
      if (open.empty()) {
        EXPECT_LE(score, limit);
        EXPECT_EQ(rating.score, std::min(score, 45));
      }
      if (score <= 44) {
        EXPECT_EQ(open.empty(), score <= limit) << limit;
      }
    }
    if (score < 66 || score > 74) continue;
    ++with_chains;
    missed += limited.rate_roughly(puzzle.puzzle, 74).open.empty() ? 0 : 1;
  }
  EXPECT_GT(with_chains, 50);
  EXPECT_LT(missed * 20, with_chains);
}

TEST(Techniques, AreFoundByName) {
  for (const TechniqueInfo& info : techniques()) {
    EXPECT_EQ(technique_named(info.name), info.technique);
  }
  EXPECT_EQ(technique_named("swordfish"), Technique::kSwordfish);
  EXPECT_EQ(technique_named("xyz_wing"), Technique::kXyzWing);
  EXPECT_EQ(technique_named("Naked-Pair"), Technique::kNakedPair);
  for (const char* const name : {"", "sword fish", "swordfish ", "Swordfis"}) {
    EXPECT_EQ(technique_named(name), std::nullopt) << name;
  }
}

// docs/rating.md has every row of the tables.
TEST(Techniques, AreInTheDocument) {
  std::ifstream file(DOKUMILL_SOURCE_DIR "/docs/rating.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  const auto points = [](int tenths) {
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
  };
  for (const TechniqueInfo& info : techniques()) {
    const std::string more = info.highest == kMostScore    ? " and more"
                             : info.highest == info.lowest ? ""
                                                           : " to " + points(info.highest);
    EXPECT_NE(page.find("| " + points(info.lowest) + more + " | " + std::string(info.name) + " | " +
                        std::string(info.chinese_name) + " |"),
              std::string::npos)
        << info.name;
  }
  for (const LevelInfo& level : levels()) {
    EXPECT_NE(page.find(std::string(level.text)), std::string::npos) << level.name;
    EXPECT_NE(page.find("| " + std::string(level.name) + " | "), std::string::npos) << level.name;
  }
}

// The scores of the steps of many puzzles are in the ranges of the table.
TEST(Techniques, ScoreWithinTheirRanges) {
  Explainer explainer;
  for (const MadePuzzle& puzzle : testing::make_puzzles({}, 400, 9)) {
    explainer.explain(puzzle.puzzle, [](const Step& step) {
      EXPECT_GE(step.score, info_of(step.technique).lowest);
      EXPECT_LE(step.score, info_of(step.technique).highest);
      return true;
    });
  }
}

}  // namespace
}  // namespace dokumill
