// Tests of counting in batches. They compare the counts of every engine in a batch with the counts
// of the naive solver, and with the counts of the same engine for one puzzle at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "dokumill/solver.hpp"
#include "support/available_engines.hpp"
#include "support/puzzles/answers.hpp"
#include "support/puzzles/mixed_puzzles.hpp"
#include "support/puzzles/solved_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

constexpr std::uint64_t kNoLimit = (std::uint64_t{1} << 63) - 1;

class CountTest : public ::testing::TestWithParam<std::string> {
 protected:
  std::vector<std::uint64_t> count_all(const std::vector<Grid>& puzzles, std::uint64_t limit,
                                       std::size_t batch) {
    std::vector<std::uint64_t> counts(puzzles.size(), 12345);
    for (std::size_t at = 0; at < puzzles.size(); at += batch) {
      const std::size_t size = std::min(batch, puzzles.size() - at);
      solver_.count({puzzles.data() + at, size}, {counts.data() + at, size}, limit);
    }
    return counts;
  }

  Solver solver_ = Solver::create(GetParam()).value();
};

INSTANTIATE_TEST_SUITE_P(All, CountTest, ::testing::ValuesIn(available_engines()),
                         [](const auto& test) { return test.param; });

std::vector<std::uint64_t> limited(std::vector<std::uint64_t> counts, std::uint64_t limit) {
  for (std::uint64_t& count : counts) count = std::min(count, limit);
  return counts;
}

struct Counted {
  std::vector<Grid> puzzles;
  std::vector<std::uint64_t> counts;
};

Counted counted_puzzles(std::size_t size, std::uint64_t seed, int most) {
  SolvedPuzzles solved = solved_puzzles(size, seed, most);
  Counted counted{std::move(solved.puzzles), {}};
  for (const std::vector<Grid>& solutions : solved.solutions) {
    counted.counts.push_back(solutions.size());
  }
  return counted;
}

TEST_P(CountTest, CountsWhatTheNaiveSolverCounts) {
  const Counted counted = counted_puzzles(static_cast<std::size_t>(test_rounds(150)), 31, 2000);
  EXPECT_GT(*std::max_element(counted.counts.begin(), counted.counts.end()), 1000U);
  EXPECT_GT(std::count(counted.counts.begin(), counted.counts.end(), 0U), 10);
  EXPECT_GT(std::count(counted.counts.begin(), counted.counts.end(), 1U), 10);
  for (const std::uint64_t limit :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{5}, std::uint64_t{50},
        std::uint64_t{1000}, kNoLimit}) {
    EXPECT_EQ(count_all(counted.puzzles, limit, counted.puzzles.size()),
              limited(counted.counts, limit))
        << limit;
  }
}

TEST_P(CountTest, DoesNotDependOnTheOrderOrTheBatch) {
  const Counted counted = counted_puzzles(100, 32, 100);
  std::vector<std::size_t> order(counted.puzzles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  TestRandom random(32);
  for (std::size_t batch = 1; batch <= 70; ++batch) {
    random.shuffle(order);
    std::vector<Grid> puzzles;
    std::vector<std::uint64_t> counts;
    for (const std::size_t i : order) {
      puzzles.push_back(counted.puzzles[i]);
      counts.push_back(counted.counts[i]);
    }
    const std::uint64_t limit = batch % 2 == 0 ? kNoLimit : batch;
    ASSERT_EQ(count_all(puzzles, limit, batch), limited(counts, limit)) << batch;
  }
}

TEST_P(CountTest, EndlessOnesReachTheirLimitBesideTheOthers) {
  const std::vector<Grid> puzzles = mixed_puzzles(static_cast<std::size_t>(test_rounds(60)), 33);
  const std::vector<std::uint64_t> counts = count_all(puzzles, 1000, puzzles.size());
  Solver alone = Solver::create(GetParam()).value();
  std::size_t endless = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    ASSERT_EQ(counts[i], alone.count(puzzles[i], 1000)) << to_line(puzzles[i]);
    endless += counts[i] == 1000 ? 1 : 0;
  }
  EXPECT_GT(endless, puzzles.size() / 8);
  EXPECT_LT(endless, puzzles.size() / 2);
  EXPECT_EQ(solver_.work().puzzles, puzzles.size());
  // Branches of a puzzle that reached its limit are dropped, and puzzles share the lanes. So a
  // batch must not take more than 5/4 of the sweeps that its puzzles take one by one.
  EXPECT_LE(solver_.work().sweeps, alone.work().sweeps * 5 / 4);
}

TEST_P(CountTest, TheFullTreeDoesNotDependOnNeighbours) {
  const Counted counted = counted_puzzles(100, 34, 500);
  count_all(counted.puzzles, kNoLimit, counted.puzzles.size());
  Solver alone = Solver::create(GetParam()).value();
  for (const Grid& puzzle : counted.puzzles) alone.count(puzzle, kNoLimit);
  EXPECT_EQ(solver_.work().guesses, alone.work().guesses);
}

TEST_P(CountTest, NothingIsNothing) {
  solver_.count({}, {}, 1);
  EXPECT_EQ(solver_.work().puzzles, 0U);
}

TEST_P(CountTest, TakesTurnsWithSolving) {
  const std::vector<Grid> puzzles = mixed_puzzles(20, 35);
  const std::vector<std::uint64_t> counts = count_all(puzzles, 7, puzzles.size());
  for (int i = 0; i < 3; ++i) {
    const std::vector<SolveResult> results = solve_all(solver_, puzzles);
    for (std::size_t k = 0; k < puzzles.size(); ++k) {
      const std::uint64_t solutions = results[k].solutions == GridKind::kUnsolvable ? 0U
                                      : results[k].solutions == GridKind::kUnique   ? 1U
                                                                                    : 2U;
      ASSERT_EQ(solutions, std::min<std::uint64_t>(counts[k], 2)) << to_line(puzzles[k]);
    }
    ASSERT_EQ(count_all(puzzles, 7, puzzles.size()), counts);
  }
}

}  // namespace
}  // namespace dokumill::testing
