// Tests of Variations: the puzzles near a puzzle are exactly those that trying all of them finds,
// and so are the minimal puzzles inside of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "support/puzzles/is_minimal.hpp"
#include "support/puzzles/made_puzzles.hpp"
#include "support/puzzles/minimal_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

class VariationsTest : public ::testing::Test {
 protected:
  std::vector<Grid> near(const Grid& puzzle, const Distance& distance) {
    std::vector<Grid> found;
    EXPECT_TRUE(variations_.each_near(puzzle, distance, [&](const Grid& grid) {
      found.push_back(grid);
      return true;
    }));
    return found;
  }

  // Tries all puzzles at the distance, by counting their solutions.
  std::vector<Grid> near_by_trying(const Grid& puzzle, const Distance& distance) {
    std::vector<Grid> tried;
    remove(puzzle, puzzle, 0, distance.remove, distance.add, tried);
    std::vector<std::uint64_t> counts(tried.size());
    EXPECT_TRUE(judge_.count(tried, counts, 2));
    std::vector<Grid> found;
    for (std::size_t i = 0; i < tried.size(); ++i) {
      if (counts[i] == 1) found.push_back(tried[i]);
    }
    return found;
  }

  void expect_same(const Grid& puzzle, const Distance& distance) {
    std::vector<Grid> found = near(puzzle, distance);
    std::vector<Grid> expected = near_by_trying(puzzle, distance);
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(found, expected) << to_line(puzzle) << " -" << distance.remove << "+" << distance.add;
  }

  Solver solver_ = Solver::create().value();
  Variations variations_{solver_};

 private:
  void remove(const Grid& puzzle, const Grid& now, std::size_t cell, int left, int add_count,
              std::vector<Grid>& out) {
    if (left == 0) return add(puzzle, now, 0, add_count, out);
    for (; cell < kCells; ++cell) {
      if (puzzle.cells[cell] == 0) continue;
      Grid next = now;
      next.cells[cell] = 0;
      remove(puzzle, next, cell + 1, left - 1, add_count, out);
    }
  }
  void add(const Grid& puzzle, const Grid& now, std::size_t cell, int left,
           std::vector<Grid>& out) {
    if (left == 0) return out.push_back(now);
    for (; cell < kCells; ++cell) {
      for (std::uint8_t digit = 1; digit <= 9 && now.cells[cell] == 0; ++digit) {
        if (puzzle.cells[cell] == digit) continue;
        Grid next = now;
        next.cells[cell] = digit;
        add(puzzle, next, cell + 1, left - 1, out);
      }
    }
  }

  Solver judge_ = Solver::create("reference").value();
};

Grid minimal_puzzle(std::uint64_t index) {
  return make_puzzles({}, 1, 3, index)[0].puzzle;
}

// The puzzle without its first `count` clues.
Grid without_clues(Grid puzzle, int count) {
  for (std::uint8_t& value : puzzle.cells) {
    if (count == 0) break;
    if (value != 0) --count;
    value = 0;
  }
  return puzzle;
}

TEST_F(VariationsTest, AreThoseThatTryingAllFinds) {
  const Grid puzzle = minimal_puzzle(1);
  expect_same(puzzle, {.remove = 0, .add = 1});
  expect_same(puzzle, {.remove = 1, .add = 0});
  expect_same(puzzle, {.remove = 1, .add = 1});
  expect_same(minimal_puzzle(2), {.remove = 2, .add = 1});
  expect_same(without_clues(puzzle, 1), {.remove = 0, .add = 2});
}

// Far more solutions than are listed: for one clue, and for two.
TEST_F(VariationsTest, OfGridsWithManySolutions) {
  const Grid puzzle = minimal_puzzle(3);
  Grid open = puzzle;
  int removed = 0;
  while (solver_.count(open, 300'000) < 300'000) open = without_clues(puzzle, ++removed);
  expect_same(open, {.remove = 0, .add = 1});
  expect_same(open, {.remove = 0, .add = 2});
  open = puzzle;
  removed = 0;
  while (solver_.count(open, 3000) < 3000) open = without_clues(puzzle, ++removed);
  expect_same(open, {.remove = 0, .add = 1});
}

TEST_F(VariationsTest, MinimalOnesAreMinimal) {
  const Grid puzzle = minimal_puzzle(4);
  std::vector<Grid> expected;
  for (const Grid& grid : near(puzzle, {.remove = 1, .add = 1})) {
    if (is_minimal(solver_, grid)) expected.push_back(grid);
  }
  EXPECT_EQ(near(puzzle, {.remove = 1, .add = 1, .minimal = true}), expected);
  EXPECT_FALSE(expected.empty());
}

TEST_F(VariationsTest, EndWhenAsked) {
  int visited = 0;
  EXPECT_FALSE(variations_.each_near(minimal_puzzle(1), {.remove = 1, .add = 1},
                                     [&](const Grid&) { return ++visited < 3; }));
  EXPECT_EQ(visited, 3);
  variations_.set_stop([] { return true; });
  EXPECT_FALSE(variations_.each_near(minimal_puzzle(1), {}, [](const Grid&) { return true; }));
}

TEST_F(VariationsTest, MinimalPuzzlesInsideAreThoseThatTryingAllFinds) {
  for (std::uint64_t index = 0; index < 8; ++index) {
    if (!testing::is_tested(index)) continue;
    const Clues clues = clues_with_more(index, 3);
    std::vector<Grid> expected;
    for (const puzzles::CellBits set : minimal_puzzles_below(clues, solver_)) {
      expected.push_back(grid_of(clues.board, set));
    }
    std::vector<Grid> found;
    EXPECT_TRUE(variations_.each_minimal(grid_of(clues.board, clues.cells), clues.board,
                                         [&](const Grid& grid) {
                                           found.push_back(grid);
                                           return true;
                                         }));
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(found, expected) << index;
    EXPECT_GT(found.size(), 1U);
  }
}

int count_differences(const Grid& from, const Grid& to) {
  int count = 0;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    count += from.cells[cell] != 0 && to.cells[cell] != from.cells[cell];
  }
  return count;
}

TEST_F(VariationsTest, DrawsAreAtTheDistanceAndRepeatable) {
  const Grid puzzle = minimal_puzzle(5);
  int found = 0;
  for (std::uint32_t draw = 0; draw < 200; ++draw) {
    const Distance distance{.remove = 2, .add = 3};
    const auto drawn = variations_.draw(puzzle, distance, 7, 1, draw);
    EXPECT_EQ(variations_.draw(puzzle, distance, 7, 1, draw), drawn);
    if (!drawn) continue;
    ++found;
    EXPECT_EQ(solver_.count(*drawn, 2), 1U);
    EXPECT_EQ(count_differences(puzzle, *drawn), 2);
    EXPECT_EQ(count_differences(*drawn, puzzle), 3);
  }
  EXPECT_GT(found, 20);
}

}  // namespace
}  // namespace dokumill::testing
