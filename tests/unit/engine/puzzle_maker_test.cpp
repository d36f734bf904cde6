#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <vector>

#include "dokumill/batch.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/solver.hpp"
#include "support/available_engines.hpp"
#include "support/puzzles/made_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

using testing::hash_of;
using testing::make_puzzles;
using Range = PuzzleConstraints::Range;

class PuzzleMakerTest : public ::testing::Test {
 protected:
  bool is_minimal(const Grid& puzzle) { return testing::is_minimal(judge_, puzzle); }
  void expect_proper(const MadePuzzle& made) { testing::expect_proper(made, judge_); }

  Solver judge_ = Solver::create("reference").value();
};

TEST_F(PuzzleMakerTest, PuzzlesHaveOneSolutionAndNoClueCanGo) {
  std::set<std::string> distinct;
  const auto made = make_puzzles({}, static_cast<std::size_t>(testing::test_rounds(1000)));
  for (const MadePuzzle& one : made) {
    expect_proper(one);
    EXPECT_TRUE(is_minimal(one.puzzle));
    EXPECT_EQ(one.tries, 1U);
    distinct.insert(to_line(one.puzzle));
  }
  EXPECT_EQ(distinct.size(), made.size());
}

TEST_F(PuzzleMakerTest, CluesAreOfTheRangeAndAllOfItOccur) {
  std::array<int, kCells + 1> clues{};
  for (const MadePuzzle& one : make_puzzles({.clues = Range{30, 36}}, 2100)) {
    expect_proper(one);
    ++clues[count_clues(one.puzzle)];
  }
  // 300 puzzles of each number of clues are expected; 90 is more than five standard deviations.
  for (int i = 30; i <= 36; ++i) EXPECT_NEAR(clues[i], 300, 90) << i;
}

TEST_F(PuzzleMakerTest, FewCluesTakeSeveralTries) {
  std::uint64_t tries = 0;
  for (const MadePuzzle& one : make_puzzles({.clues = Range{20, 22}}, 50)) {
    expect_proper(one);
    EXPECT_LE(count_clues(one.puzzle), 22);
    EXPECT_GE(count_clues(one.puzzle), 20);
    tries += one.tries;
  }
  EXPECT_GT(tries, 100U);
}

int image_of(Symmetry symmetry, int cell) {
  const int row = cell / 9, column = cell % 9;
  switch (symmetry) {
    case Symmetry::kNone:
      return cell;
    case Symmetry::kRotational:
      return (8 - row) * 9 + 8 - column;
    case Symmetry::kHorizontal:
      return (8 - row) * 9 + column;
    case Symmetry::kVertical:
      return row * 9 + 8 - column;
    case Symmetry::kDiagonal:
      return column * 9 + row;
    case Symmetry::kFull:
      break;
  }
  return cell;
}

TEST_F(PuzzleMakerTest, CluePatternsAreSymmetric) {
  const Symmetry all[] = {Symmetry::kRotational, Symmetry::kHorizontal, Symmetry::kVertical,
                          Symmetry::kDiagonal};
  const auto expect_symmetric = [](const Grid& puzzle, Symmetry symmetry) {
    for (int cell = 0; cell < kCells; ++cell) {
      EXPECT_EQ(puzzle.cells[cell] == 0, puzzle.cells[image_of(symmetry, cell)] == 0);
    }
  };
  for (const Symmetry symmetry : all) {
    for (const MadePuzzle& one : make_puzzles({.symmetry = symmetry}, 200)) {
      expect_proper(one);
      expect_symmetric(one.puzzle, symmetry);
    }
    for (const MadePuzzle& one : make_puzzles({.minimal = true, .symmetry = symmetry}, 3)) {
      expect_proper(one);
      expect_symmetric(one.puzzle, symmetry);
      EXPECT_TRUE(is_minimal(one.puzzle));
    }
  }
  const PuzzleConstraints full{.clues = Range{30, 44}, .symmetry = Symmetry::kFull};
  for (const MadePuzzle& one : make_puzzles(full, 200)) {
    expect_proper(one);
    for (const Symmetry symmetry : all) expect_symmetric(one.puzzle, symmetry);
    EXPECT_LE(count_clues(one.puzzle), 44);
  }
}

