// Regression tests with hostile puzzles: one such line must not hold up a batch. The tests check
// the answers and the number of guesses, not the time, because the number of guesses repeats
// exactly.
#include "support/puzzles/hostile_puzzles.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "dokumill/solver.hpp"
#include "support/available_engines.hpp"

namespace dokumill {
namespace {

TEST(HostilePuzzles, AreAnswered) {
  for (const std::string& engine : testing::available_engines()) {
    Solver solver = Solver::create(engine).value();
    for (const testing::HostilePuzzle& puzzle : testing::kHostilePuzzles) {
      const Grid grid = *parse_grid(puzzle.line);
      const SolveResult result = solver.solve(grid);
      EXPECT_EQ(result.solutions, puzzle.solutions) << engine << ' ' << puzzle.line;
      const std::string expected =
          puzzle.solutions == GridKind::kUnsolvable ? puzzle.line : puzzle.smallest;
      EXPECT_EQ(to_line(result.solution), expected) << engine << ' ' << puzzle.line;
    }
  }
}

TEST(HostilePuzzles, NeedABoundedNumberOfGuesses) {
  for (const testing::HostilePuzzle& puzzle : testing::kHostilePuzzles) {
    Solver solver = Solver::create("reference").value();
    solver.solve(*parse_grid(puzzle.line));
    EXPECT_LE(solver.work().guesses, puzzle.max_guesses) << puzzle.line;
  }
}

// Lanes search with a budget of guesses and then leave the puzzle to the scalar search.
TEST(HostilePuzzles, NeedABoundedNumberOfGuessesInLanes) {
  constexpr std::uint64_t kBudgets = 2000 + 1000;
  for (const std::string& engine : testing::available_engines()) {
    if (engine == "reference") continue;
    for (const testing::HostilePuzzle& puzzle : testing::kHostilePuzzles) {
      Solver solver = Solver::create(engine).value();
      solver.solve(*parse_grid(puzzle.line));
      EXPECT_LE(solver.work().guesses, puzzle.max_guesses + kBudgets)
          << engine << ' ' << puzzle.line;
    }
  }
}

TEST(HostilePuzzles, SingleCluesAreEasy) {
  Solver solver = Solver::create("reference").value();
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 1; digit <= kDigits; ++digit) {
      Grid grid;
      grid.cells[cell] = static_cast<std::uint8_t>(digit);
      const std::uint64_t before = solver.work().guesses;
      EXPECT_EQ(solver.solve(grid).solutions, GridKind::kMultiple);
      EXPECT_LE(solver.work().guesses - before, 200U) << cell << ' ' << digit;
    }
  }
}

}  // namespace
}  // namespace dokumill
