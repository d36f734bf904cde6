// Puzzles from PuzzleMaker, and checks that each of them must pass.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "support/boards/board_checks.hpp"
#include "support/puzzles/is_minimal.hpp"

namespace dokumill::testing {

inline std::vector<MadePuzzle> make_puzzles(const PuzzleConstraints& constraints, std::size_t count,
                                            std::uint64_t seed = 1, std::uint64_t first = 0,
                                            std::string_view engine = "auto") {
  Result<PuzzleMaker> maker = PuzzleMaker::create(seed, constraints, engine);
  EXPECT_TRUE(maker.ok()) << maker.status().message();
  std::vector<MadePuzzle> made(count);
  const PuzzleMaker::Outcome outcome = maker->make(first, made);
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.made, count);
  return made;
}

inline std::uint64_t hash_of(const std::vector<MadePuzzle>& made, std::uint64_t hash = kFnvStart) {
  for (const MadePuzzle& one : made) hash = hash_of(one.puzzle, hash);
  return hash;
}

// Expects that the solution is complete, has the givens of the puzzle and is the only solution.
inline void expect_proper(const MadePuzzle& made, Solver& judge) {
  EXPECT_TRUE(is_complete(made.solution));
  EXPECT_TRUE(keeps_givens(made.solution, made.puzzle));
  EXPECT_EQ(judge.count(made.puzzle, 2), 1U) << to_line(made.puzzle);
  EXPECT_GE(made.tries, 1U);
}

// The number of empty cells in each box.
inline std::array<int, 9> empty_in_boxes(const Grid& puzzle) {
  std::array<int, 9> empty{};
  for (int cell = 0; cell < kCells; ++cell) empty[Cell(cell).box()] += puzzle.cells[cell] == 0;
  return empty;
}

}  // namespace dokumill::testing
