// Tests that unbiased puzzles are unbiased. Compares them with the published numbers for all
// minimal puzzles, and with all minimal puzzles among the subsets of a set of clues. The test finds
// the latter by trying every subset.
#include "engine/puzzles/subset_tree.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "dokumill/batch.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "support/puzzles/minimal_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

using puzzles::CellBits;
using puzzles::SubsetTree;
using testing::Clues;
using testing::clues_with_more;
using testing::grid_of;
using testing::minimal_puzzles_below;

// The number of sets of k elements among n elements.
double choose(int n, int k) {
  double ways = 1;
  for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
  return ways;
}

// The group of a puzzle depends on its number of clues, and on whether the sum of the cell numbers
// of its clues is odd. The test compares groups and not puzzles, because the trees find a group
// more often than a puzzle.
int group_of(const Grid& puzzle) {
  int sum = 0;
  for (int cell = 0; cell < kCells; ++cell) sum += puzzle.cells[cell] != 0 ? cell : 0;
  return 2 * count_clues(puzzle) + sum % 2;
}

// The mean weight that a tree finds for a group, and the standard error of this mean.
struct Mean {
  double sum = 0;
  double squares = 0;

  void add(double weight) {
    sum += weight;
    squares += weight * weight;
  }
  double value(int trees) const { return sum / trees; }
  double error(int trees) const { return std::sqrt(squares) / trees; }
};

class SubsetTreeTest : public ::testing::Test {
 protected:
  // Follows trees from these clues, and compares the mean weight of each group of minimal puzzles
  // with its exact weight.
  void expect_exact_weights(const Clues& clues, double weight, int trees, double most_error) {
    std::map<int, double> exact;
    double exact_total = 0;
    for (const CellBits puzzle : minimal_puzzles_below(clues, solver_)) {
      const Grid grid = grid_of(clues.board, puzzle);
      // See docs/puzzles.md: all sets of `clues.count` clues that contain the puzzle have equal
      // shares.
      const double expected =
          weight / choose(kCells - count_clues(grid), clues.count - count_clues(grid));
      exact[group_of(grid)] += expected;
      exact_total += expected;
    }
    ASSERT_GT(exact.size(), 2U);
    std::map<int, Mean> found;
    Mean total;
    SubsetTree tree;
    for (int i = 0; i < trees; ++i) {
      tree.start(8, static_cast<std::uint64_t>(i), 0, {});
      tree.restart_at(clues.board, clues.cells, clues.count, weight);
      for (Grid question; tree.candidate(question);) {
        tree.settle(solver_.count(question, 2) == 1);
      }
      MadePuzzle made;
      if (!tree.take_result(made)) continue;
      const double found_weight = static_cast<double>(made.weight) * kWeightUnit;
      const int group = group_of(made.puzzle);
      ASSERT_TRUE(exact.contains(group))
          << "there is no minimal puzzle like " << to_line(made.puzzle);
      found[group].add(found_weight);
      total.add(found_weight);
    }
    EXPECT_NEAR(total.value(trees), exact_total, 4 * total.error(trees));
    EXPECT_LT(total.error(trees), most_error * exact_total) << "too few trees to show anything";
    int groups = 0;
    for (const auto& [group, expected] : exact) {
      SCOPED_TRACE(group);
      if (expected < 0.05 * exact_total) continue;  // found too rarely to estimate the error
      ++groups;
      EXPECT_NEAR(found[group].value(trees), expected, 4 * found[group].error(trees));
    }
    EXPECT_GE(groups, 2);
  }

  Solver solver_ = Solver::create().value();
};

