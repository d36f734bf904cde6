// Makes lists of puzzles of all kinds that a batch may have.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/puzzles/sample_puzzles.hpp"
#include "support/puzzles/random_puzzles.hpp"

namespace dokumill::testing {

// Kind 0: a board. 1: a board with one wrong digit. 2: a board with two exchanged cells, whose
// digits may be equal. 3: a board with one hole and a wrong digit.
inline Grid nearly_full(int kind, TestRandom& random) {
  Grid grid = random_board(random);
  const int cell = random.below(81);
  const int other = (cell + 1 + random.below(80)) % 81;
  if (kind == 2) std::swap(grid.cells[cell], grid.cells[other]);
  if (kind == 3) grid.cells[other] = 0;
  if (kind % 2 == 1) {
    grid.cells[cell] = static_cast<std::uint8_t>((grid.cells[cell] + random.below(8)) % 9 + 1);
  }
  return grid;
}

// Puzzles with one, several or no solution, contradictory givens, garbage, full boards, few clues
// and the empty grid, in random order. Puzzles with few clues have too many solutions to count.
inline std::vector<Grid> mixed_puzzles(std::size_t of_each_kind, std::uint64_t seed) {
  using puzzles::SampleKind;
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
    grids.push_back(nearly_full(static_cast<int>(i % 4), random));
  }
  grids.push_back(Grid{});
  random.shuffle(grids);
  return grids;
}

}  // namespace dokumill::testing
