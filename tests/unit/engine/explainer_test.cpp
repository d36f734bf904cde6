// Tests of ratings and explained steps: compares ratings with the answers of Sudoku Explainer, and
// has each step judged by StepJudge.
#include "dokumill/explainer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "dokumill/solver.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/test_size.hpp"
#include "unit/engine/rated_puzzles.hpp"
#include "unit/engine/step_judge.hpp"

namespace dokumill {
namespace {

using testing::Answer;
using testing::grid_of;
using testing::kAnswers;
using testing::kGoldenNugget;
using testing::kNested;
using testing::Published;
using testing::solution_of;

// In these puzzles, some step becomes impossible when another step removes a candidate that the
// first step needs.
constexpr Answer kOrderMatters[] = {
    {"000800070000009052860507000050000300100080000000002010010060037200700900507000400", 66},
    {"000010309709050040060000002072300000006001003005609000000000000500240000900003005", 66},
    {"801060002000009005200005000000000209000730010600100800006500000700001090003007006", 66},
    {"300000000000400920401050000070030500000006000008010609000020400000007000850900100", 66},
    {"000509307070210060050000200800000000003400010600701004030000070006050009500000400", 71},
    {"703098400000000000400070059020001090008300206000000004090080000000000931040700000", 71},
    {"009000078000000020003000560700900200018000000006050000060070080000063009080025600", 69},
    {"030000102040070050000062408004003000000907000290010000007000005008005063900006007", 71},
    {"002800700000000480001003000004060802000008007020100000019200000650009074000000500", 66},
    {"000200300104000000800940000030025690000300002000000000009000780000800050401070900", 66},
};

using Steps = std::vector<Step>;

Steps steps_of(const Grid& puzzle) {
  Steps steps;
  Explainer().explain(puzzle, [&](const Step& step) {
    steps.push_back(step);
    return true;
  });
  return steps;
}

int obstacles_in(const Steps& steps) {
  using enum Technique;
  int obstacles = 0;
  bool is_after_single = true;
  for (const Step& step : steps) {
    const bool is_single = step.technique == kFullHouse || step.technique == kHiddenSingleInBox ||
                           step.technique == kHiddenSingleInLine || step.technique == kNakedSingle;
    obstacles += is_after_single && !is_single ? 1 : 0;
    is_after_single = is_single;
  }
  return obstacles;
}

void expect_same(const Rating& a, const Rating& b, const Grid& puzzle) {
  EXPECT_EQ(a.score, b.score) << to_line(puzzle);
  EXPECT_EQ(a.pearl, b.pearl) << to_line(puzzle);
  EXPECT_EQ(a.diamond, b.diamond) << to_line(puzzle);
  EXPECT_EQ(a.hardest, b.hardest) << to_line(puzzle);
  EXPECT_EQ(a.clues, b.clues) << to_line(puzzle);
  EXPECT_EQ(a.is_exact, b.is_exact) << to_line(puzzle);
}

class ExplainedSteps : public ::testing::Test {
 protected:
  // Expects that every step follows from its reasons and agrees with the solution, and that the
  // ratings follow from the steps. rate() uses other code than explain(): it applies many steps at
  // a time for the techniques up to the XYZ-Wing. When none of these techniques applies, it may
  // also use Shortcut, which skips steps that cannot change the rating.
  void expect_right(const Grid& puzzle) {
    testing::StepJudge judge(puzzle, solution_of(puzzle));
    Rating from_steps;
    Steps steps;
    const Rating rating = explainer_.explain(puzzle, [&](const Step& step) {
      EXPECT_EQ(judge.judge(step), "") << to_line(puzzle) << ", step " << steps.size();
      steps.push_back(step);
      from_steps.score = std::max(from_steps.score, step.score);
      if (step.placement && from_steps.pearl == 0) from_steps.pearl = from_steps.score;
      return !HasFailure();
    });
    ASSERT_FALSE(HasFailure());
    if (rating.is_exact) {
      EXPECT_TRUE(judge.is_solved());
      EXPECT_EQ(rating.score, from_steps.score);
      EXPECT_EQ(rating.pearl, from_steps.pearl);
      EXPECT_EQ(rating.diamond, steps.empty() ? 0 : steps.front().score);
      EXPECT_EQ(rating.obstacles, obstacles_in(steps));
    }
    expect_same(rater_.rate(puzzle), rating, puzzle);
  }
  void expect_right(puzzles::SampleKind kind, std::size_t count) {
    const auto samples = puzzles::sample_puzzles(kind, 1, count);
    for (const Grid& puzzle : samples.value()) {
      expect_right(puzzle);
      if (HasFailure()) return;
    }
  }
  void limit_work(std::uint64_t most) {
    explainer_ = Explainer({.most_work = most});
    rater_ = Rater({.most_work = most});
  }

