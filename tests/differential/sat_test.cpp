// Compares every engine with a SAT solver: the number of solutions (none, one or several), and that
// no solution is smaller than the returned one. sat_judge checks any file of puzzles with the same
// solver.
//
// Each call of the SAT solver starts a process. DOKUMILL_LONG_TESTS=1 tests thirty times as many
// puzzles.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/validate.hpp"
#include "differential/sat_solver.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "engine/puzzles/hard_puzzles.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/available_engines.hpp"
#include "support/puzzles/made_puzzles.hpp"
#include "support/puzzles/random_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

// Returns a solution of the puzzle that differs from `solution`. Finds it by fixing a different
// digit in some cell. REQUIRES: there is such a solution.
Grid another_solution(const Grid& puzzle, const Grid& solution) {
  Solver solver = Solver::create("reference").value();
  for (int cell = 0; cell < 81; ++cell) {
    for (int digit = 1; digit <= 9; ++digit) {
      if (puzzle.cells[cell] != 0 || solution.cells[cell] == digit) continue;
      Grid fixed = puzzle;
      fixed.cells[cell] = static_cast<std::uint8_t>(digit);
      const SolveResult result = solver.solve(fixed);
      if (result.solutions != GridKind::kUnsolvable) return result.solution;
    }
  }
  return solution;
}

int number_of_puzzles() {
  return is_long_run() ? 3000 : 100;
}

// Compares puzzles of one kind. `expected` is the number of solutions, counted up to 2, that the
// SAT solver must find for each puzzle. -1: this number differs from puzzle to puzzle.
template <class MakePuzzle>
void compare(std::uint64_t seed, int expected, MakePuzzle make_puzzle,
             int puzzles = number_of_puzzles()) {
  SatSolver sat;
  if (!sat.is_installed()) GTEST_SKIP() << "neither cadical nor minisat is installed";
  std::vector<Solver> solvers;
  for (const std::string& engine : available_engines()) {
    solvers.push_back(Solver::create(engine).value());
  }
  TestRandom random(seed);
  for (int i = 0; i < puzzles && !::testing::Test::HasFailure(); ++i) {
    const Grid puzzle = make_puzzle(solvers.front(), random);
    const int count = sat.count_to_2(puzzle);
    EXPECT_TRUE(expected < 0 || count == expected) << count << ' ' << to_line(puzzle);
    const SolveResult first = solvers.front().solve(puzzle);
    for (Solver& solver : solvers) {
      const SolveResult result = solver.solve(puzzle);
      EXPECT_EQ(static_cast<int>(result.solutions), count)
          << solver.engine() << ' ' << to_line(puzzle);
      EXPECT_EQ(result.solution, first.solution) << solver.engine() << ' ' << to_line(puzzle);
    }
    if (count == 2) {
      EXPECT_TRUE(is_solution_of_slow(first.solution, puzzle)) << to_line(puzzle);
      EXPECT_FALSE(sat.has_smaller(puzzle, first.solution)) << to_line(puzzle);
      EXPECT_TRUE(sat.has_smaller(puzzle, another_solution(puzzle, first.solution)));
    }
  }
}

TEST(Sat, ProperPuzzles) {
  compare(31, 1, [](Solver& solver, TestRandom& random) { return random_minimal(solver, random); });
}

TEST(Sat, SeveralSolutions) {
  compare(32, 2, [](Solver& solver, TestRandom& random) {
    Grid puzzle = random_minimal(solver, random);
    const std::array<int, 81> order = random_cell_order(random);
    puzzle.cells[*std::find_if(order.begin(), order.end(),
                               [&](int cell) { return puzzle.cells[cell] != 0; })] = 0;
    return puzzle;
  });
}

TEST(Sat, NoSolution) {
  compare(33, 0, [](Solver& solver, TestRandom& random) {
    // A proper puzzle with one more clue that differs from the solution.
    Grid puzzle = random_minimal(solver, random);
    const Grid solution = solver.solve(puzzle).solution;
    for (const int cell : random_cell_order(random)) {
      if (puzzle.cells[cell] != 0) continue;
      for (int step = 1; step < 9; ++step) {
        puzzle.cells[cell] = static_cast<std::uint8_t>((solution.cells[cell] - 1 + step) % 9 + 1);
        if (is_valid(puzzle)) return puzzle;
      }
      puzzle.cells[cell] = 0;
    }
    return puzzle;
  });
}

