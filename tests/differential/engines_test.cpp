// Every engine against the reference engine, in batches: any size, any order, any neighbours.
//
// naive_test.cpp judges the engines one puzzle at a time; here is what a batch could break. With
// DOKUMILL_LONG_TESTS=1 the sets are twenty times as large.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "dokumill/solver.hpp"
#include "puzzles/sample_puzzles.hpp"
#include "support/board_checks.hpp"
#include "support/mixed_puzzles.hpp"
#include "support/random_puzzles.hpp"

namespace dokumill::testing {
namespace {

using puzzles::SampleKind;

std::vector<std::string> engines_to_judge() {
  std::vector<std::string> names = available_engines();
  std::erase(names, "reference");
  return names;
}

std::vector<SolveResult> solve_all(std::string_view engine, const std::vector<Grid>& grids,
                                   std::size_t batch) {
  Solver solver = Solver::create(engine).value();
  std::vector<SolveResult> results(grids.size());
  for (std::size_t at = 0; at < grids.size(); at += batch) {
    const std::size_t size = std::min(batch, grids.size() - at);
    solver.solve({grids.data() + at, size}, {results.data() + at, size});
  }
  return results;
}

void expect_equal(const std::vector<Grid>& grids, const std::vector<SolveResult>& results,
                  const std::vector<SolveResult>& expected) {
  for (std::size_t i = 0; i < grids.size(); ++i) {
    ASSERT_EQ(results[i].solutions, expected[i].solutions) << i << ' ' << to_line(grids[i]);
    ASSERT_EQ(results[i].solution, expected[i].solution) << i << ' ' << to_line(grids[i]);
  }
}

class EnginesTest : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(All, EnginesTest, ::testing::ValuesIn(engines_to_judge()),
                         [](const auto& test) { return test.param; });

TEST_P(EnginesTest, GiveTheResultsOfTheReference) {
  const std::vector<Grid> grids = mixed_puzzles(test::is_long_run() ? 40000 : 2000, 1);
  expect_equal(grids, solve_all(GetParam(), grids, grids.size()),
               solve_all("reference", grids, grids.size()));
}

TEST_P(EnginesTest, DoNotDependOnTheSizeOfABatch) {
  const std::vector<Grid> grids = mixed_puzzles(40, 2);
  const std::vector<SolveResult> expected = solve_all("reference", grids, grids.size());
  for (std::size_t batch = 1; batch <= 70; ++batch) {
    SCOPED_TRACE(batch);
    expect_equal(grids, solve_all(GetParam(), grids, batch), expected);
  }
}

TEST_P(EnginesTest, DoNotDependOnTheOrder) {
  std::vector<Grid> grids = mixed_puzzles(300, 3);
  TestRandom random(3);
  for (int i = 0; i < 5; ++i) {
    random.shuffle(grids);
    expect_equal(grids, solve_all(GetParam(), grids, grids.size()),
                 solve_all("reference", grids, grids.size()));
  }
}

TEST_P(EnginesTest, GuessesOfProperPuzzlesDoNotDependOnNeighbours) {
  const std::vector<Grid> grids = *puzzles::sample_puzzles(SampleKind::kMinimal, 4, 1000);
  Solver alone = Solver::create(GetParam()).value();
  for (const Grid& grid : grids) alone.solve(grid);
  Solver together = Solver::create(GetParam()).value();
  std::vector<SolveResult> results(grids.size());
  together.solve(grids, results);
  EXPECT_EQ(alone.work().guesses, together.work().guesses);
  EXPECT_GT(together.work().guesses, 0U);
  EXPECT_GT(alone.work().sweeps, together.work().sweeps);
  Solver first = Solver::create(engines_to_judge().front()).value();
  first.solve(grids, results);
  EXPECT_EQ(first.work().guesses, together.work().guesses);
}

TEST_P(EnginesTest, CountAndSolveTakeTurns) {
  Solver solver = Solver::create(GetParam()).value();
  const std::vector<Grid> grids = mixed_puzzles(50, 6);
  const std::vector<SolveResult> expected = solve_all("reference", grids, grids.size());
  std::vector<SolveResult> results(grids.size());
  for (const std::uint64_t limit : {1, 77, 5000}) {
    EXPECT_EQ(solver.count(Grid{}, limit), limit);
    solver.solve(grids, results);
    expect_equal(grids, results, expected);
  }
}

}  // namespace
}  // namespace dokumill::testing
