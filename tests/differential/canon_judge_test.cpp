// Compares the canonical form with that of a reference, which tries all 3,359,232 symmetries one by
// one.
#include <gtest/gtest.h>

#include <vector>

#include "dokumill/canon.hpp"
#include "support/boards/slow_canon.hpp"
#include "support/puzzles/hard_canon.hpp"
#include "support/puzzles/random_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

using testing::TestRandom;

void judge(const Grid& grid) {
  const Canonical found = Canonizer().canonize(grid);
  const testing::SlowCanonical right = testing::slow_canonical(grid);
  EXPECT_EQ(to_line(found.form), to_line(right.form)) << "of " << to_line(grid);
  EXPECT_EQ(found.automorphisms, right.automorphisms) << "of " << to_line(grid);
}

TEST(CanonJudge, FewClues) {
  TestRandom random(1);
  judge(Grid{});
  for (int i = 0; i < testing::test_rounds(6); ++i) {
    judge(testing::random_clues(1 + 3 * (i % 6), 1 + random.below(9), random));
  }
}

TEST(CanonJudge, Puzzles) {
  TestRandom random(2);
  Solver solver = Solver::create().value();
  for (int i = 0; i < testing::test_rounds(6); ++i) {
    judge(testing::random_minimal(solver, random));
    judge(testing::random_holes(20 + random.below(61), random));
  }
}

TEST(CanonJudge, Boards) {
  TestRandom random(3);
  for (const Grid& board : testing::symmetric_boards()) judge(testing::random_image(board, random));
}

TEST(CanonJudge, Contradictions) {
  TestRandom random(4);
  for (int i = 0; i < testing::test_rounds(6); ++i) {
    Grid grid;
    const int digits = 1 + random.below(9);
    const int share = 1 + random.below(4);
    for (std::uint8_t& cell : grid.cells) {
      if (random.below(4) < share) cell = static_cast<std::uint8_t>(1 + random.below(digits));
    }
    judge(grid);
  }
}

TEST(CanonJudge, TheHardestGrids) {
  for (const Grid& grid : testing::hard_canon_grids()) judge(grid);
}

}  // namespace
}  // namespace dokumill
