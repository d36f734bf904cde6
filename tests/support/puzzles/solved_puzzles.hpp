// Random puzzles with all their solutions, found by the naive solver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "support/puzzles/naive_solver.hpp"
#include "support/puzzles/random_puzzles.hpp"

namespace dokumill::testing {

struct SolvedPuzzles {
  std::vector<Grid> puzzles;
  std::vector<std::vector<Grid>> solutions;  // of each puzzle, in ascending order
};

// `size` puzzles with 0 to `most` solutions each.
inline SolvedPuzzles solved_puzzles(std::size_t size, std::uint64_t seed, int most) {
  SolvedPuzzles solved;
  TestRandom random(seed);
  NaiveSolver naive;
  while (solved.puzzles.size() < size) {
    Grid puzzle = random_holes(28 + random.below(20), random);
    if (random.below(4) == 0) puzzle = with_changed_clue(puzzle, random);
    std::vector<Grid> solutions = naive.solutions(puzzle, most + 1);
    if (solutions.size() > static_cast<std::size_t>(most)) continue;
    solved.puzzles.push_back(puzzle);
    solved.solutions.push_back(std::move(solutions));
  }
  return solved;
}

}  // namespace dokumill::testing