// With small weights, chance decides for many states of the tree whether they survive. With large
// weights, most trees find several minimal puzzles.
TEST_F(SubsetTreeTest, WeightsAreExactBelowSetsOfClues) {
  for (const std::uint64_t index : {0, 1}) {
    if (!testing::is_tested(index)) continue;
    SCOPED_TRACE(index);
    const Clues clues = clues_with_more(index, 3);
    expect_exact_weights(clues, std::ldexp(1.0, 62), testing::test_rounds(12'000), 0.05);
    expect_exact_weights(clues, std::ldexp(1.0, 66), testing::test_rounds(6000), 0.03);
  }
}

TEST_F(SubsetTreeTest, WeightsAreExactOnOneWay) {
  Clues clues = clues_with_more(4, 10);
  ASSERT_GE(clues.count, 34);
  expect_exact_weights(clues, std::ldexp(1.0, 74), testing::test_rounds(6000), 0.1);
}

TEST_F(SubsetTreeTest, AMinimalPuzzleIsItsOwnOnlyResult) {
  const Clues clues = clues_with_more(7, 0);
  SubsetTree tree;
  tree.start(1, 0, 0, {});
  tree.restart_at(clues.board, clues.cells, clues.count, 5 * kWeightUnit);
  for (Grid question; tree.candidate(question);) {
    tree.settle(solver_.count(question, 2) == 1);
  }
  MadePuzzle made;
  ASSERT_TRUE(tree.take_result(made));
  EXPECT_EQ(made.puzzle, grid_of(clues.board, clues.cells));
  EXPECT_EQ(made.weight, 5U);
}

std::vector<MadePuzzle> make_unbiased(std::size_t count, std::uint64_t seed, std::uint64_t first,
                                      std::string_view engine = "auto") {
  return testing::make_puzzles({.unbiased = true}, count, seed, first, engine);
}

TEST(UnbiasedPuzzles, AreMinimalAndHaveOneSolution) {
  Solver judge = Solver::create("reference").value();
  for (const MadePuzzle& made : make_unbiased(100, 1, 0)) {
    testing::expect_proper(made, judge);
    EXPECT_TRUE(testing::is_minimal(judge, made.puzzle));
    EXPECT_GT(made.weight, 0U);
  }
}

TEST(UnbiasedPuzzles, DoNotDependOnTheEngineOrTheOtherPuzzles) {
  const std::vector<MadePuzzle> all = make_unbiased(20, 6, 40);
  const std::vector<MadePuzzle> slow = make_unbiased(20, 6, 40, "reference");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const MadePuzzle alone = make_unbiased(1, 6, 40 + i)[0];
    for (const MadePuzzle& other : {slow[i], alone}) {
      EXPECT_EQ(other.puzzle, all[i].puzzle);
      EXPECT_EQ(other.weight, all[i].weight);
      EXPECT_EQ(other.tries, all[i].tries);
    }
  }
}

TEST(UnbiasedPuzzles, KnownPuzzles) {
  const std::vector<MadePuzzle> all = make_unbiased(20, 0, 0);
  EXPECT_EQ(testing::hash_of(all), 13892550276564795854U);
  std::uint64_t weights = 0;
  for (const MadePuzzle& made : all) weights += made.weight;
  EXPECT_EQ(weights, 523723195U);
}

// The published numbers are from D. Berthier, "Unbiased statistics of a CSP: a controlled-bias
// generator", 2009: a mean of 26.577 clues, and 3.10e37 minimal puzzles of 6.671e21 boards.
TEST(UnbiasedPuzzles, AgreeWithThePublishedNumbers) {
  WeightTotals totals;
  double weights = 0;
  double squares = 0;
  double tries = 0;
  for (const MadePuzzle& made :
       make_unbiased(static_cast<std::size_t>(testing::test_rounds(1000)), 2, 0)) {
    totals.add(count_clues(made.puzzle), made.weight);
    const double weight = static_cast<double>(made.weight) * kWeightUnit;
    weights += weight;
    squares += weight * weight;
    tries += made.tries;
  }
  const WeightTotals::Statistics statistics = totals.statistics();
  EXPECT_NEAR(statistics.mean_clues, 26.577, 4 * statistics.mean_clues_error);
  EXPECT_NEAR(weights / tries, 3.10e37 / 6.671e21, 4 * std::sqrt(squares) / tries);
  // If clues are removed at random, the mean is 24.4.
  EXPECT_GT(statistics.mean_clues, 26);
  EXPECT_LT(statistics.mean_clues_error, 0.2);
}

TEST(WeightTotals, StatisticsAreThoseOfWeightedPuzzles) {
  WeightTotals totals;
  EXPECT_EQ(totals.statistics().mean_clues, 0);
  totals.add(24, 1'000'000);
  WeightTotals more;
  more.add(27, 2'000'000);
  totals.add(more);
  const WeightTotals::Statistics statistics = totals.statistics();
  EXPECT_DOUBLE_EQ(statistics.mean_clues, 26);
  EXPECT_DOUBLE_EQ(statistics.mean_clues_error, std::sqrt(1. * 4 + 4. * 1) / 3);
  EXPECT_DOUBLE_EQ(statistics.effective_puzzles, 9. / 5);
}

}  // namespace
}  // namespace dokumill
