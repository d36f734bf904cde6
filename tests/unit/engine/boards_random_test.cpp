#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "base/validate.hpp"
#include "dokumill/boards.hpp"
#include "engine/boards/random_boards.hpp"
#include "engine/boards/random_choices.hpp"
#include "engine/boards/random_filter.hpp"
#include "support/boards/board_checks.hpp"
#include "support/boards/chi_square.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

BoardSource random(std::uint64_t seed) {
  return {BoardFamily::kRandom, Digit(1), seed};
}

TEST(RandomBoards, DependOnSeedAndIndexOnly) {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{42}, kMax}) {
    for (const std::uint64_t start : {std::uint64_t{0}, std::uint64_t{1} << 32, kMax - 64}) {
      std::vector<Grid> boards(64);
      make_boards(random(seed), start, boards);
      for (std::size_t i = boards.size(); i-- > 0;) {
        EXPECT_TRUE(is_solution_slow(boards[i]));
        EXPECT_EQ(make_board(random(seed), start + i), boards[i]) << seed << ' ' << start + i;
        EXPECT_EQ(make_board({BoardFamily::kRandom, Digit(9), seed}, start + i), boards[i]);
      }
    }
  }
  EXPECT_EQ(family_size(BoardFamily::kRandom), kMax);
}

TEST(RandomBoards, SeedsAndIndicesGiveDifferentBoards) {
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t bit = 0; bit < 64; ++bit) {
    hashes.push_back(testing::hash_of(make_board(random(std::uint64_t{1} << bit), 0)));
    hashes.push_back(testing::hash_of(make_board(random(0), std::uint64_t{1} << bit)));
  }
  EXPECT_TRUE(testing::are_distinct(std::move(hashes)));
}

// The filter must pass every try that succeeds. With AVX2, it must also reject all that fail.
TEST(RandomBoards, FilterKnowsWhichTriesSucceed) {
  RandomStream random(1, 2, RandomPurpose::kBoard);
  int successes = 0, passed = 0, tries = 0;
  for (; tries < 100'000; ++tries) {
    boards::BoardChoices choices;
    choices.top = random.below(boards::kBandChoices);
    choices.middle = random.below(boards::kBandChoices);
    choices.rest = random.below(boards::kRestChoices);
    Grid board;
    const bool succeeds = boards::try_board(choices, board);
    const bool passes = boards::may_give_board(choices);
    ASSERT_TRUE(passes || !succeeds) << choices.top << ' ' << choices.middle << ' ' << choices.rest;
    successes += succeeds ? 1 : 0;
    passed += passes ? 1 : 0;
  }
  EXPECT_GT(successes, tries / 12);
#if defined(__x86_64__)
  EXPECT_EQ(passed, __builtin_cpu_supports("avx2") ? successes : tries);
#else
  EXPECT_EQ(passed, tries);
#endif
}

TEST(RandomBoards, KnownHashes) {
  EXPECT_EQ(to_line(make_board(random(0), 0)),
            "317625489698714352452893167143257896276981543589346271735462918961538724824179635");
  EXPECT_EQ(to_line(make_board(random(kMax), kMax - 1)),
            "642318759938745216715629843126483975387952461459167328573296184264831597891574632");
  const auto hash_of_first = [](std::uint64_t seed) {
    std::uint64_t hash = testing::kFnvStart;
    for (int i = 0; i < 20000; ++i) hash = testing::hash_of(make_board(random(seed), i), hash);
    return hash;
  };
  EXPECT_EQ(hash_of_first(0), 12098335814591613605U);
  EXPECT_EQ(hash_of_first(1), 12098166871031947005U);
}

TEST(RandomBoards, HaveNoDuplicates) {
  const int count = testing::is_long_run() ? 1000000 : 100000;
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < count; ++i) hashes.push_back(testing::hash_of(make_board(random(5), i)));
  EXPECT_TRUE(testing::are_distinct(std::move(hashes)));
}

// A try makes a sequence of choices, and each board has exactly one sequence. So the share of
// successful tries is the number of boards divided by the number of sequences. Both numbers are
// known exactly. So this test compares the number of tries with the number of boards that
// Felgenhauer and Jarvis counted.
TEST(RandomBoards, TriesAgreeWithTheNumberOfBoards) {
  constexpr double kBoards = 6670903752021072936960.0;
  constexpr double kBandChoices = 56.0 * 46656.0;
  constexpr double kChoices = 362880.0 * kBandChoices * kBandChoices * 56.0 * 512.0;
  const int count = testing::is_long_run() ? 4000000 : 200000;
  double tries = 0;
  std::uint32_t most = 0;
  for (int i = 0; i < count; ++i) {
    std::uint32_t tries_of_board = 0;
    boards::random_board(77, i, tries_of_board);
    tries += tries_of_board;
    most = std::max(most, tries_of_board);
  }
  // 10.647 tries are expected for a board. Their standard deviation is about as large.
  const double expected = kChoices / kBoards;
  EXPECT_NEAR(tries / count, expected, 4 * expected / std::sqrt(count));
  EXPECT_LT(most, 300U);
}

// Among the boards with a 1 in cell 0, the digits 2 to 9 must be equally frequent in every other
// cell. UniformBoards.DigitsNeighboursAndBands tests the digits and the bands of all boards.
TEST(RandomBoards, DigitsBesideAGivenOneAreEvenlySpread) {
  const int count = testing::is_long_run() ? 10000000 : 100000;
  std::array<std::array<std::uint64_t, 10>, kCells> digits{};
  int firsts = 0;
  for (int i = 0; i < count; ++i) {
    const Grid board = make_board(random(2026), i);
    if (board.cells[0] != 1) continue;
    ++firsts;
    for (int cell = 0; cell < kCells; ++cell) ++digits[cell][board.cells[cell]];
  }
  const std::vector<double> shares(8, 1.0 / 8);
  for (int cell = 1; cell < kCells; ++cell) {
    const auto found = testing::chi_square(std::span(digits[cell]).subspan(2), shares);
    EXPECT_GT(testing::chance_of(found), 1.0 / 130'000) << cell;
  }
  // The digit of cell 0 occurs once in each other box. By symmetry, all possible cells of a box are
  // equally likely. There are nine such cells in the boxes 5, 6, 8 and 9, and six in the other
  // boxes.
  for (int row = 1; row < 9; ++row) {
    for (int column = 1; column < 9; ++column) {
      if (row < 3 && column < 3) continue;
      const double share = row < 3 || column < 3 ? 1.0 / 6 : 1.0 / 9;
      const double deviation = std::sqrt(firsts * share * (1 - share));
      EXPECT_NEAR(static_cast<double>(digits[9 * row + column][1]), firsts * share, 4.5 * deviation)
          << row << ' ' << column;
    }
  }
}

}  // namespace
}  // namespace dokumill
