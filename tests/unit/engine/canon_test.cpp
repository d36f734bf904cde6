// Tests of the properties of the canonical form on thousands of grids.
// tests/differential/canon_judge_test.cpp compares the forms of a few grids with a reference that
// tries all symmetries.
#include "dokumill/canon.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "dokumill/boards.hpp"
#include "engine/canon/board_form.hpp"
#include "engine/canon/row_search.hpp"
#include "engine/puzzles/hard_puzzles.hpp"
#include "support/puzzles/hard_canon.hpp"
#include "support/puzzles/random_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

using testing::TestRandom;

// Checks the canonical form of `grid`. A random image of `grid` must have the same form.
void check_form(const Grid& grid, TestRandom& random) {
  SCOPED_TRACE(to_line(grid));
  Canonizer canonizer;
  const Canonical found = canonizer.canonize(grid);
  EXPECT_LE(found.form, grid);
  EXPECT_EQ(found.map.apply(grid), found.form);
  EXPECT_EQ(canonizer.canonize(found.form).form, found.form);
  const Grid image = testing::random_image(grid, random);
  const Canonical of_image = canonizer.canonize(image);
  EXPECT_EQ(to_line(of_image.form), to_line(found.form));
  EXPECT_LE(found.form, image);
  EXPECT_EQ(of_image.map.apply(image), found.form);
  EXPECT_EQ(of_image.automorphisms, found.automorphisms);
}

// Returns a grid with a random digit 0..`digits` in every cell.
Grid random_garbage(int digits, TestRandom& random) {
  Grid grid;
  for (std::uint8_t& cell : grid.cells) cell = static_cast<std::uint8_t>(random.below(digits + 1));
  return grid;
}

TEST(Canon, ImagesOfPuzzlesBoardsAndHardGridsHaveOneForm) {
  TestRandom random(1);
  Solver solver = Solver::create().value();
  for (int i = 0; i < testing::test_rounds(300); ++i) {
    check_form(testing::random_minimal(solver, random), random);
    check_form(testing::random_holes(18 + random.below(63), random), random);
  }
  for (int i = 0; i < testing::test_rounds(50); ++i)
    check_form(testing::random_board(random), random);
  for (const Grid& board : testing::symmetric_boards()) {
    for (int i = 0; i < 20; ++i) check_form(testing::random_image(board, random), random);
  }
  for (const Grid& puzzle : puzzles::hard_puzzles()) check_form(puzzle, random);
  for (const Grid& grid : testing::hard_canon_grids()) check_form(grid, random);
}

TEST(Canon, ImagesOfFewCluesAndOfContradictionsHaveOneForm) {
  TestRandom random(5);
  for (int i = 0; i < testing::test_rounds(1000); ++i) {
    check_form(testing::random_clues(1 + i % 16, 1 + random.below(9), random), random);
  }
  for (int i = 0; i < testing::test_rounds(300); ++i) {
    check_form(random_garbage(1 + random.below(9), random), random);
    Grid sparse = random_garbage(9, random);
    for (std::uint8_t& cell : sparse.cells) {
      if (random.below(4) != 0) cell = 0;
    }
    check_form(sparse, random);
  }
}

// For these grids, many partial maps of the search tie. The search must merge partial maps that
// leave the same rows to place.
TEST(Canon, ImagesOfLatinSquaresInBoxesHaveOneForm) {
  TestRandom random(12);
  for (int i = 0; i < testing::test_rounds(400); ++i) {
    Grid grid;
    for (int box = 0; box < 9; ++box) {
      if (box / 3 != box % 3 && random.below(4) != 0) continue;
      std::array<int, 9> digits{1, 2, 3, 4, 5, 6, 7, 8, 9};
      random.shuffle(digits);
      const bool is_latin = random.below(4) != 0;
      for (int cell = 0; cell < 9; ++cell) {
        const int row = cell / 3;
        const int column = cell % 3;
        const int digit = is_latin ? digits[(row + column) % 3] : digits[random.below(3)];
        grid.cells[(box / 3 * 3 + row) * 9 + box % 3 * 3 + column] =
            static_cast<std::uint8_t>(digit);
      }
    }
    check_form(grid, random);
  }
}

TEST(Canon, GridsOfDifferentClassesHaveDifferentForms) {
  TestRandom random(7);
  for (int i = 0; i < 200; ++i) {
    const Grid puzzle = testing::random_holes(25, random);
    Grid fewer = puzzle;
    for (std::uint8_t& cell : fewer.cells) {
      if (cell == 0) continue;
      cell = 0;
      break;
    }
    EXPECT_NE(canonical_form(puzzle), canonical_form(fewer));
  }
}

TEST(Canon, TheClassicFamilyIsOneClassWith54Automorphisms) {
  const BoardSource source{BoardFamily::kClassic, Digit(1), 0};
  Canonizer canonizer;
  const Canonical first = canonizer.canonize(make_board(source, 0));
  for (std::uint64_t i = 0; i < 2'903'040; i += 9'973) {
    const Canonical found = canonizer.canonize(make_board(source, i));
    EXPECT_EQ(found.form, first.form);
    EXPECT_EQ(found.automorphisms, 54U);
  }
}

