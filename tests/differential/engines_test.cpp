// Compares every engine with the reference engine. The batches have different sizes and orders, and
// a puzzle has different neighbours in them.
//
// naive_test.cpp checks the engines one puzzle at a time. This file also finds errors that occur
// only in batches. The largest set has 20,000 puzzles, or 10^6 with DOKUMILL_LONG_TESTS=1. It has
// one eighth of each kind: easy, minimal, with several solutions, without a solution, random holes,
// random clues, random bytes, and boards.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "base/validate.hpp"
#include "dokumill/solver.hpp"
#include "engine/puzzles/hard_puzzles.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/available_engines.hpp"
#include "support/puzzles/answers.hpp"
#include "support/puzzles/mixed_puzzles.hpp"
#include "support/puzzles/random_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

using puzzles::SampleKind;

std::vector<std::string> engines_to_judge() {
  std::vector<std::string> names = available_engines();
  std::erase(names, "reference");
  return names;
}

// Returns the empty grid and all 729 grids with one clue.
std::vector<Grid> nearly_empty() {
  std::vector<Grid> grids(1);
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 1; digit <= kDigits; ++digit) {
      Grid grid;
      grid.cells[cell] = static_cast<std::uint8_t>(digit);
      grids.push_back(grid);
    }
  }
  return grids;
}

// Puzzles without a solution that need more guesses than the lanes allow. A complete search in
// lanes would take 1,197,000, 261,000 and 72,000 guesses for the first three, and fewer for the
// other two. The fuzzer found the first two.
std::vector<Grid> long_refutations() {
  std::vector<Grid> grids;
  for (const char* const line :
       {"000005090000601030000000000000100040300506000800000005500000061000000000000007000",
        "020005080000601043000000000010500000000106000300000005530000061000000004000000000",
        "900400803000000000000000000000746900041009000000000000700000180600030700000000000",
        "000000000500010608000058301000000806010900003470003100000000000000000000000000000",
        "010005040080000006000000070060000000845070001070000000000000000000000005000164708"}) {
    grids.push_back(*parse_grid(line));
  }
  return grids;
}

// These puzzles have one solution. The lanes begin them in cell order, leave them undecided and
// start them again on patterns. Returns each puzzle, a copy in which one clue has another digit,
// and, for each clue, a copy without this clue.
std::vector<Grid> undecided_in_cell_order() {
  std::vector<Grid> grids;
  TestRandom random(4);
  for (const char* const line :
       {"100000000800000120070000405408305000095008000300010000000000006000006874600904030",
        "705092003000800009000007000090001200006300010071000005003000500950000000000403007",
        "870000030000000080040900007020090800790401006000800001200704100510000004034000708",
        "987006007005008900040000008006005000300000800070200091000560000781000000000001000",
        "020050700400670000000000200400800030007060000500001000000000009004050060206020007"}) {
    const Grid puzzle = *parse_grid(line);
    grids.push_back(puzzle);
    grids.push_back(with_changed_clue(puzzle, random));
    for (int cell = 0; cell < kCells; ++cell) {
      if (puzzle.cells[cell] == 0) continue;
      grids.push_back(puzzle);
      grids.back().cells[cell] = 0;
    }
  }
  return grids;
}

// Returns puzzles with several solutions, from which clues are removed until at most `clues` are
// left.
std::vector<Grid> with_fewer_clues(std::size_t count, int clues, std::uint64_t seed) {
  std::vector<Grid> grids = *puzzles::sample_puzzles(SampleKind::kSeveral, seed, count);
  TestRandom random(seed);
  for (Grid& grid : grids) {
    while (count_clues(grid) > clues) grid.cells[random.below(kCells)] = 0;
  }
  return grids;
}

class EnginesTest : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(All, EnginesTest, ::testing::ValuesIn(engines_to_judge()),
                         [](const auto& test) { return test.param; });

TEST_P(EnginesTest, GiveTheResultsOfTheReference) {
  const std::vector<Grid> grids = mixed_puzzles(is_long_run() ? 125000 : 2500, 1);
  expect_equal(grids, solve_all(GetParam(), grids), solve_all("reference", grids));
}

TEST_P(EnginesTest, SolvePuzzlesThatAreUndecidedInCellOrder) {
  const std::vector<Grid> grids = undecided_in_cell_order();
  const std::vector<SolveResult> expected = solve_all("reference", grids);
  expect_equal(grids, solve_all(GetParam(), grids), expected);
  expect_equal(grids, solve_all(GetParam(), grids, 1), expected);
}

