// Seeded random puzzles for the tests, made without the library's own generators.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

#include "dokumill/grid.hpp"
#include "dokumill/solver.hpp"
#include "support/test_random.hpp"

namespace dokumill::testing {

// A random image of a grid under one of the 1,218,998,108,160 maps that keep the rules. Such a map
// relabels the digits, permutes the bands and the rows of each band, permutes the stacks and the
// columns of each stack, and may transpose the grid.
inline Grid random_image(const Grid& grid, TestRandom& random) {
  std::array<int, 10> label{};
  std::iota(label.begin(), label.end(), 0);
  for (int i = 9; i > 1; --i) std::swap(label[i], label[1 + random.below(i)]);
  const auto random_lines = [&random] {
    std::array<int, 3> bands{0, 1, 2};
    random.shuffle(bands);
    std::array<int, 9> lines{};
    for (int band = 0; band < 3; ++band) {
      std::array<int, 3> within{0, 1, 2};
      random.shuffle(within);
      for (int i = 0; i < 3; ++i) lines[band * 3 + i] = bands[band] * 3 + within[i];
    }
    return lines;
  };
  const std::array<int, 9> rows = random_lines();
  const std::array<int, 9> columns = random_lines();
  const bool transposed = random.below(2) == 1;
  Grid image;
  for (int row = 0; row < 9; ++row) {
    for (int column = 0; column < 9; ++column) {
      const int from =
          transposed ? columns[column] * 9 + rows[row] : rows[row] * 9 + columns[column];
      image.cells[row * 9 + column] = static_cast<std::uint8_t>(label[grid.cells[from]]);
    }
  }
  return image;
}

// An image of one of three boards: one has 54 automorphisms, two have only the identity.
inline Grid random_board(TestRandom& random) {
  static constexpr const char* kBoards[] = {
      "123456789456789123789123456231674895875912364694538217317265948542897631968341572",
      "123456789456789123789123456234567891567891234891234567345678912678912345912345678",
      "812753649943682175675491283154237896369845721287169534521974368438526917796318452"};
  return random_image(*parse_grid(kBoards[random.below(3)]), random);
}

inline std::array<int, 81> random_cell_order(TestRandom& random) {
  std::array<int, 81> cells{};
  std::iota(cells.begin(), cells.end(), 0);
  random.shuffle(cells);
  return cells;
}

// A random board of which `clues` random cells are kept.
inline Grid random_holes(int clues, TestRandom& random) {
  Grid puzzle = random_board(random);
  const std::array<int, 81> order = random_cell_order(random);
  for (int i = clues; i < 81; ++i) puzzle.cells[order[i]] = 0;
  return puzzle;
}

// A proper puzzle from which no clue can be removed. Uses the solver to test clues.
inline Grid random_minimal(Solver& solver, TestRandom& random) {
  Grid puzzle = random_board(random);
  for (const int cell : random_cell_order(random)) {
    const std::uint8_t digit = puzzle.cells[cell];
    puzzle.cells[cell] = 0;
    if (solver.count(puzzle, 2) != 1) puzzle.cells[cell] = digit;
  }
  return puzzle;
}

// Changes one random clue to another digit that is in none of the clue's houses. Returns the puzzle
// unchanged if no clue can be changed.
inline Grid with_changed_clue(const Grid& puzzle, TestRandom& random) {
  for (const int cell : random_cell_order(random)) {
    if (puzzle.cells[cell] == 0) continue;
    Grid changed = puzzle;
    for (int step = 1; step < 9; ++step) {
      changed.cells[cell] = static_cast<std::uint8_t>((puzzle.cells[cell] - 1 + step) % 9 + 1);
      if (is_valid(changed)) return changed;
    }
  }
  return puzzle;
}

// A grid with `clues` random clues of the digits 1..`digits` that do not break the rules. It has
// fewer clues if 500 attempts are not enough.
inline Grid random_clues(int clues, int digits, TestRandom& random) {
  Grid puzzle;
  for (int attempt = 0; attempt < 500 && count_clues(puzzle) < clues; ++attempt) {
    const int cell = random.below(81);
    const std::uint8_t before = puzzle.cells[cell];
    puzzle.cells[cell] = static_cast<std::uint8_t>(1 + random.below(digits));
    if (!is_valid(puzzle)) puzzle.cells[cell] = before;
  }
  return puzzle;
}

}  // namespace dokumill::testing
