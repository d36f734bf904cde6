// Tests of enumeration: every engine visits exactly the solutions that the naive solver finds, each
// once; and of SolutionLister and find_possible(), which use it.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/validate.hpp"
#include "dokumill/solver.hpp"
#include "engine/solver/search.hpp"
#include "support/available_engines.hpp"
#include "support/puzzles/answers.hpp"
#include "support/puzzles/mixed_puzzles.hpp"
#include "support/puzzles/solved_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

class EnumerateTest : public ::testing::TestWithParam<std::string> {
 protected:
  // Returns the solutions of each puzzle in the order of the visits.
  std::vector<std::vector<Grid>> solutions_of(const std::vector<Grid>& puzzles) {
    std::vector<std::vector<Grid>> solutions(puzzles.size());
    EXPECT_TRUE(solver_.enumerate(puzzles, [&](std::size_t puzzle, const Grid& solution) {
      solutions.at(puzzle).push_back(solution);
      return true;
    }));
    return solutions;
  }

  Solver solver_ = Solver::create(GetParam()).value();
};

INSTANTIATE_TEST_SUITE_P(All, EnumerateTest, ::testing::ValuesIn(available_engines()),
                         [](const auto& test) { return test.param; });

TEST_P(EnumerateTest, MeetsWhatTheNaiveSolverMeets) {
  const SolvedPuzzles expected =
      solved_puzzles(static_cast<std::size_t>(test_rounds(200)), 45, 500);
  std::vector<std::vector<Grid>> found = solutions_of(expected.puzzles);
  std::size_t most = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    std::sort(found[i].begin(), found[i].end());
    ASSERT_EQ(found[i], expected.solutions[i]) << to_line(expected.puzzles[i]);
    most = std::max(most, found[i].size());
  }
  EXPECT_GT(most, 200U);
}

TEST_P(EnumerateTest, ListsTheSolutionsInIncreasingOrder) {
  const SolvedPuzzles expected =
      solved_puzzles(static_cast<std::size_t>(test_rounds(100)), 45, 500);
  SolutionLister lister(solver_);
  for (std::size_t i = 0; i < expected.puzzles.size(); ++i) {
    for (const std::uint64_t limit : {1ULL, 3ULL, 1000ULL}) {
      std::vector<Grid> found;
      EXPECT_TRUE(lister.list(expected.puzzles[i], limit, [&](std::size_t, const Grid& solution) {
        found.push_back(solution);
        return true;
      }));
      std::vector<Grid> first = expected.solutions[i];
      if (first.size() > limit) first.resize(static_cast<std::size_t>(limit));
      ASSERT_EQ(found, first) << to_line(expected.puzzles[i]);
    }
  }
}

// More solutions than the lister holds at once. The judge is the search in cell order.
TEST_P(EnumerateTest, ListsTheSmallestSolutionsOfTheEmptyGrid) {
  constexpr std::uint64_t kSolutions = SolutionLister::kMostAtOnce + 5000;
  solver::Search search;
  search.start(solver::candidates_of(Grid()), solver::Order::kCellOrder);
  SolutionLister lister(solver_);
  std::uint64_t visited = 0;
  EXPECT_TRUE(lister.list(Grid(), kSolutions, [&](std::size_t, const Grid& solution) {
    ++visited;
    return search.next() == solver::Search::Outcome::kSolution && search.solution() == solution;
  }));
  EXPECT_EQ(visited, kSolutions);
}

TEST_P(EnumerateTest, FindsTheDigitsThatOccurInSolutions) {
  const SolvedPuzzles expected =
      solved_puzzles(static_cast<std::size_t>(test_rounds(200)), 45, 2000);
  std::size_t most = 0;
  for (std::size_t i = 0; i < expected.puzzles.size(); ++i) {
    PossibleDigits digits{};
    for (const Grid& solution : expected.solutions[i]) {
      for (std::size_t cell = 0; cell < kCells; ++cell) {
        digits[cell] |= static_cast<std::uint16_t>(1U << (solution.cells[cell] - 1));
      }
    }
    PossibleDigits found;
    EXPECT_TRUE(find_possible(solver_, expected.puzzles[i], found));
    ASSERT_EQ(found, digits) << to_line(expected.puzzles[i]);
    most = std::max(most, expected.solutions[i].size());
  }
  EXPECT_GT(most, 500U);
}

TEST_P(EnumerateTest, OnePuzzleAtATime) {
  const SolvedPuzzles expected = solved_puzzles(40, 42, 100);
  for (std::size_t i = 0; i < expected.puzzles.size(); ++i) {
    std::vector<Grid> found;
    const auto keep = [&found](std::size_t puzzle, const Grid& solution) {
      EXPECT_EQ(puzzle, 0U);
      found.push_back(solution);
      return true;
    };
    EXPECT_TRUE(solver_.enumerate(expected.puzzles[i], keep));
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, expected.solutions[i]) << to_line(expected.puzzles[i]);
  }
  EXPECT_EQ(solver_.work().puzzles, expected.puzzles.size());
}

TEST_P(EnumerateTest, TheSolutionsOfAnOpenPuzzleAreDistinctAndRight) {
  Grid puzzle;
  puzzle.cells[40] = 5;
  std::vector<Grid> found;
  EXPECT_FALSE(solver_.enumerate(puzzle, [&](std::size_t, const Grid& solution) {
    EXPECT_TRUE(is_solution_of_slow(solution, puzzle));
    found.push_back(solution);
    return found.size() < 5000;
  }));
  EXPECT_EQ(found.size(), 5000U);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
}

TEST_P(EnumerateTest, EndsAtOnceWhenTheVisitorReturnsFalse) {
  const std::vector<Grid> puzzles = mixed_puzzles(10, 43);
  const std::vector<SolveResult> expected = solve_all("reference", puzzles);
  for (const int wanted : {1, 2, 3, 31, 32, 33, 1000}) {
    int visits = 0;
    EXPECT_FALSE(solver_.enumerate(puzzles, [&](std::size_t puzzle, const Grid& solution) {
      EXPECT_TRUE(is_solution_of_slow(solution, puzzles[puzzle]));
      return ++visits < wanted;
    }));
    EXPECT_EQ(visits, wanted);
    // The stopped enumeration has no effect on later calls.
    expect_equal(puzzles, solve_all(solver_, puzzles), expected);
  }
}

TEST_P(EnumerateTest, AVisitorMayThrow) {
  const auto fail = [](std::size_t, const Grid&) -> bool { throw std::runtime_error("enough"); };
  EXPECT_THROW(solver_.enumerate(Grid{}, fail), std::runtime_error);
  EXPECT_EQ(solver_.count(Grid{}, 100), 100U);
}

TEST_P(EnumerateTest, NothingToVisit) {
  const auto fail = [](std::size_t, const Grid&) {
    ADD_FAILURE();
    return false;
  };
  EXPECT_TRUE(solver_.enumerate(std::span<const Grid>(), fail));
  Grid twice;
  twice.cells[0] = twice.cells[1] = 1;
  EXPECT_TRUE(solver_.enumerate(twice, fail));
}

}  // namespace
}  // namespace dokumill::testing
