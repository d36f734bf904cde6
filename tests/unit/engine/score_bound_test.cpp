// Tests of upper bounds of scores, against the ratings of a Rater.
#include "engine/puzzles/score_bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "dokumill/rating.hpp"
#include "support/puzzles/made_puzzles.hpp"

namespace dokumill {
namespace {

using puzzles::ScoreBound;

// Up to the XYZ-Wing, the bound is exact. Above, it misses few puzzles.
TEST(ScoreBounds, AreAtLeastTheScore) {
  Rater rater;
  ScoreBound bound;
  int with_chains = 0, missed = 0;
  for (const MadePuzzle& made : testing::make_puzzles({}, 300, 8)) {
    const int score = rater.rate(made.puzzle).score;
    for (const int most : {15, 25, 38, 44}) {
      for (const int least : {0, most - 5, most}) {
        bound.find(made.puzzle, least, most);
        EXPECT_EQ(bound.is_solved(), score <= most) << least << " to " << most;
        if (bound.is_solved()) {
          EXPECT_EQ(bound.score(), std::max(score, least));
        }
      }
    }
    for (const int most : {66, 72, 74}) {
      bound.find(made.puzzle, most - 1, most);
      EXPECT_EQ(bound.is_basic(), score <= ScoreBound::kLastBasic);
      if (bound.is_solved()) {
        EXPECT_LE(score, bound.score());
      }
    }
    if (score < ScoreBound::kFirstChain || score > 74) continue;
    ++with_chains;
    missed += bound.is_solved() ? 0 : 1;
  }
  EXPECT_GT(with_chains, 50);
  EXPECT_LT(missed * 20, with_chains);
}

// Clues are put back one after another, and none of those that solve the puzzle stays.
TEST(ScoreBounds, GoOnWithMoreClues) {
  ScoreBound bound, fresh;
  int solved = 0, open = 0;
  for (const MadePuzzle& made : testing::make_puzzles({}, 200, 9)) {
    bound.find(made.puzzle, 0, 25);
    Grid puzzle = made.puzzle;
    for (int cell = 0; cell < kCells && !bound.is_solved(); ++cell) {
      if (!bound.open().has(cell)) continue;
      Grid more = puzzle;
      more.cells[cell] = made.solution.cells[cell];
      const explainer::CellSet before = bound.open();
      bound.find_on(more);
      fresh.find(more, 0, 25);
      EXPECT_EQ(bound.is_solved(), fresh.is_solved());
      EXPECT_EQ(bound.open().count(), fresh.open().count());
      EXPECT_LT(bound.open().count(), before.count());
      ++(bound.is_solved() ? solved : open);
      if (!bound.is_solved()) {
        puzzle = more;
        continue;
      }
      bound.find_on(puzzle);
      EXPECT_EQ(bound.open().count(), before.count());
    }
  }
  EXPECT_GT(solved, 100);
  EXPECT_GT(open, 100);
}

}  // namespace
}  // namespace dokumill
