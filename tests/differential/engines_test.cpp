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
#include "support/random_puzzles.hpp"

namespace dokumill::testing {
namespace {

using puzzles::SampleKind;

std::vector<std::string> engines_to_judge() {
  std::vector<std::string> names;
  for (const EngineInfo& engine : engines()) {
    if (engine.is_available && engine.name != "reference") names.emplace_back(engine.name);
  }
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

// A mixture of everything, in a random order.
std::vector<Grid> mixed_puzzles(std::size_t of_each_kind, std::uint64_t seed) {
  std::vector<Grid> grids;
  for (const SampleKind kind :
       {SampleKind::kEasy, SampleKind::kMinimal, SampleKind::kSeveral, SampleKind::kNone}) {
    const std::vector<Grid> samples = *puzzles::sample_puzzles(kind, seed, of_each_kind);
    grids.insert(grids.end(), samples.begin(), samples.end());
  }
  TestRandom random(seed);
  for (std::size_t i = 0; i < of_each_kind; ++i) {
    grids.push_back(random_holes(random.below(82), random));
    grids.push_back(random_clues(1 + random.below(25), 1 + random.below(9), random));
    Grid garbage;  // any digits anywhere
    for (int clues = random.below(30); clues > 0; --clues) {
      garbage.cells[random.below(81)] = static_cast<std::uint8_t>(random.below(10));
    }
    grids.push_back(garbage);
    grids.push_back(with_changed_clue(random_board(random), random));
  }
  grids.push_back(Grid{});
  random.shuffle(grids);
  return grids;
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

TEST_P(EnginesTest, CountToAnyLimit) {
  const std::vector<Grid> grids = mixed_puzzles(test::is_long_run() ? 1000 : 100, 5);
  Solver solver = Solver::create(GetParam()).value();
  Solver reference = Solver::create("reference").value();
  for (const Grid& grid : grids) {
    for (const std::uint64_t limit : {1, 2, 5, 1000}) {
      ASSERT_EQ(solver.count(grid, limit), reference.count(grid, limit))
          << limit << ' ' << to_line(grid);
    }
  }
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
