// Tests of needed_steps(): the steps that it keeps are right without the steps that it removes.
#include <gtest/gtest.h>

#include <vector>

#include "dokumill/explainer.hpp"
#include "dokumill/solver.hpp"
#include "engine/puzzles/hard_puzzles.hpp"
#include "unit/engine/step_judge.hpp"

namespace dokumill {
namespace {

// Returns the steps up to the first one that places a digit.
std::vector<Step> path_to_a_digit(const Grid& puzzle) {
  std::vector<Step> path;
  Explainer().explain(puzzle, [&](const Step& step) {
    path.push_back(step);
    return !step.placement;
  });
  return path;
}

TEST(NeededSteps, EachIsRightWithoutTheRemovedOnes) {
  std::size_t removed = 0;
  std::size_t kept = 0;
  std::vector<Grid> hard = puzzles::hard_puzzles();
  hard.resize(60);
  Solver solver = Solver::create().value();
  for (const Grid& puzzle : hard) {
    SCOPED_TRACE(to_line(puzzle));
    const std::vector<Step> path = path_to_a_digit(puzzle);
    ASSERT_FALSE(path.empty());
    const std::vector<Step> needed = needed_steps(path);
    ASSERT_FALSE(needed.empty());
    EXPECT_EQ(to_json(needed.back()), to_json(path.back()));
    testing::StepJudge judge(puzzle, solver.solve(puzzle).solution);
    for (const Step& step : needed) EXPECT_EQ(judge.judge(step), "") << to_json(step);
    // The needed steps are a part of the path, in the same order.
    std::size_t at = 0;
    for (const Step& step : path) {
      if (at < needed.size() && to_json(step) == to_json(needed[at])) ++at;
    }
    EXPECT_EQ(at, needed.size());
    removed += path.size() - needed.size();
    kept += needed.size() - 1;
  }
  EXPECT_GT(removed, 0U);
  EXPECT_GT(kept, 0U);
}

TEST(NeededSteps, TheLastStepAloneAndNothing) {
  EXPECT_TRUE(needed_steps({}).empty());
  const std::vector<Step> path = path_to_a_digit(
      parse_grid(
          "530070000600195000098000060800060003400803001700020006060000280000419005000080079")
          .value());
  ASSERT_EQ(path.size(), 1U);
  EXPECT_EQ(needed_steps(path).size(), 1U);
}

}  // namespace
}  // namespace dokumill