TEST(Sat, RandomClues) {
  compare(34, -1, [](Solver&, TestRandom& random) {
    return random_clues(17 + random.below(8), 9, random);
  });
}

TEST(Sat, FewRandomClues) {
  compare(35, -1,
          [](Solver&, TestRandom& random) { return random_clues(random.below(17), 9, random); });
}

TEST(Sat, AnyDigits) {
  compare(36, -1, [](Solver&, TestRandom& random) {
    Grid puzzle = random_holes(17 + random.below(30), random);
    for (int i = random.below(3); i > 0; --i) {
      puzzle.cells[random.below(81)] = static_cast<std::uint8_t>(random.below(10));
    }
    return puzzle;
  });
}

TEST(Sat, HardPuzzles) {
  compare(37, 1, [bases = puzzles::hard_puzzles()](Solver&, TestRandom& random) {
    return random_image(random.of(bases), random);
  });
}

TEST(Sat, SamplesOfEachKind) {
  using puzzles::SampleKind;
  const auto compare_samples = [](SampleKind kind, int expected) {
    const int count = number_of_puzzles() / 4;
    const std::vector<Grid> samples = *puzzles::sample_puzzles(kind, 38, count);
    compare(
        38, expected, [&, i = 0](Solver&, TestRandom&) mutable { return samples[i++]; }, count);
  };
  compare_samples(SampleKind::kEasy, 1);
  compare_samples(SampleKind::kMinimal, 1);
  compare_samples(SampleKind::kSeveral, 2);
  compare_samples(SampleKind::kNone, 0);
}

// Each puzzle that `generate puzzles` makes has exactly one solution. The solution that the maker
// returns with the puzzle must be this one.
class MadePuzzles : public ::testing::TestWithParam<std::pair<const char*, PuzzleConstraints>> {};

TEST_P(MadePuzzles, HaveOneSolution) {
  const std::vector<MadePuzzle> made =
      make_puzzles(GetParam().second, static_cast<std::size_t>(number_of_puzzles() / 10), 39);
  Solver solver = Solver::create("reference").value();
  for (const MadePuzzle& one : made) {
    EXPECT_EQ(solver.solve(one.puzzle).solution, one.solution) << to_line(one.puzzle);
  }
  compare(
      39, 1, [&, i = 0](Solver&, TestRandom&) mutable { return made[i++].puzzle; },
      static_cast<int>(made.size()));
}

using Range = PuzzleConstraints::Range;
using MadeKind = std::pair<const char*, PuzzleConstraints>;

INSTANTIATE_TEST_SUITE_P(
    Sat, MadePuzzles,
    ::testing::ValuesIn(std::vector<MadeKind>{
        {"NoWish", {}},
        {"Minimal", {.minimal = true}},
        {"FewClues", {.clues = Range{22, 23}}},
        {"Clues", {.clues = Range{26, 34}}},
        {"ManyClues", {.clues = Range{50, 81}}},
        {"MinimalInARange", {.clues = Range{25, 26}, .minimal = true}},
        {"HolesInEveryBox", {.clues = Range{30, 50}, .empty_in_each_box = 2}},
        {"Rotational", {.symmetry = Symmetry::kRotational}},
        {"Horizontal", {.symmetry = Symmetry::kHorizontal}},
        {"Vertical", {.symmetry = Symmetry::kVertical}},
        {"Diagonal", {.symmetry = Symmetry::kDiagonal}},
        {"FullSymmetry", {.symmetry = Symmetry::kFull}},
        {"MinimalAndRotational", {.minimal = true, .symmetry = Symmetry::kRotational}},
        {"Easy", {.difficulty = Level::kEasy}},
        {"Medium", {.difficulty = Level::kMedium}},
        {"Hard", {.difficulty = Level::kHard}},
        {"Expert", {.difficulty = Level::kExpert}},
        {"Extreme", {.difficulty = Level::kExtreme}},
        {"MinimalHard", {.minimal = true, .difficulty = Level::kHard}},
        {"RatedAsFish", {.rating = RatingGoal{.lowest = 32, .highest = 32}}},
        {"RatedAsChains", {.rating = RatingGoal{.lowest = 70, .highest = 72}}}}),
    [](const auto& test) { return std::string(test.param.first); });

}  // namespace
}  // namespace dokumill::testing
