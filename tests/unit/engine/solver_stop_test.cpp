// Tests of requests to stop, with every engine. The requests take effect soon, at any point of the
// search, and do not affect later calls. "Soon" is measured in work, not in time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "dokumill/solver.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "engine/solver/smallest_solution.hpp"
#include "support/available_engines.hpp"
#include "support/puzzles/answers.hpp"
#include "support/puzzles/mixed_puzzles.hpp"
#include "support/puzzles/random_puzzles.hpp"

namespace dokumill::testing {
namespace {

constexpr std::uint64_t kNoLimit = (std::uint64_t{1} << 63) - 1;

// It takes many guesses to prove that this puzzle has no solution.
const char kNoSolution[] =
    "010005040080000006000000070060000000845070001070000000000000000000000005000164708";
// For this puzzle, the lanes give up the search in cell order, and the scalar search continues.
const char kOpen[] =
    "008200000000000000000000030000000700050000008080000209004006000000308500006401000";
// For this puzzle, both search methods take long to get from any other solution to the smallest
// one.
const char kFarSmallest[] =
    "075083010000000000006000000000000000000069000000008000730000000010000300000300007";

class SolverStopTest : public ::testing::TestWithParam<std::string> {
 protected:
  // Makes the solver stop at its n-th check from now on.
  void stop_at(int n) {
    asked_ = 0;
    solver_.set_stop([this, n] { return ++asked_ >= n; });
  }

  // Expects that the solver works as if it had not been stopped.
  void expect_unharmed() {
    solver_.set_stop({});
    expect_equal(puzzles_, solve_all(solver_, puzzles_), expected_);
    EXPECT_EQ(solver_.count(Grid{}, 1000), 1000U);
  }

  // Every engine limits its work between two checks, so a stopped search has done no more than its
  // number of checks allows.
  void expect_little_work() const {
    EXPECT_LE(solver_.work().sweeps, static_cast<std::uint64_t>(asked_) * 1100);
    EXPECT_LE(solver_.work().guesses, static_cast<std::uint64_t>(asked_) * 1100 * 32);
  }

