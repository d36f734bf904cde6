// Tests which constraints are rejected before the first try. Uses all patterns with full symmetry,
// random patterns with each symmetry, and boards with few empty cells.
#include "engine/puzzles/constraints.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "dokumill/boards.hpp"
#include "dokumill/rating.hpp"
#include "dokumill/solver.hpp"
#include "engine/puzzles/orbits.hpp"
#include "support/puzzles/made_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill::puzzles {
namespace {

constexpr Symmetry kSymmetries[] = {Symmetry::kNone,       Symmetry::kRotational,
                                    Symmetry::kHorizontal, Symmetry::kVertical,
                                    Symmetry::kDiagonal,   Symmetry::kFull};

// The number of clues of a pattern, and the fewest empty cells in any box.
struct Pattern {
  int clues = 0;
  int empty = 9;
};

Pattern pattern_of(const Orbits& orbits, const std::vector<bool>& is_taken) {
  std::array<int, 9> in_box{};
  Pattern pattern;
  for (int i = 0; i < orbits.count; ++i) {
    if (!is_taken[static_cast<std::size_t>(i)]) continue;
    for (int k = 0; k < orbits.orbits[i].size; ++k) {
      ++pattern.clues;
      const int clues = ++in_box[static_cast<std::size_t>(Cell(orbits.orbits[i].cells[k]).box())];
      pattern.empty = std::min(pattern.empty, 9 - clues);
    }
  }
  return pattern;
}

TEST(PatternClues, AreThoseOfAllPatternsWithFullSymmetry) {
  const Orbits& orbits = orbits_of(Symmetry::kFull);
  ASSERT_EQ(orbits.count, 15);
  std::array<ClueCounts, 10> expected;
  for (unsigned bits = 0; bits < 1U << 15; ++bits) {
    std::vector<bool> is_taken(15);
    for (std::size_t i = 0; i < 15; ++i) is_taken[i] = (bits >> i & 1) != 0;
    const Pattern pattern = pattern_of(orbits, is_taken);
    for (int empty = 0; empty <= pattern.empty; ++empty) {
      expected[static_cast<std::size_t>(empty)].set(static_cast<std::size_t>(pattern.clues));
    }
  }
  for (int empty = 0; empty <= 9; ++empty) {
    EXPECT_EQ(pattern_clues(Symmetry::kFull, empty), expected[static_cast<std::size_t>(empty)])
        << empty;
  }
  for (int clues = 0; clues <= kCells; ++clues) {
    EXPECT_EQ(pattern_clues(Symmetry::kFull, 0)[static_cast<std::size_t>(clues)], clues % 4 < 2);
  }
}

TEST(PatternClues, HaveThoseOfEveryRandomPattern) {
  std::mt19937 random(1);
  for (const Symmetry symmetry : kSymmetries) {
    const Orbits& orbits = orbits_of(symmetry);
    for (int round = 0; round < 2000; ++round) {
      const auto chance = random() % 100;
      std::vector<bool> is_taken(static_cast<std::size_t>(orbits.count));
      for (std::size_t i = 0; i < is_taken.size(); ++i) is_taken[i] = random() % 100 < chance;
      const Pattern pattern = pattern_of(orbits, is_taken);
      for (int empty = 0; empty <= pattern.empty; ++empty) {
        EXPECT_TRUE(pattern_clues(symmetry, empty)[static_cast<std::size_t>(pattern.clues)]);
      }
    }
    // With every symmetry but full symmetry, a pattern exists for every number of clues.
    if (symmetry != Symmetry::kFull) {
      EXPECT_TRUE(pattern_clues(symmetry, 0).all());
    }
    // The empty pattern is always possible, and no pattern has more clues than the boxes can hold.
    for (int empty = 0; empty <= 9; ++empty) {
      const ClueCounts counts = pattern_clues(symmetry, empty);
      EXPECT_TRUE(counts[0]);
      for (int clues = kCells - 9 * empty + 1; clues <= kCells; ++clues) {
        EXPECT_FALSE(counts[static_cast<std::size_t>(clues)]) << clues;
      }
    }
  }
}

// constraints.cpp proves that a puzzle with 75 clues or more is always easy. This test tries boards
// with up to six empty cells. In half of the boards, these cells are in few rows and columns, which
// is hardest for singles.
TEST(Constraints, SeventyFiveCluesAreAlwaysEasy) {
  std::mt19937 random(2);
  const auto cell_below = [&random](unsigned limit) { return static_cast<int>(random() % limit); };
  Solver solver = Solver::create("reference").value();
  Rater rater;
  int proper = 0, improper = 0;
  for (int round = 0; round < testing::test_rounds(20'000); ++round) {
    Grid grid = make_board({BoardFamily::kRandom, Digit(1), 3}, static_cast<std::uint64_t>(round));
    int rows[3], columns[3];
    for (int i = 0; i < 3; ++i) {
      rows[i] = cell_below(9);
      columns[i] = cell_below(9);
    }
    for (int i = 0; i < 6; ++i) {
      const int cell =
          round % 2 == 0 ? cell_below(kCells) : rows[cell_below(3)] * 9 + columns[cell_below(3)];
      grid.cells[static_cast<std::size_t>(cell)] = 0;
    }
    ASSERT_GE(count_clues(grid), 75);
    if (solver.count(grid, 2) != 1) {
      ++improper;
      continue;
    }
    ++proper;
    ASSERT_EQ(level_of(rater.rate(grid).score), Level::kEasy) << to_line(grid);
  }
  EXPECT_GT(proper, 100);
  EXPECT_GT(improper, 10);
}

using Range = PuzzleConstraints::Range;

// Returns why the constraints are impossible, or "". PuzzleMaker must refuse them if and only if
// there is a reason.
std::string reason(const PuzzleConstraints& constraints) {
  const Status status = PuzzleMaker::create(0, constraints).status();
  const std::optional<std::string> why = why_impossible(constraints);
  EXPECT_EQ(status.code(), why ? ErrorCode::kUsage : ErrorCode::kOk);
  if (why) {
    EXPECT_EQ(status.message(), "no puzzle meets these constraints: " + *why);
  }
  return why.value_or("");
}

TEST(Constraints, SomeAreImpossible) {
  constexpr Symmetry kFull = Symmetry::kFull;
  const std::pair<PuzzleConstraints, std::string> rows[] = {
      {{.clues = Range{30, 31}, .symmetry = kFull},
       "no pattern with full symmetry has 30 to 31 clues; the nearest numbers of clues are 29 and "
       "32"},
      {{.clues = Range{18, 18}, .symmetry = kFull},
       "no pattern with full symmetry has 18 clues; the nearest numbers of clues are 17 and 20"},
      {{.clues = Range{81, 81}, .minimal = true},
       "a minimal puzzle has an empty cell in every box, and no pattern with an empty cell in "
       "every box has 81 clues; the nearest number of clues is 72"},
      {{.clues = Range{81, 81}, .difficulty = Level::kEasy},
       "a full board has no level, so it is never easy"},
      {{.clues = Range{75, 81}, .rating = RatingGoal{.lowest = 17}},
       "a puzzle with 75 clues or more is always easy, and scores at most 1.5"},
      {{.difficulty = Level::kEasy, .obstacles = Range{1, 5}}, "steps up to 1.5 are no obstacles"},
      {{.difficulty = Level::kHard, .obstacles = Range{0, 0}},
       "every step above 2.3 is an obstacle"},
      {{.empty_in_each_box = 8},
       "no pattern with at least 8 empty cells in every box has 17 to 81 clues; the nearest number "
       "of clues is 9"},
      {{.clues = Range{64, 70}, .empty_in_each_box = 2},
       "no pattern with at least 2 empty cells in every box has 64 to 70 clues; the nearest number "
       "of clues is 63"},
  };
  for (const auto& [constraints, why] : rows) EXPECT_EQ(reason(constraints), why);
  for (const Level level : {Level::kMedium, Level::kHard, Level::kExpert, Level::kExtreme}) {
    EXPECT_EQ(
        reason({.clues = Range{75, 81}, .difficulty = level}),
        "a puzzle with 75 clues or more is always easy, never " + std::string(name_of(level)));
    // Full symmetry has no pattern with 74 clues.
    EXPECT_NE(reason({.clues = Range{74, 81}, .symmetry = kFull, .difficulty = level}), "");
  }
  EXPECT_NE(reason({.clues = Range{73, 81}, .minimal = true}), "");
  EXPECT_NE(reason({.clues = Range{64, 70}, .empty_in_each_box = 2, .unique = false}), "");
}

// Nearly the constraints of the test above.
TEST(Constraints, TheOthersArePossible) {
  for (const Range range : {Range{30, 32}, {29, 31}, {17, 17}, {17, 81}, {81, 81}}) {
    EXPECT_EQ(reason({.clues = range, .symmetry = Symmetry::kFull}), "");
  }
  for (const Symmetry symmetry : kSymmetries) {
    if (symmetry == Symmetry::kFull) continue;
    EXPECT_EQ(reason({.clues = Range{30, 30}, .symmetry = symmetry}), "");
  }
  // No minimal puzzle with more than 40 clues is known, but there is no proof.
  for (const int fewest : {17, 40, 41, 72}) {
    EXPECT_EQ(reason({.clues = Range{fewest, 81}, .minimal = true}), "") << fewest;
  }
  for (const Level level : {Level::kMedium, Level::kHard, Level::kExpert, Level::kExtreme}) {
    EXPECT_EQ(reason({.clues = Range{74, 81}, .difficulty = level}), "");
    EXPECT_EQ(reason({.clues = Range{73, 81}, .symmetry = Symmetry::kFull, .difficulty = level}),
              "");
  }
  const PuzzleConstraints others[] = {
      {.clues = Range{75, 81}, .rating = RatingGoal{.lowest = 15}},
      {.difficulty = Level::kEasy, .obstacles = Range{0, 5}},
      {.difficulty = Level::kMedium, .obstacles = Range{0, 0}},
      {.empty_in_each_box = 7},
      {.clues = Range{63, 70}, .empty_in_each_box = 2, .unique = false},
      {.clues = Range{0, 0}, .empty_in_each_box = 9, .unique = false},
  };
  for (const PuzzleConstraints& constraints : others) EXPECT_EQ(reason(constraints), "");
}

// With full symmetry, some numbers of clues are impossible. The maker must make puzzles with the
// nearest possible numbers, if random tries can reach these numbers.
TEST(Constraints, TheNeighboursOfImpossibleOnesAreMade) {
  for (const int clues : {28, 29, 32, 33, 80, 81}) {
    const PuzzleConstraints full{.clues = Range{clues, clues}, .symmetry = Symmetry::kFull};
    for (const MadePuzzle& one : testing::make_puzzles(full, 3)) {
      EXPECT_EQ(count_clues(one.puzzle), clues);
    }
  }
}

TEST(Constraints, RareOnesHaveAReason) {
  EXPECT_NE(why_rare({.clues = Range{17, 19}}), "");
  EXPECT_EQ(why_rare({.clues = Range{17, 20}}), "");
  EXPECT_EQ(why_rare({.clues = Range{32, 40}}), "");
  EXPECT_NE(why_rare({.clues = Range{32, 40}, .minimal = true}), "");
  EXPECT_EQ(why_rare({.clues = Range{31, 40}, .minimal = true}), "");
  EXPECT_EQ(why_rare({}), "");

  const PuzzleConstraints constraints{.clues = Range{41, 72}, .minimal = true, .max_tries = 20};
  MadePuzzle one;
  const PuzzleMaker::Outcome outcome = PuzzleMaker::create(0, constraints)->make(7, {&one, 1});
  EXPECT_EQ(outcome.status.code(), ErrorCode::kUnmet);
  EXPECT_EQ(outcome.status.message(), "no puzzle met the constraints in 20 tries for puzzle 7: " +
                                          std::string(why_rare(constraints)));
}

}  // namespace
}  // namespace dokumill::puzzles
