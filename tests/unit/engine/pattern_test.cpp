// Tests of puzzles with a pattern of clues, of puzzles from given boards, and of puzzles with
// several solutions.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "dokumill/boards.hpp"
#include "dokumill/canon.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "support/available_engines.hpp"
#include "support/puzzles/made_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

using Pattern = std::bitset<kCells>;

Pattern pattern_of(std::string_view text) {
  Pattern pattern;
  for (std::size_t cell = 0; cell < kCells; ++cell) pattern[cell] = text[cell] != '.';
  return pattern;
}

// 25 cells, the same if they are mirrored or turned by 180 degrees.
constexpr std::string_view kRing =
    "..x...x...x.x.x.x.x...x...x.x.....x.x...x...x.x.....x.x...x...x.x.x.x.x...x...x..";
// The pattern of a puzzle with 17 clues.
constexpr std::string_view kSeventeen =
    ".......x.x.........x...........x.x.x..x...x....x.x....x..x..x...x.x........x.x...";

std::vector<MadePuzzle> make(const PuzzleConstraints& constraints, std::size_t count,
                             std::span<const Grid> boards = {}, std::string_view engine = "auto",
                             std::uint64_t first = 0) {
  std::vector<MadePuzzle> made(count);
  PuzzleMaker maker = *PuzzleMaker::create(1, constraints, engine);
  const PuzzleMaker::Outcome outcome = maker.make(first, made, boards);
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.message();
  return made;
}

TEST(Pattern, PuzzlesHaveExactlyTheCluesOfThePatternAndOneSolution) {
  Solver judge = *Solver::create("reference");
  const Pattern pattern = pattern_of(kRing);
  const auto made = make({.minimal = true, .pattern = pattern}, 40);
  std::set<std::string> distinct;
  for (const MadePuzzle& one : made) {
    testing::expect_proper(one, judge);
    EXPECT_TRUE(testing::is_minimal(judge, one.puzzle));
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      EXPECT_EQ(one.puzzle.cells[cell] != 0, pattern[cell]);
    }
    distinct.insert(to_line(canonical_form(one.puzzle)));
  }
  EXPECT_EQ(distinct.size(), made.size());
}

TEST(Pattern, APuzzleDoesNotDependOnTheEngineAndOnOtherPuzzles) {
  const PuzzleConstraints constraints{.pattern = pattern_of(kRing)};
  const auto made = make(constraints, 6);
  for (const std::string& engine : testing::available_engines()) {
    const auto again = make(constraints, 3, {}, engine, 3);
    for (std::size_t i = 0; i < again.size(); ++i) EXPECT_EQ(again[i].puzzle, made[3 + i].puzzle);
  }
}

TEST(Pattern, HasARatingIfOneIsAskedFor) {
  for (const MadePuzzle& one :
       make({.difficulty = Level::kHard, .pattern = pattern_of(kRing)}, 3)) {
    EXPECT_EQ(level_of(one.rating.score), Level::kHard);
  }
}

TEST(Pattern, IsRefusedWithTheReasonIfNoPuzzleCanHaveIt) {
  Pattern pattern = pattern_of(kRing);
  EXPECT_EQ(why_no_puzzle(pattern, true), std::nullopt);
  EXPECT_NE(why_no_puzzle(pattern_of(std::string(16, 'x') + std::string(65, '.')), false),
            std::nullopt);
  for (int i = 0; i < 18; ++i) pattern.reset(static_cast<std::size_t>(i));  // rows 1 and 2
  const auto reason = why_no_puzzle(pattern, false);
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->find("rows 1 and 2"), 0U) << *reason;
  EXPECT_EQ(PuzzleMaker::create(0, {.pattern = pattern}).status().code(), ErrorCode::kUsage);
  pattern = pattern_of(kRing);
  for (std::size_t row = 0; row < 9; ++row) pattern.reset(row * 9 + 4), pattern.reset(row * 9 + 5);
  EXPECT_EQ(why_no_puzzle(pattern, false)->find("columns 5 and 6"), 0U);
  pattern = pattern_of(kRing);
  for (std::size_t cell = 0; cell < 9; ++cell) pattern.set(cell);
  EXPECT_EQ(why_no_puzzle(pattern, false), std::nullopt);
  EXPECT_EQ(why_no_puzzle(pattern, true)->find("row 1"), 0U);
  EXPECT_FALSE(
      PuzzleMaker::create(0, {.clues = PuzzleConstraints::Range{20, 30}, .pattern = pattern}).ok());
}