TEST_F(PuzzleMakerTest, LevelsAreThoseOfTheRating) {
  Rater rater;
  for (const LevelInfo& level : levels()) {
    for (const bool is_minimal : {false, true}) {
      PuzzleConstraints constraints{.minimal = is_minimal, .difficulty = level.level};
      const auto plain = make_puzzles(constraints, 30);
      constraints.with_rating = true;
      const auto rated = make_puzzles(constraints, 30);
      for (std::size_t i = 0; i < plain.size(); ++i) {
        expect_proper(plain[i]);
        EXPECT_EQ(level_of(rater.rate(plain[i].puzzle).score), level.level);
        EXPECT_TRUE(!is_minimal || this->is_minimal(plain[i].puzzle));
        EXPECT_EQ(rated[i].puzzle, plain[i].puzzle);
        EXPECT_EQ(rated[i].rating.score, rater.rate(plain[i].puzzle).score);
        EXPECT_EQ(plain[i].rating.score, 0);
      }
    }
  }
  for (const MadePuzzle& one : make_puzzles({.with_rating = true}, 50)) {
    EXPECT_EQ(rater.rate(one.puzzle).score, one.rating.score);
    EXPECT_EQ(one.rating.clues, count_clues(one.puzzle));
  }
}

// Clues that are put back keep the other constraints.
TEST_F(PuzzleMakerTest, LevelsKeepTheOtherConstraints) {
  const PuzzleConstraints constraints{.clues = Range{26, 30},
                                      .symmetry = Symmetry::kRotational,
                                      .difficulty = Level::kMedium,
                                      .empty_in_each_box = 3};
  for (const MadePuzzle& one : make_puzzles(constraints, 50)) {
    expect_proper(one);
    EXPECT_GE(count_clues(one.puzzle), 26);
    EXPECT_LE(count_clues(one.puzzle), 30);
    for (int cell = 0; cell < kCells; ++cell) {
      EXPECT_EQ(one.puzzle.cells[cell] == 0, one.puzzle.cells[80 - cell] == 0);
    }
    for (const int empty : testing::empty_in_boxes(one.puzzle)) EXPECT_GE(empty, 3);
  }
}

TEST_F(PuzzleMakerTest, ObstaclesAreThoseOfTheRating) {
  Rater rater({.counts_obstacles = true});
  const auto expect_obstacles = [&](PuzzleConstraints constraints, int fewest, int most) {
    constraints.obstacles = {fewest, most};
    for (const MadePuzzle& one : make_puzzles(constraints, 20)) {
      expect_proper(one);
      const Rating rating = rater.rate(one.puzzle);
      EXPECT_EQ(one.rating.obstacles, rating.obstacles);
      EXPECT_GE(rating.obstacles, fewest);
      EXPECT_LE(rating.obstacles, most);
      EXPECT_EQ(one.rating.score, rating.score);
    }
  };
  expect_obstacles({}, 0, 0);
  expect_obstacles({}, 3, 5);
  expect_obstacles({.difficulty = Level::kHard}, 4, 4);
  expect_obstacles({.rating = RatingGoal{.lowest = 66, .highest = 70}}, 2, 3);
}

TEST_F(PuzzleMakerTest, EveryBoxHasEmptyCells) {
  for (const bool is_unique : {true, false}) {
    for (const int empty : {20, 37, 55}) {
      const PuzzleConstraints constraints{.clues = Range{kCells - empty, kCells - empty},
                                          .empty_in_each_box = 2,
                                          .unique = is_unique};
      for (const MadePuzzle& one : make_puzzles(constraints, 100)) {
        if (is_unique) expect_proper(one);
        EXPECT_TRUE(keeps_givens(one.solution, one.puzzle));
        EXPECT_EQ(kCells - count_clues(one.puzzle), empty);
        for (const int in_box : testing::empty_in_boxes(one.puzzle)) EXPECT_GE(in_box, 2);
      }
    }
  }
}