TEST(Canon, BoardsHaveTheFormThatTheSearchForOtherGridsFinds) {
  TestRandom random(8);
  canon::RowSearch search;
  const auto compare = [&](const Grid& board) {
    const Canonical quick = canon::canonize_board(board);
    const Canonical slow = search.run(board);
    EXPECT_EQ(quick.form, slow.form) << to_line(board);
    EXPECT_EQ(quick.automorphisms, slow.automorphisms) << to_line(board);
  };
  const BoardSource source{BoardFamily::kRandom, Digit(1), 5};
  for (int i = 0; i < testing::test_rounds(60); ++i) {
    compare(make_board(source, static_cast<std::uint64_t>(i)));
  }
  for (const Grid& board : testing::symmetric_boards()) compare(board);
}

TEST(Canon, TheSolutionFollowsTheMap) {
  TestRandom random(9);
  Solver solver = Solver::create().value();
  for (int i = 0; i < 50; ++i) {
    const Grid puzzle = testing::random_minimal(solver, random);
    const Canonical found = Canonizer().canonize(puzzle);
    const Grid solution = found.map.apply(solver.solve(puzzle).solution);
    EXPECT_TRUE(is_complete(solution));
    EXPECT_EQ(solution, solver.solve(found.form).solution);
  }
}

TEST(Canon, ExtremeGridsHaveTheFormsThatOneSees) {
  EXPECT_EQ(canonical_form(Grid{}), Grid{});
  EXPECT_EQ(Canonizer().canonize(Grid{}).automorphisms, 3'359'232U);
  Grid one;
  one.cells[40] = 7;
  EXPECT_EQ(to_line(canonical_form(one)), std::string(80, '0') + "1");
  Grid sevens;
  sevens.cells.fill(7);
  EXPECT_EQ(to_line(canonical_form(sevens)), std::string(81, '1'));
  EXPECT_EQ(Canonizer().canonize(sevens).automorphisms, 3'359'232U);
}

// A row that repeats a digit can have smaller cells than an emptier row.
TEST(Canon, RowsThatRepeatADigitCanComeFirst) {
  TestRandom random(13);
  const Grid grid = *parse_grid(
      "110110111012034056234567891345678912456789123567891234678912345789123456891234567");
  EXPECT_EQ(to_line(canonical_form(grid)).substr(0, 9), "011011111");
  check_form(grid, random);
}

TEST(Canon, TheDigitsOfTheMapAreAPermutation) {
  TestRandom random(10);
  for (int i = 0; i < 300; ++i) {
    const Grid grid = testing::random_clues(random.below(12), 9, random);
    const CanonicalMap map = Canonizer().canonize(grid).map;
    unsigned seen = 0;
    for (const std::uint8_t digit : map.digits) seen |= 1U << digit;
    EXPECT_EQ(seen, 0b11'1111'1111U) << to_line(grid);
    EXPECT_EQ(map.digits[0], 0);
  }
}

// The test counts the tries of the search, so the result is the same on every machine.
TEST(Canon, TheHardestGridsTakeBoundedWork) {
  canon::RowSearch search;
  for (const Grid& grid : testing::hard_canon_grids()) {
    search.run(grid);
    EXPECT_LT(search.tries(), 200'000U) << to_line(grid);
  }
}

// A stop is noticed within 20,000 tries of the search, which take about a millisecond.
TEST(Canon, AStopEndsASearch) {
  int polls = 0;
  int stop_at = -1;
  std::uint64_t stops = 0;
  Canonizer canonizer;
  canonizer.set_stop([&] { return ++polls == stop_at; });
  canon::RowSearch search;
  for (const Grid& grid : testing::hard_canon_grids()) {
    polls = 0;
    stop_at = -1;
    const Canonical expected = canonizer.canonize(grid);
    EXPECT_FALSE(canonizer.is_stopped());
    const int all = polls;
    search.run(grid);
    EXPECT_LE(search.tries(), 20'000U * static_cast<unsigned>(all + 1)) << to_line(grid);
    for (int stop = 1; stop <= all; ++stop) {
      polls = 0;
      stop_at = stop;
      canonizer.canonize(grid);
      if (!canonizer.is_stopped()) break;  // the number of polls differs by one between calls
      ++stops;
      EXPECT_EQ(polls, stop);
      const Canonical board = canonizer.canonize(testing::symmetric_boards()[0]);
      EXPECT_FALSE(canonizer.is_stopped());
      EXPECT_EQ(board.automorphisms, 648U);
      stop_at = -1;
      EXPECT_EQ(canonizer.canonize(grid).form, expected.form);
    }
  }
  EXPECT_GT(stops, 10U);
}

TEST(Canon, OrdinaryPuzzlesTakeLittleWork) {
  TestRandom random(11);
  Solver solver = Solver::create().value();
  canon::RowSearch search;
  std::uint64_t tries = 0;
  for (int i = 0; i < 200; ++i) {
    search.run(testing::random_minimal(solver, random));
    tries += search.tries();
  }
  EXPECT_LT(tries, 200 * 25U);  // 21 a puzzle, 27 without the bound of the first cells, 43 without
                                // a choice of the first rows by their clues either
}

}  // namespace
}  // namespace dokumill