  Solver solver_ = Solver::create(GetParam()).value();
  int asked_ = 0;
  std::vector<Grid> puzzles_ = mixed_puzzles(5, 51);
  std::vector<SolveResult> expected_ = solve_all("reference", puzzles_);
};

INSTANTIATE_TEST_SUITE_P(Engines, SolverStopTest, ::testing::ValuesIn(available_engines()),
                         [](const auto& test) { return test.param; });

TEST_P(SolverStopTest, IsAskedWhenACallBegins) {
  stop_at(1);
  std::vector<SolveResult> results(puzzles_.size());
  EXPECT_FALSE(solver_.solve(puzzles_, results));
  std::vector<std::uint64_t> counts(puzzles_.size(), 5);
  EXPECT_FALSE(solver_.count(puzzles_, counts, 2));
  EXPECT_EQ(counts, std::vector<std::uint64_t>(puzzles_.size(), 0));
  EXPECT_FALSE(solver_.enumerate(puzzles_, [](std::size_t, const Grid&) {
    ADD_FAILURE();
    return true;
  }));
  EXPECT_EQ(asked_, 3);
  EXPECT_EQ(solver_.work().puzzles, 0U);
  expect_unharmed();
}

TEST_P(SolverStopTest, InsideACountWithoutEnd) {
  for (const int wanted : {2, 3, 20}) {
    stop_at(wanted);
    const Grid empty;
    std::uint64_t found = 0;
    EXPECT_FALSE(solver_.count({&empty, 1}, {&found, 1}, kNoLimit));
    EXPECT_EQ(asked_, wanted);  // the engine did not ask again
    EXPECT_GT(found, 0U);
  }
  asked_ = 25;
  expect_little_work();
  expect_unharmed();
}

TEST_P(SolverStopTest, CountsAreWhatWasFoundSoFar) {
  stop_at(30);
  std::vector<std::uint64_t> counts(puzzles_.size());
  EXPECT_FALSE(solver_.count(puzzles_, counts, kNoLimit));
  solver_.set_stop({});
  for (std::size_t i = 0; i < puzzles_.size(); ++i) {
    if (counts[i] > 1000) continue;  // count() below stops at 1,000
    EXPECT_LE(counts[i], solver_.count(puzzles_[i], 1000)) << to_line(puzzles_[i]);
  }
}

TEST_P(SolverStopTest, InsideAnEnumerationWithoutEnd) {
  stop_at(5);
  std::uint64_t visits = 0;
  EXPECT_FALSE(solver_.enumerate(Grid{}, [&visits](std::size_t, const Grid&) {
    ++visits;
    return true;
  }));
  EXPECT_EQ(asked_, 5);
  EXPECT_GT(visits, 0U);
  expect_little_work();
  expect_unharmed();
}

TEST_P(SolverStopTest, AnywhereInAHostileSearch) {
  const std::vector<Grid> hostile{*parse_grid(kNoSolution), *parse_grid(kOpen)};
  std::vector<SolveResult> results(hostile.size());
  int stopped = 0;
  for (int wanted = 1;; wanted += 1 + wanted / 8) {
    stop_at(wanted);
    const bool is_done = solver_.solve(hostile, results);
    EXPECT_EQ(is_done, asked_ < wanted);
    if (is_done) break;
    EXPECT_EQ(asked_, wanted);
    ++stopped;
  }
  EXPECT_GT(stopped, 5);
  EXPECT_EQ(results[0].solutions, GridKind::kUnsolvable);
  EXPECT_EQ(results[1].solutions, GridKind::kMultiple);
  expect_unharmed();
}

TEST_P(SolverStopTest, BetweenPuzzlesWithoutASearch) {
  Grid twice;
  twice.cells[0] = twice.cells[1] = 1;
  const std::vector<Grid> contradictory(200'000, twice);
  std::vector<SolveResult> results(contradictory.size());
  stop_at(3);
  EXPECT_FALSE(solver_.solve(contradictory, results));
  EXPECT_EQ(asked_, 3);
  expect_unharmed();
}

// A call that begins with easy puzzles uses bit planes, which leave some puzzles to the lanes. If
// the call is stopped then, the puzzles that are left must not appear in the next call, which has
// fewer.
TEST_P(SolverStopTest, WhileBitPlanesHaveLeftPuzzles) {
  std::vector<Grid> puzzles = puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 1, 2048).value();
  const Grid no_solution = *parse_grid(kNoSolution);
  for (std::size_t i = 64; i < puzzles.size(); i += 3) puzzles[i] = no_solution;
  const std::vector<Grid> few(puzzles_.begin(), puzzles_.begin() + 3);
  int stopped = 0;
  for (int n = 2; n <= 12; ++n) {
    SCOPED_TRACE(n);
    stop_at(n);
    std::vector<SolveResult> results(puzzles.size());
    stopped += solver_.solve(puzzles, results) ? 0 : 1;
    // The results of the next call are followed by others, which it must not change.
    std::vector<SolveResult> more(puzzles.size(), {no_solution, GridKind::kMultiple});
    std::vector<SolveResult> expected = more;
    std::copy_n(expected_.begin(), few.size(), expected.begin());
    solver_.set_stop({});
    ASSERT_TRUE(solver_.solve(few, {more.data(), few.size()}));
    expect_equal(puzzles, more, expected);
  }
  EXPECT_GT(stopped, 0);
}

TEST_P(SolverStopTest, TheQuestionMayThrow) {
  int asked = 0;
  solver_.set_stop([&asked]() -> bool {
    if (++asked == 3) throw std::runtime_error("enough");
    return false;
  });
  EXPECT_THROW(solver_.count(Grid{}, kNoLimit), std::runtime_error);
  expect_unharmed();
}

TEST_P(SolverStopTest, WithoutARequestNothingChanges) {
  solver_.set_stop([] { return false; });
  Solver other = Solver::create(GetParam()).value();
  solve_all(solver_, puzzles_);
  solve_all(other, puzzles_);
  EXPECT_EQ(solver_.work().guesses, other.work().guesses);
  EXPECT_EQ(solver_.work().sweeps, other.work().sweeps);
  expect_unharmed();
}

TEST(SmallestSolutionStop, EndsTheQuestionsToo) {
  solver::StopRequest stop;
  const auto search = std::make_unique<solver::Search>(&stop);
  const solver::Candidates root = solver::candidates_of(*parse_grid(kFarSmallest));
  search->start(root);
  ASSERT_EQ(search->next(), solver::Search::Outcome::kSolution);
  const Grid known = search->solution();
  for (const std::uint64_t budget : {std::uint64_t{0}, solver::Search::kNoBudget}) {
    int asked = 0;
    stop.ask([&asked] { return ++asked == 5; });
    EXPECT_FALSE(solver::smallest_solution(*search, root, known, budget).has_value());
    EXPECT_EQ(asked, 5);
  }
}

}  // namespace
}  // namespace dokumill::testing