// If a batch begins with easy puzzles, the wide engines solve it in bit planes.
TEST_P(EnginesTest, SolveBatchesOfEasyPuzzles) {
  constexpr std::size_t kSize = 2100;
  std::vector<Grid> grids = *puzzles::sample_puzzles(SampleKind::kEasy, 5, kSize);
  Solver solver = Solver::create(GetParam()).value();
  expect_equal(grids, solve_all(solver, grids), solve_all("reference", grids));
  if (GetParam() != "portable") {
    EXPECT_LT(solver.work().sweeps, kSize / 8);
  }

  const std::vector<Grid> others = mixed_puzzles(40, 6);
  for (std::size_t i = 0; i < others.size(); ++i) grids[40 + 6 * i] = others[i];
  const std::vector<SolveResult> expected = solve_all("reference", grids);
  for (const std::size_t batch : {255, 256, 257, 511, 512, 513, 1024, 1057, 2100}) {
    SCOPED_TRACE(batch);
    expect_equal(grids, solve_all(GetParam(), grids, batch), expected);
  }
}

// The first puzzles of a batch decide whether bit planes are used. Here these puzzles go to the
// pool for cell order and fill it from the beginning. Many puzzles spend their budget in this pool
// and start again on patterns.
TEST_P(EnginesTest, SolveBatchesThatBeginInCellOrder) {
  for (const int clues : {14, 17, 19, 23}) {
    SCOPED_TRACE(clues);
    std::vector<Grid> grids = with_fewer_clues(600, clues, 7);
    const std::vector<Grid> others = mixed_puzzles(50, 8);
    grids.insert(grids.end(), others.begin(), others.end());
    std::vector<SolveResult> expected = solve_all("reference", grids);
    expect_equal(grids, solve_all(GetParam(), grids), expected);
    std::reverse(grids.begin(), grids.end());
    std::reverse(expected.begin(), expected.end());
    expect_equal(grids, solve_all(GetParam(), grids), expected);
  }
}

TEST_P(EnginesTest, SolveEmptyAndSingleClueGrids) {
  const std::vector<Grid> grids = nearly_empty();
  ASSERT_EQ(grids.size(), 730U);
  const std::vector<SolveResult> expected = solve_all("reference", grids);
  expect_equal(grids, solve_all(GetParam(), grids), expected);
  expect_equal(grids, solve_all(GetParam(), grids, 1), expected);
  for (std::size_t i = 0; i < grids.size(); ++i) {
    EXPECT_EQ(expected[i].solutions, GridKind::kMultiple);
    EXPECT_TRUE(is_solution_of_slow(expected[i].solution, grids[i]));
  }
}

TEST_P(EnginesTest, DoNotDependOnTheSizeOfABatch) {
  const std::vector<Grid> grids = mixed_puzzles(40, 2);
  const std::vector<SolveResult> expected = solve_all("reference", grids);
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
    expect_equal(grids, solve_all(GetParam(), grids), solve_all("reference", grids));
  }
}

TEST_P(EnginesTest, ManyThreadsSolveAtTheSameTime) {
  const std::vector<Grid> grids = mixed_puzzles(100, 7);
  const std::vector<SolveResult> expected = solve_all("reference", grids);
  std::vector<std::vector<SolveResult>> results(4);
  std::vector<std::thread> threads;
  for (std::vector<SolveResult>& mine : results) {
    threads.emplace_back([&] { mine = solve_all(GetParam(), grids); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<SolveResult>& mine : results) expect_equal(grids, mine, expected);
}

// If a puzzle has no second solution, the whole tree is searched. The size of this tree depends
// only on the puzzle, and is the same for every engine with lanes.
TEST_P(EnginesTest, GuessesDependOnThePuzzleAlone) {
  std::vector<std::vector<Grid>> sets = {puzzles::hard_puzzles(), long_refutations()};
  for (const SampleKind kind : {SampleKind::kEasy, SampleKind::kMinimal, SampleKind::kNone}) {
    sets.push_back(*puzzles::sample_puzzles(kind, 4, 1000));
  }
  for (const std::vector<Grid>& grids : sets) {
    SCOPED_TRACE(to_line(grids.front()));
    Solver alone = Solver::create(GetParam()).value();
    Solver together = Solver::create(GetParam()).value();
    Solver first = Solver::create(engines_to_judge().front()).value();
    solve_all(together, grids);
    for (const Grid& grid : grids) {
      const std::uint64_t before[] = {alone.work().guesses, first.work().guesses};
      alone.solve(grid);
      first.solve(grid);
      ASSERT_EQ(alone.work().guesses - before[0], first.work().guesses - before[1])
          << to_line(grid);
    }
    EXPECT_EQ(alone.work().guesses, together.work().guesses);
    // The puzzles of a batch share sweeps, so a batch takes fewer sweeps than its puzzles one by
    // one. (A small set may be dominated by one long search, which fills all lanes by itself.)
    EXPECT_TRUE(grids.size() < 100 || alone.work().sweeps > together.work().sweeps);
  }
}

TEST_P(EnginesTest, CountAndSolveTakeTurns) {
  Solver solver = Solver::create(GetParam()).value();
  const std::vector<Grid> grids = mixed_puzzles(50, 6);
  const std::vector<SolveResult> expected = solve_all("reference", grids);
  for (const std::uint64_t limit : {1, 77, 5000}) {
    EXPECT_EQ(solver.count(Grid{}, limit), limit);
    expect_equal(grids, solve_all(solver, grids), expected);
  }
}

}  // namespace
}  // namespace dokumill::testing
