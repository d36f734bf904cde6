// Tests of mixtures of puzzles, and of puzzles on one side of a split.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "dokumill/canon.hpp"
#include "dokumill/many.hpp"
#include "dokumill/puzzles.hpp"
#include "support/puzzles/made_puzzles.hpp"

namespace dokumill {
namespace {

using testing::make_puzzles;
using Range = PuzzleConstraints::Range;

const ManyOptions kAlone{.threads = 1};

std::set<std::string> forms_of(const std::vector<MadePuzzle>& made) {
  std::set<std::string> forms;
  for (const MadePuzzle& one : made) forms.insert(to_line(canonical_form(one.puzzle)));
  return forms;
}

// There are few classes of puzzles with five clues, so most of them occur on both sides if the side
// is not asked for.
TEST(SplitPuzzles, NoClassIsOnBothSides) {
  PuzzleConstraints few{.clues = Range{5, 5}, .unique = false};
  const std::set<std::string> any = forms_of(make_puzzles(few, 3000, 1));
  const std::set<std::string> others = forms_of(make_puzzles(few, 3000, 2));
  std::size_t common = 0;
  for (const std::string& form : any) common += others.count(form);
  EXPECT_GT(common, 20U);

  few.split = {false, {Share::kWhole / 2}, 9};
  const std::set<std::string> train = forms_of(make_puzzles(few, 3000, 1));
  few.split->is_test = true;
  const std::set<std::string> test = forms_of(make_puzzles(few, 3000, 2));
  for (const std::string& form : train) {
    EXPECT_FALSE(goes_to_test(*parse_grid(form), {Share::kWhole / 2}, 9));
    EXPECT_EQ(test.count(form), 0U);
  }
  for (const std::string& form : test) {
    EXPECT_TRUE(goes_to_test(*parse_grid(form), {Share::kWhole / 2}, 9));
  }
}

// A puzzle that is on the wanted side anyway is the same puzzle.
TEST(SplitPuzzles, TheFirstTryOnTheSideCounts) {
  const std::vector<PuzzleConstraints> all{{},
                                           {.clues = Range{24, 26}},
                                           {.difficulty = Level::kHard},
                                           {.rating = RatingGoal{30, 70, {}}},
                                           {.obstacles = Range{1, 2}}};
  for (PuzzleConstraints constraints : all) {
    const auto plain = make_puzzles(constraints, 100);
    constraints.split = SplitGoal{};
    std::size_t equal = 0;
    std::size_t trains = 0;
    const auto train = make_puzzles(constraints, 100);
    for (std::size_t i = 0; i < plain.size(); ++i) {
      const bool is_train = !goes_to_test(canonical_form(plain[i].puzzle), {}, 0);
      EXPECT_EQ(train[i].puzzle == plain[i].puzzle, is_train);
      EXPECT_FALSE(goes_to_test(canonical_form(train[i].puzzle), {}, 0));
      EXPECT_EQ(train[i].tries > plain[i].tries, !is_train);
      equal += train[i].puzzle == plain[i].puzzle ? 1 : 0;
      trains += is_train ? 1 : 0;
    }
    EXPECT_EQ(equal, trains);
    EXPECT_LT(equal, 100U);
    EXPECT_GT(equal, 75U);
  }
}

TEST(SplitPuzzles, ASideWithoutClassesIsRefused) {
  const auto create = [](SplitGoal goal) {
    return PuzzleMaker::create(1, PuzzleConstraints{.split = goal}).status().code();
  };
  EXPECT_EQ(create({true, {0}, 0}), ErrorCode::kUsage);
  EXPECT_EQ(create({false, {Share::kWhole}, 0}), ErrorCode::kUsage);
  EXPECT_EQ(create({false, {Share::kWhole + 1}, 0}), ErrorCode::kUsage);
  EXPECT_EQ(create({true, {Share::kWhole}, 0}), ErrorCode::kOk);
  EXPECT_EQ(create({false, {0}, 0}), ErrorCode::kOk);
}

std::vector<PuzzlePart> four_parts() {
  std::bitset<kCells> checkered;
  for (std::size_t cell = 0; cell < kCells; cell += 2) checkered.set(cell);
  return {{{Share::kWhole / 10 * 3}, {.difficulty = Level::kEasy}},
          {{Share::kWhole / 10 * 4}, {.clues = Range{24, 30}, .symmetry = Symmetry::kRotational}},
          {{Share::kWhole / 10}, {.rating = RatingGoal{26, 40, {}}, .obstacles = Range{1, 3}}},
          {{Share::kWhole / 10 * 2}, {.pattern = checkered}}};
}

TEST(Mixtures, PuzzleIIsPuzzleIOfItsPart) {
  constexpr std::size_t kCount = 400;
  const std::vector<PuzzlePart> parts = four_parts();
  std::vector<std::vector<MadePuzzle>> alone;
  for (const PuzzlePart& part : parts) alone.push_back(make_puzzles(part.constraints, kCount, 7));
  std::vector<Grid> puzzles(kCount), solutions(kCount);
  std::vector<PuzzleRating> ratings(kCount);
  std::vector<std::uint8_t> numbers(kCount);
  std::size_t made = 0;
  ASSERT_TRUE(
      mixed_puzzles_many(parts, 7, 0, puzzles, solutions, ratings, numbers, made, kAlone).ok());
  EXPECT_EQ(made, kCount);
  Rater rater({.counts_obstacles = true});
  for (std::size_t i = 0; i < kCount; ++i) {
    const MadePuzzle& expected = alone[numbers[i]][i];
    EXPECT_EQ(puzzles[i], expected.puzzle);
    EXPECT_EQ(solutions[i], expected.solution);
    // One part has a range of obstacles, so the ratings of all parts have their number.
    const Rating rating = rater.rate(puzzles[i]);
    EXPECT_EQ(ratings[i].score, rating.score);
    EXPECT_EQ(ratings[i].obstacles, rating.obstacles);
  }
  // The parts of a call do not depend on its begin, and puzzles not on its size.
  std::vector<Grid> some(50);
  std::vector<std::uint8_t> some_numbers(50);
  ASSERT_TRUE(mixed_puzzles_many(parts, 7, 123, some, {}, {}, some_numbers, made, kAlone).ok());
  EXPECT_TRUE(std::equal(some.begin(), some.end(), puzzles.begin() + 123));
  EXPECT_TRUE(std::equal(some_numbers.begin(), some_numbers.end(), numbers.begin() + 123));
}

// The number of puzzles of a part is binomial: within five standard deviations of n p.
TEST(Mixtures, PartsHaveTheirShares) {
  constexpr std::size_t kCount = 20'000;
  const PuzzleConstraints full{.clues = Range{81, 81}};
  const std::vector<PuzzlePart> parts{{{1}, full}, {{3}, full}, {{96}, full}};
  std::vector<Grid> puzzles(kCount);
  std::vector<std::uint8_t> numbers(kCount);
  std::size_t made = 0;
  ASSERT_TRUE(mixed_puzzles_many(parts, 1, 0, puzzles, {}, {}, numbers, made, kAlone).ok());
  for (const auto& [part, p] : {std::pair{0, 0.01}, {1, 0.03}, {2, 0.96}}) {
    const auto count = std::count(numbers.begin(), numbers.end(), part);
    EXPECT_NEAR(static_cast<double>(count), kCount * p, 5 * std::sqrt(kCount * p * (1 - p)));
  }
}

// The parts of the puzzles of a seed are a promise and must never change.
TEST(Mixtures, DrawsNeverChange) {
  const PuzzleConstraints full{.clues = Range{81, 81}};
  const std::vector<PuzzlePart> parts{
      {{Share::kWhole / 2}, full}, {{Share::kWhole / 3}, full}, {{Share::kWhole / 6}, full}};
  std::vector<Grid> puzzles(40);
  std::vector<std::uint8_t> numbers(40);
  std::size_t made = 0;
  ASSERT_TRUE(
      mixed_puzzles_many(parts, 5, std::uint64_t{1} << 40, puzzles, {}, {}, numbers, made, kAlone)
          .ok());
  std::string found;
  for (const std::uint8_t number : numbers) found += static_cast<char>('0' + number);
  EXPECT_EQ(found, "0010100000100000011001100100200100101010");
}

TEST(Mixtures, TheFirstPuzzleThatCannotBeMadeCounts) {
  const PuzzlePart usual{{1}, {}};
  const PuzzlePart rare{{1}, {.clues = Range{17, 17}, .max_tries = 2}};
  for (const auto& parts :
       {std::vector{usual, rare}, {rare, usual}, {rare, rare}, {usual, rare, rare}}) {
    std::vector<std::uint8_t> numbers(64);
    std::vector<Grid> puzzles(64), expected(64);
    std::size_t made = 99;
    const Status status = mixed_puzzles_many(parts, 3, 0, puzzles, {}, {}, numbers, made, kAlone);
    EXPECT_EQ(status.code(), ErrorCode::kUnmet);
    ASSERT_LT(made, 10U);
    EXPECT_NE(status.message().find("for puzzle " + std::to_string(made)), std::string::npos);
    EXPECT_TRUE(status.message().starts_with("part ")) << status.message();
    std::size_t all = 0;
    ASSERT_TRUE(puzzles_many({}, 3, 0, expected, {}, {}, all, kAlone).ok());
    EXPECT_TRUE(std::equal(puzzles.begin(), puzzles.begin() + static_cast<std::ptrdiff_t>(made),
                           expected.begin()));
  }
}

TEST(Mixtures, WrongPartsAreRefused) {
  const auto refused = [](std::vector<PuzzlePart> parts) {
    const Status status = PuzzleMaker::create_mixture(1, parts).status();
    EXPECT_EQ(status.code(), ErrorCode::kUsage);
    return status.message();
  };
  EXPECT_EQ(refused({}), "a mixture has 1 to 256 parts, got 0");
  refused(std::vector<PuzzlePart>(257));
  EXPECT_EQ(refused({{}, {{0}, {}}}),
            "part 2: the share of a part is above 0, and at most the whole");
  refused({{{Share::kWhole + 1}, {}}});
  refused({{}, {{1}, {.unbiased = true}}});
  EXPECT_TRUE(refused({{}, {}, {{1}, {.clues = Range{30, 29}}}}).starts_with("part 3: "));
  EXPECT_TRUE(
      PuzzleMaker::create_mixture(1, std::vector<PuzzlePart>{{{1}, {.unbiased = true}}}).ok());
  std::vector<Grid> puzzles(2);
  std::vector<std::uint8_t> numbers(3);
  std::size_t made = 0;
  const std::vector<PuzzlePart> two(2);
  EXPECT_EQ(mixed_puzzles_many(two, 1, 0, puzzles, {}, {}, numbers, made, kAlone).code(),
            ErrorCode::kUsage);
}

TEST(Mixtures, CanBeStopped) {
  Result<PuzzleMaker> maker = PuzzleMaker::create_mixture(1, four_parts());
  ASSERT_TRUE(maker.ok());
  int calls = 0;
  maker->set_stop([&calls] { return ++calls > 3; });
  std::vector<MadePuzzle> made(5000);
  const PuzzleMaker::Outcome outcome = maker->make(0, made);
  EXPECT_EQ(outcome.status.code(), ErrorCode::kInterrupted);
  EXPECT_EQ(outcome.made, 0U);
  EXPECT_GT(maker->tries(), 0U);
}

}  // namespace
}  // namespace dokumill
