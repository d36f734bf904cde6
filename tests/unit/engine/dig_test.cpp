// Tests of the unavoidable sets, and of the number of questions that Dig asks. In each unavoidable
// set of cells, at least one cell must keep a clue.
#include "engine/puzzles/dig.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "base/random.hpp"
#include "dokumill/boards.hpp"
#include "dokumill/solver.hpp"
#include "engine/puzzles/unavoidable/unavoidable_sets.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

using puzzles::UnavoidableSets;
using Kinds = UnavoidableSets::Kinds;

Grid board(int index) {
  return make_board({BoardFamily::kRandom, Digit(1), 5}, static_cast<std::uint64_t>(index));
}

std::vector<std::vector<int>> sets_of(const UnavoidableSets& sets) {
  std::vector<std::vector<int>> all(static_cast<std::size_t>(sets.size()));
  for (int set = 0; set < sets.size(); ++set) {
    for (int cell = 0; cell < kCells; ++cell) {
      if (sets.has(set, cell)) all[static_cast<std::size_t>(set)].push_back(cell);
    }
  }
  return all;
}

TEST(UnavoidableSets, WithoutTheCellsOfASetABoardHasSeveralSolutions) {
  Solver solver = Solver::create("reference").value();
  UnavoidableSets sets;
  int count = 0;
  const int boards = testing::test_rounds(40);
  for (int index = 0; index < boards; ++index) {
    sets.find(board(index), Kinds::kAll);
    for (const std::vector<int>& cells : sets_of(sets)) {
      EXPECT_TRUE(cells.size() == 4 || cells.size() == 6 || cells.size() == 8) << cells.size();
      Grid puzzle = board(index);
      for (const int cell : cells) puzzle.cells[static_cast<std::size_t>(cell)] = 0;
      EXPECT_EQ(solver.count(puzzle, 2), 2U) << to_line(puzzle);
      ++count;
    }
  }
  EXPECT_GT(count, 30 * boards);
}

// The expected numbers were counted by a separate program, which implements the definition with
// sets of cells.
TEST(UnavoidableSets, TheSetsOfAKnownBoard) {
  UnavoidableSets sets;
  sets.find(parse_grid("123456789456789123789123456231674895875912364694538217317265948542897631"
                       "968341572")
                .value(),
            Kinds::kAll);
  int of_size[9] = {};
  for (const std::vector<int>& cells : sets_of(sets)) ++of_size[cells.size()];
  EXPECT_EQ(of_size[4], 11);
  EXPECT_EQ(of_size[6], 27);
  EXPECT_EQ(of_size[8], 6);
  const int all = sets.size();
  sets.find(board(0), Kinds::kOfLines);
  EXPECT_LT(sets.size(), all);
  EXPECT_GT(sets.size(), 0);
}

TEST(UnavoidableSets, AClueGoesUnlessASetWouldHaveNone) {
  UnavoidableSets sets;
  for (int index = 0; index < testing::test_rounds(40); ++index) {
    sets.find(board(index), Kinds::kAll);
    const auto all = sets_of(sets);
    std::array<bool, kCells> is_clue;
    is_clue.fill(true);
    RandomStream random(1, static_cast<std::uint64_t>(index), RandomPurpose::kBoard);
    int kept = 0;
    for (int tries = 0; tries < 400; ++tries) {
      const int cell = static_cast<int>(random.below(kCells));
      if (!is_clue[static_cast<std::size_t>(cell)]) continue;
      is_clue[static_cast<std::size_t>(cell)] = false;
      bool is_one_empty = false;
      for (const std::vector<int>& cells : all) {
        int left = 0;
        for (const int of_set : cells) left += is_clue[static_cast<std::size_t>(of_set)] ? 1 : 0;
        is_one_empty = is_one_empty || left == 0;
      }
      const UnavoidableSets::Counts counts = sets.counts();
      ASSERT_EQ(sets.is_last_clue(cell, counts), is_one_empty);
      ASSERT_EQ(sets.remove(cell), !is_one_empty);
      if (is_one_empty) {
        sets.set_counts(counts);
        is_clue[static_cast<std::size_t>(cell)] = true;
        ++kept;
      }
    }
    EXPECT_GT(kept, 0);
  }
}

TEST(UnavoidableSets, ClearForgetsAllSets) {
  UnavoidableSets sets;
  sets.find(board(0), Kinds::kAll);
  ASSERT_GT(sets.size(), 0);
  sets.clear();
  EXPECT_EQ(sets.size(), 0);
  for (int cell = 0; cell < kCells; ++cell) EXPECT_TRUE(sets.remove(cell));
}

// Most of the time for a puzzle is spent on questions (does the puzzle still have one solution?).
// The numbers are the same in every run: 29.3 questions per puzzle, of which 14.5 have the answer
// no. With sets of four cells alone, there were 42 questions, and 19 had the answer no.
TEST(Dig, AMinimalPuzzleTakesFewQuestions) {
  Solver solver = Solver::create("reference").value();
  puzzles::Dig dig;
  std::uint64_t questions = 0;
  std::uint64_t no = 0;
  constexpr std::uint64_t kPuzzles = 200;
  for (std::uint64_t index = 0; index < kPuzzles; ++index) {
    dig.start(1, index, 0, {});
    for (Grid puzzle; dig.candidate(puzzle);) {
      const bool has_one_solution = solver.count(puzzle, 2) == 1;
      ++questions;
      no += has_one_solution ? 0 : 1;
      dig.settle(has_one_solution);
    }
  }
  EXPECT_LT(questions, 32 * kPuzzles);
  EXPECT_LT(no, 16 * kPuzzles);
}

}  // namespace
}  // namespace dokumill