  Explainer explainer_;
  Rater rater_;
};

TEST(Explainer, RatesAsSudokuExplainer) {
  Rater rater;
  for (const Answer& answer : kAnswers) {
    const Rating rating = rater.rate(grid_of(answer.puzzle));
    EXPECT_EQ(rating.score, answer.score) << answer.puzzle;
    EXPECT_TRUE(rating.is_exact);
    EXPECT_LE(rating.pearl, rating.score);
    EXPECT_LE(rating.diamond, rating.pearl);
  }
}

void expect_published(const Published& known, Rater& rater) {
  const Rating rating = rater.rate(grid_of(known.puzzle));
  EXPECT_EQ(rating.score, known.score) << known.puzzle;
  EXPECT_EQ(rating.pearl, known.pearl) << known.puzzle;
  EXPECT_EQ(rating.diamond, known.diamond) << known.puzzle;
  EXPECT_EQ(rating.hardest, Technique::kNestedForcingChains);
  EXPECT_TRUE(rating.is_exact);
}

TEST(Explainer, RatesNestedChainsAsPublished) {
  Rater rater;
  for (const Published& known : kNested) expect_published(known, rater);
  if (testing::is_long_run()) expect_published(kGoldenNugget, rater);
}

TEST_F(ExplainedSteps, OfNestedChains) {
  for (const Published& known : kNested) expect_right(grid_of(known.puzzle));
  // One of its inner steps starts from all candidates of a cell that has lost a candidate.
  expect_right(
      grid_of("980700600750060000006000000400003020005090700000500004010280003009050800000001000"));
  if (testing::is_long_run()) expect_right(grid_of(kGoldenNugget.puzzle));
}

// If the limit of the work is too low for the puzzle, the scores are lower bounds, and they are the
// same in every run.
TEST(Explainer, WithoutWorkTheRatingIsALowerBound) {
  const Grid puzzle = grid_of(kNested[0].puzzle);
  int last = 0;
  for (const std::uint64_t most : {0, 20'000, 100'000}) {
    Rater rater({.most_work = most});
    const Rating rating = rater.rate(puzzle);
    EXPECT_FALSE(rating.is_exact);
    EXPECT_EQ(rating.hardest, Technique::kNestedForcingChains);
    EXPECT_GE(rating.score, std::max(95, last));
    EXPECT_LE(rating.score, kNested[0].score);
    EXPECT_LE(rating.pearl, kNested[0].pearl);
    EXPECT_EQ(rating.diamond, kNested[0].diamond);
    expect_same(rater.rate(puzzle), rating, puzzle);
    last = rating.score;
  }
  // The limit applies to nested chains only.
  EXPECT_TRUE(Rater({.most_work = 0}).rate(grid_of(kAnswers[0].puzzle)).is_exact);
}

// A stop at any time ends a rating at the next poll, and later ratings do not use what the stopped
// search found.
TEST(Explainer, AStopEndsARatingAndChangesNoOther) {
  const Grid puzzle = grid_of(kNested[0].puzzle);
  std::uint64_t polls = 0;
  std::uint64_t stop_at = UINT64_MAX;
  const auto new_rater = [&](const RaterOptions& options = {}) {
    polls = 0;
    Rater rater(options);
    rater.set_stop([&] { return ++polls >= stop_at; });
    return rater;
  };
  Rater calm = new_rater();
  expect_published(kNested[0], calm);
  const std::uint64_t all = polls;
  // The rating takes more than 10^5 assumptions, which take about a microsecond each.
  EXPECT_GT(all, 1000U);
  std::size_t number = 0;
  for (std::uint64_t stop = 1; stop < all; stop += 1 + all / 5) {
    if (!testing::is_tested(number++)) continue;
    stop_at = stop;
    Rater rater = new_rater();
    EXPECT_FALSE(rater.rate(puzzle).is_exact);
    EXPECT_EQ(polls, stop);
    Rater walker = new_rater({.counts_obstacles = true});
    EXPECT_FALSE(walker.rate(puzzle).is_exact);
    EXPECT_EQ(polls, stop);
    stop_at = UINT64_MAX;
    expect_published(kNested[0], rater);
    expect_published(kNested[0], walker);
  }
}

// A rater that has rated other puzzles gives the same ratings as a new one.
TEST(Explainer, ARatingDependsOnThePuzzleAlone) {
  Rater used;
  for (auto answer = std::rbegin(kAnswers); answer != std::rend(kAnswers); ++answer) {
    const Grid puzzle = grid_of(answer->puzzle);
    expect_same(used.rate(puzzle), Rater().rate(puzzle), puzzle);
  }
}

TEST_F(ExplainedSteps, OfEachTechnique) {
  for (const Answer& answer : kAnswers) expect_right(grid_of(answer.puzzle));
  for (const char* const rare : testing::kRare) expect_right(grid_of(rare));
}

// In a long run, the tests of minimal, easy and hard puzzles use 100,024 puzzles.
TEST_F(ExplainedSteps, OfMinimalPuzzles) {
  expect_right(puzzles::SampleKind::kMinimal, testing::is_long_run()  ? 79'000
                                              : testing::kIsSanitized ? 100
                                                                      : 300);
}
TEST_F(ExplainedSteps, OfEasyPuzzles) {
  expect_right(puzzles::SampleKind::kEasy, testing::is_long_run()  ? 20'000
                                           : testing::kIsSanitized ? 100
                                                                   : 300);
}
TEST_F(ExplainedSteps, OfHardPuzzles) {
  limit_work(200'000);
  expect_right(puzzles::SampleKind::kHard, testing::is_long_run() ? 1'024 : 24);
}

// Shortcut must not skip the steps of these puzzles. Without its check for loops, the first two
// puzzles get a different rating; without its check for BUG, the next two; without its check for
// cycles, the next four; and without the comparison of scores, the last two.
TEST(Explainer, RatingsKeepStepsThatDependOnTheOrder) {
  Rater rater;
  Rater walker({.counts_obstacles = true});
  for (const Answer& answer : kOrderMatters) {
    const Grid puzzle = grid_of(answer.puzzle);
    const Rating rating = rater.rate(puzzle);
    EXPECT_EQ(rating.score, answer.score);
    expect_same(rating, walker.rate(puzzle), puzzle);
  }
}

// Unlike the tests above, this test does not use the judge, so it has time for many puzzles that
// need chains.
TEST(Explainer, RatingsOfHardPuzzlesNeedNoSteps) {
  Rater rater;
  Rater walker({.counts_obstacles = true});
  const std::size_t count = testing::is_long_run() ? 200'000 : 1'000;
  const auto samples = puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 2, count);
  std::set<Technique> hardest;
  for (const Grid& puzzle : samples.value()) {
    const Rating rating = rater.rate(puzzle);
    if (rating.score < 62) continue;
    expect_same(rating, walker.rate(puzzle), puzzle);
    hardest.insert(rating.hardest);
  }
  for (const auto technique : {Technique::kForcingXChain, Technique::kForcingChain,
                               Technique::kXyCycle, Technique::kMultipleForcingChains}) {
    EXPECT_TRUE(hardest.contains(technique)) << info_of(technique).name;
  }
}

// For each limit, the path ends before the first step above the limit. The scores that depend on
// the rest are then above the limit and not above the true score.
TEST(Explainer, ALimitEndsThePathBeforeTheFirstStepAboveIt) {
  const auto samples = puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 4, 200);
  struct Path {
    Grid puzzle;
    Rating rating;
    Steps steps;
  };
  std::vector<Path> paths;
  for (const Grid& puzzle : samples.value()) {
    paths.push_back({puzzle, Rater().rate(puzzle), steps_of(puzzle)});
  }
  int ended = 0;
  for (int limit = 9; limit <= 80; ++limit) {
    if (!testing::is_tested(static_cast<std::size_t>(limit))) continue;
    Rater rater({.at_most = limit});
    Rater walker({.at_most = limit, .counts_obstacles = true});
    Explainer explainer({.at_most = limit});
    for (const Path& path : paths) {
      SCOPED_TRACE(to_line(path.puzzle) + " up to " + std::to_string(limit));
      const Rating rating = rater.rate(path.puzzle);
      Steps steps;
      const Rating explained = explainer.explain(path.puzzle, [&](const Step& step) {
        steps.push_back(step);
        return true;
      });
      const auto end = std::find_if(path.steps.begin(), path.steps.end(),
                                    [&](const Step& step) { return step.score > limit; });
      const Steps expected(path.steps.begin(), end);
      ASSERT_EQ(steps.size(), expected.size());
      expect_same(explained, rating, path.puzzle);
      expect_same(walker.rate(path.puzzle), rating, path.puzzle);
      EXPECT_EQ(explained.obstacles, obstacles_in(expected));
      if (path.rating.score <= limit) {
        expect_same(rating, path.rating, path.puzzle);
        continue;
      }
      ++ended;
      EXPECT_FALSE(rating.is_exact);
      const auto expect_bound = [limit](int score, int of_path, bool is_known) {
        EXPECT_LE(score, of_path);
        EXPECT_GE(score, is_known ? of_path : limit + 1);
      };
      const bool has_placed = std::any_of(expected.begin(), expected.end(), [](const Step& step) {
        return step.placement.has_value();
      });
      expect_bound(rating.score, path.rating.score, false);
      expect_bound(rating.pearl, path.rating.pearl, has_placed);
      expect_bound(rating.diamond, path.rating.diamond, !expected.empty());
      ASSERT_FALSE(HasFailure());
    }
  }
  EXPECT_GT(ended, 1'000);
}

TEST(Explainer, ObstaclesAreRunsOfStepsThatAreNoSingles) {
  Rater rater({.counts_obstacles = true});
  Rater plain;
  std::set<int> seen;
  const auto samples = puzzles::sample_puzzles(puzzles::SampleKind::kMinimal, 5, 200);
  for (const Grid& puzzle : samples.value()) {
    const Rating rating = rater.rate(puzzle);
    EXPECT_EQ(rating.obstacles, obstacles_in(steps_of(puzzle))) << to_line(puzzle);
    expect_same(rating, plain.rate(puzzle), puzzle);
    EXPECT_EQ(plain.rate(puzzle).obstacles, 0);
    seen.insert(rating.obstacles);
  }
  EXPECT_GE(seen.size(), 4U);
}

TEST_F(ExplainedSteps, AStopOrAnExceptionChangesNoOther) {
  const Grid puzzle = grid_of(kNested[0].puzzle);
  std::uint64_t polls = 0;
  std::uint64_t stop_at = UINT64_MAX;
  const auto begin = [&] {
    polls = 0;
    explainer_ = Explainer();
    explainer_.set_stop([&] { return ++polls >= stop_at; });
  };
  const auto take = [](const Step&) { return true; };
  begin();
  EXPECT_TRUE(explainer_.explain(puzzle, take).is_exact);
  const std::uint64_t all = polls;
  for (const std::uint64_t stop : {all / 10, all - 1}) {
    begin();
    stop_at = stop;
    EXPECT_FALSE(explainer_.explain(puzzle, take).is_exact);
    EXPECT_EQ(polls, stop);
    stop_at = UINT64_MAX;
    expect_right(puzzle);
  }
  const auto fail = [](const Step& step) -> bool {
    if (step.technique == Technique::kNestedForcingChains) throw std::runtime_error("taken");
    return true;
  };
  EXPECT_THROW(explainer_.explain(puzzle, fail), std::runtime_error);
  expect_right(puzzle);
}

TEST(Explainer, ThePathEndsWhenTakeReturnsFalse) {
  const Grid puzzle = grid_of(kNested[0].puzzle);
  int taken = 0;
  const Rating rating = Explainer().explain(puzzle, [&taken](const Step&) { return ++taken < 2; });
  EXPECT_EQ(taken, 2);
  EXPECT_FALSE(rating.is_exact);
  EXPECT_EQ(rating.diamond, kNested[0].diamond);
}

TEST(Explainer, AFullBoardHasNoRating) {
  const Grid board = solution_of(grid_of(kAnswers[0].puzzle));
  const Rating rating = Rater().rate(board);
  EXPECT_EQ(rating.score, 0);
  EXPECT_EQ(rating.clues, kCells);
}

TEST(Explainer, TheTableIsInTheOrderOfTheEnumeration) {
  int row = 0;
  std::set<std::string_view> names;
  for (const TechniqueInfo& info : techniques()) {
    EXPECT_EQ(static_cast<int>(info.technique), row++);
    names.insert(info.name);
  }
  EXPECT_EQ(row, kTechniques);
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kTechniques));
}

}  // namespace
}  // namespace dokumill