// A puzzle depends only on (seed, index) and the constraints, not on the call in which it is made
// and not on the engine.
TEST_F(PuzzleMakerTest, PuzzlesDependOnSeedAndIndexOnly) {
  for (const PuzzleConstraints& constraints :
       {PuzzleConstraints{}, PuzzleConstraints{.difficulty = Level::kHard}}) {
    const auto whole = make_puzzles(constraints, 700);
    for (const std::size_t piece : {1U, 7U, 300U}) {
      for (std::size_t first = 0; first < 42; first += piece) {
        const auto part = make_puzzles(constraints, piece, 1, first);
        for (std::size_t i = 0; i < piece; ++i) EXPECT_EQ(part[i].puzzle, whole[first + i].puzzle);
      }
    }
    EXPECT_NE(hash_of(make_puzzles(constraints, 100, 2)),
              hash_of(make_puzzles(constraints, 100, 1)));
    for (const std::string& engine : testing::available_engines()) {
      EXPECT_EQ(hash_of(make_puzzles(constraints, 100, 1, 0, engine)),
                hash_of(make_puzzles(constraints, 100)))
          << engine;
    }
  }
}

// The puzzles of a seed must never change, except those of `medium`: these may change in a minor
// version, with a note in CHANGELOG.md (docs/compatibility.md).
TEST_F(PuzzleMakerTest, KnownPuzzles) {
  EXPECT_EQ(to_line(make_puzzles({}, 1)[0].puzzle),
            "008090003070000004010030000001060400400007608005009170000005800003080000040010009");
  EXPECT_EQ(hash_of(make_puzzles({}, 500, 0)), 0x1F0DA78F545E413CU);
  EXPECT_EQ(hash_of(make_puzzles({}, 500, ~std::uint64_t{0}, ~std::uint64_t{0} - 1000)),
            0xFA3E02E99E248A67U);
  EXPECT_EQ(hash_of(make_puzzles({.clues = Range{30, 36}}, 500)), 0x2B63F95BCC49155U);
  EXPECT_EQ(hash_of(make_puzzles({.symmetry = Symmetry::kRotational}, 500)), 0x4FBD5C9285C882FEU);
  EXPECT_EQ(hash_of(make_puzzles({.difficulty = Level::kMedium}, 100)), 0x5590BDC8A10B8A76U);
}

// The call ends at the lowest index for which all tries fail. The puzzles before it are returned.
TEST_F(PuzzleMakerTest, ConstraintsThatAreNotMet) {
  PuzzleConstraints constraints{.clues = Range{17, 17}, .max_tries = 30};
  std::vector<MadePuzzle> out(1000);
  PuzzleMaker::Outcome outcome = PuzzleMaker::create(0, constraints)->make(5, out);
  EXPECT_EQ(outcome.status.code(), ErrorCode::kUnmet);
  EXPECT_EQ(outcome.status.message(), "no puzzle met the constraints in 30 tries for puzzle 5: " +
                                          std::string(why_rare(constraints)));
  EXPECT_EQ(outcome.made, 0U);

  constraints = {.clues = Range{22, 22}, .minimal = true, .max_tries = 60};
  outcome = PuzzleMaker::create(0, constraints)->make(0, out);
  EXPECT_EQ(outcome.status.code(), ErrorCode::kUnmet);
  ASSERT_GT(outcome.made, 2U);
  ASSERT_LT(outcome.made, out.size());
  EXPECT_EQ(outcome.status.message(),
            "no puzzle met the constraints in 60 tries for puzzle " + std::to_string(outcome.made));
  // Calls for single puzzles give the same results.
  for (std::size_t i = 0; i <= outcome.made; ++i) {
    MadePuzzle one;
    const PuzzleMaker::Outcome single = PuzzleMaker::create(0, constraints)->make(i, {&one, 1});
    ASSERT_EQ(single.status.ok(), i < outcome.made) << i;
    if (i < outcome.made) {
      EXPECT_EQ(one.puzzle, out[i].puzzle);
    }
  }
}

// Several tries of a puzzle run at the same time. The first successful try, in the order of the
// tries, gives the puzzle.
TEST_F(PuzzleMakerTest, TheFirstTryThatSucceedsIsThePuzzle) {
  PuzzleConstraints constraints{.clues = Range{21, 21}};
  const auto all = make_puzzles(constraints, 20);
  for (std::size_t i = 0; i < all.size(); ++i) {
    constraints.max_tries = all[i].tries;
    const auto one = make_puzzles(constraints, 1, 1, i);
    EXPECT_EQ(one[0].puzzle, all[i].puzzle);
    EXPECT_EQ(one[0].tries, all[i].tries);
    if (--constraints.max_tries == 0) continue;
    MadePuzzle none;
    EXPECT_EQ(PuzzleMaker::create(1, constraints)->make(i, {&none, 1}).status.code(),
              ErrorCode::kUnmet);
  }
}

