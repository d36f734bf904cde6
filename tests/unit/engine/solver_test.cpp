#include "dokumill/solver.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <limits>
#include <string>
#include <vector>

#include "base/validate.hpp"
#include "support/available_engines.hpp"
#include "support/puzzles/naive_solver.hpp"
#include "support/puzzles/random_puzzles.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define DOKUMILL_SANITIZED_STACK
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DOKUMILL_SANITIZED_STACK
#endif
#endif

namespace dokumill {
namespace {

using testing::available_engines;
using testing::TestRandom;

// Puzzles of P. Norvig (2009) and A. Inkala (2012), and a puzzle without a solution that is hard
// for a search that branches on cells only.
const char kNorvig[] =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const char kInkala[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const char kNoSolution[] =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

Grid grid(std::string_view text) {
  return *parse_grid(text);
}

// Every test runs with every engine of this processor.
class SolverTest : public ::testing::TestWithParam<std::string> {
 protected:
  Solver solver_ = Solver::create(GetParam()).value();
};

INSTANTIATE_TEST_SUITE_P(Engines, SolverTest, ::testing::ValuesIn(available_engines()),
                         [](const auto& test) { return test.param; });

TEST_P(SolverTest, IsTheEngineThatWasAskedFor) {
  EXPECT_EQ(solver_.engine(), GetParam());
}

TEST_P(SolverTest, SolvesProperPuzzles) {
  for (const char* const text : {kNorvig, kInkala}) {
    const SolveResult result = solver_.solve(grid(text));
    EXPECT_EQ(result.solutions, GridKind::kUnique);
    EXPECT_TRUE(is_solution_of_slow(result.solution, grid(text)));
  }
  EXPECT_EQ(to_line(solver_.solve(grid(kInkala)).solution),
            "812753649943682175675491283154237896369845721287169534521974368438526917796318452");
}

TEST_P(SolverTest, NeverLosesASolution) {
  // If cells of a board are emptied, the board is still a solution. A hard puzzle stays proper
  // under every map that keeps the rules.
  TestRandom random(3);
  for (int i = 0; i < 20000; ++i) {
    const Grid puzzle = testing::random_holes(18 + random.below(12), random);
    ASSERT_NE(solver_.solve(puzzle).solutions, GridKind::kUnsolvable) << to_line(puzzle);
  }
  for (int i = 0; i < 2000; ++i) {
    const Grid puzzle = testing::random_image(grid(kInkala), random);
    const SolveResult result = solver_.solve(puzzle);
    ASSERT_EQ(result.solutions, GridKind::kUnique) << to_line(puzzle);
    ASSERT_TRUE(is_solution_of_slow(result.solution, puzzle)) << to_line(puzzle);
  }
}

TEST_P(SolverTest, ReturnsThePuzzleWhenThereIsNoSolution) {
  const SolveResult result = solver_.solve(grid(kNoSolution));
  EXPECT_EQ(result.solutions, GridKind::kUnsolvable);
  EXPECT_EQ(result.solution, grid(kNoSolution));
}

TEST_P(SolverTest, ContradictoryGivensAreNoSolution) {
  // Tests each pair of equal digits in a house. No guess is needed to find such a pair.
  for (const auto& house : kHouseCells) {
    for (int i = 0; i < 9; ++i) {
      for (int j = i + 1; j < 9; ++j) {
        Grid puzzle;
        puzzle.cells[house[i]] = puzzle.cells[house[j]] = 7;
        const SolveResult result = solver_.solve(puzzle);
        EXPECT_EQ(result.solutions, GridKind::kUnsolvable);
        EXPECT_EQ(result.solution, puzzle);
      }
    }
  }
  Grid all_equal;
  all_equal.cells.fill(5);
  EXPECT_EQ(solver_.solve(all_equal).solutions, GridKind::kUnsolvable);
  EXPECT_EQ(solver_.work().guesses, 0U);
}

TEST_P(SolverTest, ACompleteBoardIsItsOnlySolution) {
  TestRandom random(1);
  for (int i = 0; i < 100; ++i) {
    const Grid board = testing::random_board(random);
    const SolveResult result = solver_.solve(board);
    EXPECT_EQ(result.solutions, GridKind::kUnique);
    EXPECT_EQ(result.solution, board);
    const Grid wrong = testing::with_changed_clue(board, random);
    if (wrong != board) {
      EXPECT_EQ(solver_.solve(wrong).solutions, GridKind::kUnsolvable);
    }
  }
}

TEST_P(SolverTest, OfSeveralSolutionsTheSmallestIsReturned) {
  const SolveResult empty = solver_.solve(Grid{});
  EXPECT_EQ(empty.solutions, GridKind::kMultiple);
  EXPECT_EQ(to_line(empty.solution),
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642");
  // Empties four cells of two rows and two columns whose digits can be exchanged: 21 above 12, or
  // 12 above 21. Either the rows are in one band, or the columns are in one stack.
  Grid puzzle =
      grid("812753649943682175675491283154237896369845721287169534521974368438526917796318452");
  int patterns = 0;
  for (int row = 0; row < 9; ++row) {
    for (int other = row + 1; other < 9; ++other) {
      for (int a = 0; a < 9; ++a) {
        for (int b = a + 1; b < 9; ++b) {
          if (row / 3 == other / 3 && a / 3 == b / 3) continue;
          if (row / 3 != other / 3 && a / 3 != b / 3) continue;
          const int c[] = {row * 9 + a, row * 9 + b, other * 9 + a, other * 9 + b};
          if (puzzle.cells[c[0]] != puzzle.cells[c[3]]) continue;
          if (puzzle.cells[c[1]] != puzzle.cells[c[2]]) continue;
          ++patterns;
          Grid open = puzzle;
          for (const int cell : c) open.cells[cell] = 0;
          const SolveResult result = solver_.solve(open);
          EXPECT_EQ(result.solutions, GridKind::kMultiple);
          EXPECT_EQ(result.solution.cells[c[0]], std::min(puzzle.cells[c[0]], puzzle.cells[c[1]]));
          EXPECT_EQ(solver_.count(open, 100), 2U);
        }
      }
    }
  }
  EXPECT_GT(patterns, 0);
}

TEST_P(SolverTest, CountsUpToTheLimit) {
  EXPECT_EQ(solver_.count(Grid{}, 1), 1U);
  EXPECT_EQ(solver_.count(Grid{}, 12345), 12345U);
  const std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(solver_.count(grid(kNorvig), no_limit), 1U);
  EXPECT_EQ(solver_.count(grid(kNoSolution), no_limit), 0U);
  // A cyclic board without its digits 1 to 3.
  Grid cyclic =
      grid("123456789456789123789123456234567891567891234891234567345678912678912345912345678");
  for (std::uint8_t& cell : cyclic.cells) cell = cell <= 3 ? 0 : cell;
  const int count = testing::NaiveSolver().count(cyclic, 1000);
  EXPECT_GT(count, 2);
  EXPECT_EQ(solver_.count(cyclic, no_limit), static_cast<std::uint64_t>(count));
}

TEST_P(SolverTest, WorkIsExactAndRepeats) {
  EXPECT_EQ(solver_.work().puzzles, 0U);
  solver_.solve(grid(kNorvig));
  solver_.solve(grid(kInkala));
  const SolverWork first = solver_.work();
  EXPECT_EQ(first.puzzles, 2U);
  EXPECT_GT(first.guesses, 0U);
  solver_.solve(grid(kNorvig));
  solver_.solve(grid(kInkala));
  EXPECT_EQ(solver_.work().puzzles, 4U);
  EXPECT_EQ(solver_.work().guesses, 2 * first.guesses);
}

TEST_P(SolverTest, RunsOnASmallStack) {
#ifdef DOKUMILL_SANITIZED_STACK
  GTEST_SKIP() << "the sanitizer's frames are larger";
#endif
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 64 * 1024), 0);
  pthread_t thread;
  const auto body = [](void* solver) -> void* {
    static_cast<Solver*>(solver)->solve(Grid{});
    static_cast<Solver*>(solver)->count(Grid{}, 100);
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, body, &solver_), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
  EXPECT_EQ(solver_.work().puzzles, 2U);
}

TEST(SolverCreate, AutoIsTheFirstAvailableEngine) {
  EXPECT_EQ(Solver::create().value().engine(), available_engines().front());
}

TEST(SolverCreate, RefusesUnknownEnginesWithTheList) {
  for (const char* const name : {"", "AUTO", "referenc", "reference "}) {
    const Result<Solver> solver = Solver::create(name);
    ASSERT_FALSE(solver.ok()) << name;
    EXPECT_EQ(solver.status().code(), ErrorCode::kUsage);
    for (const std::string& engine : available_engines()) {
      EXPECT_NE(solver.status().message().find(engine), std::string::npos);
    }
  }
}

TEST(SolverCreate, EngineNamesAreDistinct) {
  for (const EngineInfo& a : engines()) {
    EXPECT_NE(a.name, "auto");
    EXPECT_FALSE(a.description.empty());
    for (const EngineInfo& b : engines()) EXPECT_EQ(a.name == b.name, &a == &b);
  }
}

}  // namespace
}  // namespace dokumill