// To search all subtrees would take hours. So the test looks for the puzzle from which the pattern
// comes, in its subtree.
TEST(PatternSearch, FindsAKnownPuzzleOnceAndOnlyMinimalPuzzles) {
  if (testing::kIsSanitized) GTEST_SKIP() << "takes a minute with sanitizers";
  const Grid known = *parse_grid(
      "000000010400000000020000000000050407008000300001090000300400200050100000000806000");
  PatternSearch search = *PatternSearch::create(pattern_of(kSeventeen));
  EXPECT_EQ(search.symmetries(), 1U);
  const std::uint64_t subtree = search.subtree_of(known);
  ASSERT_LT(subtree, search.subtrees());
  Solver judge = *Solver::create("reference");
  std::set<std::string> forms;
  EXPECT_TRUE(search.search(subtree, [&](const Grid& puzzle, const Grid& solution) {
    EXPECT_TRUE(testing::is_minimal(judge, puzzle));
    EXPECT_EQ(judge.solve(puzzle).solution, solution);
    EXPECT_TRUE(forms.insert(to_line(canonical_form(puzzle))).second);
  }));
  EXPECT_TRUE(forms.contains(to_line(canonical_form(known))));
  int calls = 0;
  search.set_stop([&] { return ++calls > 3; });
  EXPECT_FALSE(search.search(0, [](const Grid&, const Grid&) {}));
}

// Each puzzle has its class in one subtree, and images of the puzzle under the symmetries of the
// pattern have the same one.
TEST(PatternSearch, ThereIsASubtreeForEveryPuzzle) {
  const PatternSearch search = *PatternSearch::create(pattern_of(kRing));
  EXPECT_GE(search.symmetries(), 4U);
  std::set<std::uint64_t> subtrees;
  for (const MadePuzzle& one : make({.pattern = pattern_of(kRing)}, 60)) {
    const std::uint64_t subtree = search.subtree_of(one.puzzle);
    EXPECT_LT(subtree, search.subtrees());
    subtrees.insert(subtree);
    const CanonicalMap turned{false,
                              {8, 7, 6, 5, 4, 3, 2, 1, 0},
                              {8, 7, 6, 5, 4, 3, 2, 1, 0},
                              {0, 9, 8, 7, 6, 5, 4, 3, 2, 1}};
    EXPECT_EQ(search.subtree_of(turned.apply(one.puzzle)), subtree);
  }
  EXPECT_GT(subtrees.size(), 30U);
}

TEST(PuzzlesFromBoards, KeepTheirBoards) {
  Solver judge = *Solver::create("reference");
  std::vector<Grid> boards(50);
  make_boards({BoardFamily::kRandom, Digit(1), 9}, 0, boards);
  for (const PuzzleConstraints& constraints :
       {PuzzleConstraints{}, PuzzleConstraints{.clues = PuzzleConstraints::Range{25, 27}},
        PuzzleConstraints{.symmetry = Symmetry::kRotational}}) {
    const auto made = make(constraints, boards.size(), boards);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      testing::expect_proper(made[i], judge);
      EXPECT_EQ(made[i].solution, boards[i]);
    }
  }
  // With a pattern, the board is changed by a symmetry.
  Pattern half;
  for (std::size_t cell = 0; cell < kCells; cell += 2) half.set(cell);
  const auto made = make({.pattern = half}, boards.size(), boards);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    testing::expect_proper(made[i], judge);
    EXPECT_EQ(canonical_form(made[i].solution), canonical_form(boards[i]));
  }
}

TEST(SeveralSolutions, PuzzlesHaveTheNumber) {
  Solver judge = *Solver::create("reference");
  for (const std::uint32_t solutions : {2U, 3U, 17U, 100U}) {
    for (const MadePuzzle& one : make({.solutions = solutions}, 10)) {
      EXPECT_EQ(judge.count(one.puzzle, solutions + 1), solutions);
      EXPECT_TRUE(is_complete(one.solution) && keeps_givens(one.solution, one.puzzle));
      // Without any other clue, there are more.
      for (std::size_t cell = 0; cell < kCells; ++cell) {
        if (one.puzzle.cells[cell] == 0) continue;
        Grid less = one.puzzle;
        less.cells[cell] = 0;
        EXPECT_GT(judge.count(less, solutions + 1), solutions);
      }
    }
  }
  const auto made = make({.clues = PuzzleConstraints::Range{30, 30}, .solutions = 2}, 10);
  for (const MadePuzzle& one : made) {
    EXPECT_EQ(count_clues(one.puzzle), 30);
    EXPECT_EQ(judge.count(one.puzzle, 3), 2U);
  }
  std::set<std::uint32_t> counts;
  for (const MadePuzzle& one : make({.solutions = 30, .fewest_solutions = 20}, 20)) {
    EXPECT_EQ(judge.count(one.puzzle, 31), one.solutions);
    EXPECT_TRUE(one.solutions >= 20 && one.solutions <= 30);
    counts.insert(one.solutions);
  }
  EXPECT_GT(counts.size(), 3U);
  EXPECT_FALSE(PuzzleMaker::create(0, {.solutions = 2, .fewest_solutions = 3}).ok());
  EXPECT_FALSE(PuzzleMaker::create(0, {.minimal = true, .solutions = 2}).ok());
  EXPECT_FALSE(PuzzleMaker::create(0, {.solutions = 0}).ok());
  EXPECT_FALSE(PuzzleMaker::create(0, {.solutions = kMostSolutions + 1}).ok());
}

}  // namespace
}  // namespace dokumill