TEST_F(PuzzleMakerTest, ImpossibleConstraints) {
  constexpr RatingGoal kGoal{.lowest = 70, .highest = 72};
  const PuzzleConstraints impossible[] = {
      {.clues = Range{16, 30}},
      {.clues = Range{30, 82}},
      {.clues = Range{31, 30}},
      {.obstacles = Range{0, 65}},
      {.obstacles = Range{3, 2}},
      {.empty_in_each_box = 10},
      {.unique = false},
      {.max_tries = 0},
      {.max_tries = (std::uint32_t{1} << 31) + 1},
      // With a wanted rating, and unbiased.
      {.difficulty = Level::kExpert, .rating = kGoal},
      {.rating = kGoal, .unbiased = true},
      {.rating = kGoal, .empty_in_each_box = 1},
      {.clues = Range{30, 32}, .rating = kGoal, .unique = false},
      {.clues = Range{24, 26}, .unbiased = true},
      {.symmetry = Symmetry::kFull, .unbiased = true},
      {.difficulty = Level::kEasy, .unbiased = true},
  };
  for (const PuzzleConstraints& constraints : impossible) {
    EXPECT_EQ(PuzzleMaker::create(0, constraints).status().code(), ErrorCode::kUsage)
        << &constraints - impossible;
  }
  const PuzzleConstraints possible[] = {{.rating = kGoal},
                                        {.clues = Range{30, 32}, .rating = kGoal},
                                        {.minimal = true, .unbiased = true}};
  for (const PuzzleConstraints& constraints : possible) {
    EXPECT_TRUE(PuzzleMaker::create(0, constraints).ok());
  }
  EXPECT_EQ(PuzzleMaker::create(0, {}, "none").status().code(), ErrorCode::kUsage);
}

// If a stop is requested only once, at any check, the call ends. No puzzle that was checked only in
// part is accepted as minimal.
TEST_F(PuzzleMakerTest, AStopAtAnyCheckEndsACall) {
  const PuzzleConstraints constraints{.minimal = true, .symmetry = Symmetry::kDiagonal};
  int stops = 0;
  bool is_over = false;
  for (int look = 1; !is_over; look += 11) {
    Result<PuzzleMaker> maker = PuzzleMaker::create(1, constraints);
    ASSERT_TRUE(maker.ok());
    int looks = 0;
    maker->set_stop([&] { return ++looks == look; });
    std::vector<MadePuzzle> out(2);
    const PuzzleMaker::Outcome outcome = maker->make(0, out);
    if (outcome.status.code() == ErrorCode::kInterrupted) {
      ++stops;
    } else {
      EXPECT_LT(looks, look);  // the call ended before this check
      is_over = true;
      EXPECT_EQ(outcome.made, 2U);
    }
  }
  EXPECT_GT(stops, 10);
}

// A search that finds nothing for a long time still reports progress and its number of tries.
TEST(GeneratePuzzles, ALongSearchShowsItsTries) {
  PuzzlesOptions options;
  options.output = "/dev/null";
  options.count = 1;
  // 30,000 tries take some seconds at most if no progress is reported.
  options.constraints = {.clues = Range{18, 18}, .max_tries = 30'000};
  std::atomic<bool> is_shown{false};
  Progress shown;
  options.job.on_progress = [&](const Progress& progress) {
    shown = progress;
    is_shown = true;
  };
  options.job.should_stop = [&] { return is_shown.load(); };
  EXPECT_EQ(generate_puzzles(options).status().code(), ErrorCode::kInterrupted);
  EXPECT_EQ(shown.records, 0U);
  EXPECT_EQ(shown.total, 1U);
  EXPECT_GT(shown.tries, 0U);
}

// The first puzzles are written long before the last one is made.
TEST(GeneratePuzzles, RarePuzzlesAreWrittenInParts) {
  PuzzlesOptions options;
  options.output = "/dev/null";
  options.count = 256;
  options.constraints = {.difficulty = Level::kHard, .obstacles = Range{1, 20}};
  options.job.threads = 1;
  int writes = 0;
  options.job.on_output = [&] { ++writes; };
  ASSERT_TRUE(generate_puzzles(options).status().ok());
  EXPECT_GE(writes, 4);
}

}  // namespace
}  // namespace dokumill
