#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/validate.hpp"
#include "dokumill/boards.hpp"
#include "engine/boards/wide.hpp"
#include "support/boards/board_checks.hpp"
#include "support/boards/slow_canon.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

constexpr std::uint64_t kWideSize = 135444234240;
constexpr std::uint64_t kClassicBoards = 2903040;

BoardSource wide(int first_digit) {
  return {BoardFamily::kWide, Digit(first_digit)};
}

TEST(WideBoards, SizesAreAsDocumented) {
  EXPECT_EQ(family_size(BoardFamily::kWide), kWideSize);
  EXPECT_EQ(family_size(BoardFamily::kSequence), 135447137280);
}

TEST(WideBoards, BaseIsTheFirstRandomBoardRelabelled) {
  Grid expected = make_board({BoardFamily::kRandom, Digit(1), 0}, 0);
  std::array<std::uint8_t, 10> name{};
  for (int i = 0; i < 9; ++i) name[expected.cells[i]] = static_cast<std::uint8_t>(i + 1);
  for (std::uint8_t& cell : expected.cells) cell = name[cell];
  EXPECT_EQ(boards::wide_base(), expected);
  EXPECT_EQ(make_board(wide(1), 0), expected);
}

TEST(WideBoards, OnlyTheIdentityIsAnAutomorphismOfTheBase) {
  EXPECT_TRUE(is_solution_slow(boards::wide_base()));
  EXPECT_EQ(testing::slow_canonical(boards::wide_base()).automorphisms, 1U);
}

TEST(WideBoards, ArrangementsAreAllInLexicographicOrder) {
  const auto expected = testing::line_orders();
  ASSERT_EQ(expected.size(), 1296U);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), boards::kArrangement.begin(),
                         boards::kArrangement.end()));
}

// Implements the definition in boards.hpp literally.
Grid board_by_definition(int first_digit, std::uint64_t index) {
  static const auto arrangements = testing::line_orders();
  const auto& rows = arrangements[index % 1296];
  const auto& columns = arrangements[index / 1296 % 1296];
  const bool is_mirrored = index / 1296 / 1296 % 2 == 1;
  auto permutation = index / 1296 / 1296 / 2;
  Grid board;
  for (int row = 0; row < 9; ++row) {
    for (int column = 0; column < 9; ++column) {
      const Cell from =
          is_mirrored ? Cell::at(columns[column], rows[row]) : Cell::at(rows[row], columns[column]);
      board.cells[9 * row + column] = static_cast<std::uint8_t>(boards::wide_base()[from]);
    }
  }
  std::vector<std::uint8_t> digits;
  for (int digit = 1; digit <= 9; ++digit) {
    if (digit != first_digit) digits.push_back(static_cast<std::uint8_t>(digit));
  }
  std::vector<std::uint8_t> name = {0, static_cast<std::uint8_t>(first_digit)};
  for (std::uint64_t left = 8, weight = 5040; left >= 1; --left) {
    const auto at = digits.begin() + static_cast<std::ptrdiff_t>(permutation / weight);
    permutation %= weight;
    name.push_back(*at);
    digits.erase(at);
    if (left > 1) weight /= left - 1;
  }
  const std::uint8_t corner = name[board.cells[0]];
  for (std::uint8_t& cell : board.cells) {
    cell = name[cell];
    if (cell == corner) {
      cell = static_cast<std::uint8_t>(first_digit);
    } else if (cell == first_digit) {
      cell = corner;
    }
  }
  return board;
}

TEST(WideBoards, FollowTheDefinition) {
  for (int first_digit = 1; first_digit <= 9; ++first_digit) {
    for (std::uint64_t index = first_digit; index < kWideSize; index += 1357913579) {
      ASSERT_EQ(make_board(wide(first_digit), index), board_by_definition(first_digit, index))
          << index;
    }
  }
  std::vector<Grid> first(1296);
  make_boards(wide(5), 0, first);
  for (std::size_t i = 0; i < first.size(); ++i) ASSERT_EQ(first[i], board_by_definition(5, i));
}

TEST(WideBoards, SpreadIndicesAreDistinctAndValid) {
  const std::uint64_t count = testing::is_long_run() ? 10000000 : 100000;
  const std::uint64_t step = kWideSize / count | 1U;
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t index = 0; index < kWideSize; index += step) {
    const Grid board = make_board(wide(1), index);
    ASSERT_EQ(board.cells[0], 1);
    ASSERT_TRUE(is_solution_slow(board)) << index;
    hashes.push_back(testing::hash_of(board));
  }
  EXPECT_GE(hashes.size(), count / 100 * 99);
  EXPECT_TRUE(testing::are_distinct(std::move(hashes)));
}

TEST(WideBoards, NeighboursAreDistinctAndValid) {
  std::vector<std::uint64_t> hashes;
  std::vector<Grid> boards(100000);
  for (int first_digit = 1; first_digit <= 9; ++first_digit) {
    const std::uint64_t start = first_digit == 1 ? 0 : kWideSize / 9 * first_digit - boards.size();
    make_boards(wide(first_digit), start, boards);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      ASSERT_EQ(boards[i].cells[0], first_digit);
      ASSERT_TRUE(i % 10 != 0 || is_solution_slow(boards[i]));
      hashes.push_back(testing::hash_of(boards[i]));
    }
  }
  EXPECT_TRUE(testing::are_distinct(std::move(hashes)));
}

TEST(WideBoards, KnownHashes) {
  std::vector<Grid> first(100000);
  make_boards(wide(1), 0, first);
  std::uint64_t hash = testing::kFnvStart;
  for (const Grid& board : first) hash = testing::hash_of(board, hash);
  EXPECT_EQ(hash, 7993073888281145721U);
  hash = testing::kFnvStart;
  for (int i = 0; i < 10000; ++i) {
    hash = testing::hash_of(make_board(wide(i % 9 + 1), kWideSize / 10000 * i + i), hash);
  }
  EXPECT_EQ(hash, 3163138971494259077U);
  EXPECT_EQ(to_line(make_board(wide(1), kWideSize - 1)),
            "143957862569842713782613954236798541857431296914526387491275638675384129328169475");
}

TEST(SequenceBoards, AreClassicThenWide) {
  for (const int first_digit : {1, 7}) {
    const BoardSource sequence = {BoardFamily::kSequence, Digit(first_digit)};
    const BoardSource classic = {BoardFamily::kClassic, Digit(first_digit)};
    EXPECT_EQ(make_board(sequence, 0), make_board(classic, 0));
    std::vector<Grid> across(1000);
    make_boards(sequence, kClassicBoards - 500, across);
    for (int i = 0; i < 500; ++i) {
      EXPECT_EQ(across[i], make_board(classic, kClassicBoards - 500 + i));
      EXPECT_EQ(across[500 + i], make_board(wide(first_digit), i));
    }
    EXPECT_EQ(make_board(sequence, kClassicBoards + kWideSize - 1),
              make_board(wide(first_digit), kWideSize - 1));
  }
}

}  // namespace
}  // namespace dokumill
