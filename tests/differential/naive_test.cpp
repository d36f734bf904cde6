// Compares every engine with the naive solver: verdict, smallest solution and count, on seeded
// random puzzles of kinds for which the naive solver is fast.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dokumill/solver.hpp"
#include "support/available_engines.hpp"
#include "support/puzzles/naive_solver.hpp"
#include "support/puzzles/random_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

constexpr int kCountLimit = 50;

struct Seen {
  int none = 0;
  int one = 0;
  int several = 0;
};

// Compares every engine with the naive solver on `puzzles` random puzzles of one kind. Returns the
// number of puzzles per verdict.
template <class MakePuzzle>
Seen compare(std::uint64_t seed, int puzzles, MakePuzzle make_puzzle) {
  const std::vector<std::string> engines = available_engines();
  std::vector<Solver> solvers;
  for (const std::string& engine : engines) solvers.push_back(Solver::create(engine).value());
  NaiveSolver naive;
  TestRandom random(seed);
  Seen seen;
  for (int i = 0; i < puzzles; ++i) {
    const Grid puzzle = make_puzzle(random);
    const int count = naive.count(puzzle, kCountLimit);
    const GridKind expected = count == 0   ? GridKind::kUnsolvable
                              : count == 1 ? GridKind::kUnique
                                           : GridKind::kMultiple;
    ++(count == 0 ? seen.none : count == 1 ? seen.one : seen.several);
    for (std::size_t k = 0; k < engines.size(); ++k) {
      const SolveResult result = solvers[k].solve(puzzle);
      EXPECT_EQ(result.solutions, expected) << engines[k] << ' ' << to_line(puzzle);
      EXPECT_EQ(result.solution, count == 0 ? puzzle : naive.smallest())
          << engines[k] << ' ' << to_line(puzzle);
      EXPECT_EQ(solvers[k].count(puzzle, kCountLimit), static_cast<std::uint64_t>(count))
          << engines[k] << ' ' << to_line(puzzle);
    }
  }
  return seen;
}

TEST(Naive, RandomHoles) {
  const Seen seen = compare(
      11, 5000, [](TestRandom& random) { return random_holes(28 + random.below(30), random); });
  EXPECT_GT(seen.one, 1000);
  EXPECT_GT(seen.several, 1000);
}

TEST(Naive, ChangedClues) {
  const Seen seen = compare(12, 5000, [](TestRandom& random) {
    return with_changed_clue(random_holes(30 + random.below(30), random), random);
  });
  EXPECT_GT(seen.none, 1000);
}

TEST(Naive, MinimalPuzzles) {
  Solver solver = Solver::create().value();
  const int count = slow_test_rounds(300);
  const Seen seen =
      compare(13, count, [&solver](TestRandom& random) { return random_minimal(solver, random); });
  EXPECT_EQ(seen.one, count);
}

TEST(Naive, AnyDigits) {
  const Seen seen = compare(14, 2000, [](TestRandom& random) {
    Grid puzzle = random_holes(60 + random.below(21), random);
    for (int i = random.below(3); i > 0; --i) {
      puzzle.cells[random.below(81)] = static_cast<std::uint8_t>(random.below(10));
    }
    return puzzle;
  });
  EXPECT_GT(seen.none, 300);
  EXPECT_GT(seen.one, 300);
}

}  // namespace
}  // namespace dokumill::testing
