#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/validate.hpp"
#include "dokumill/boards.hpp"
#include "support/boards/board_checks.hpp"
#include "support/boards/classic_model.hpp"
#include "support/boards/slow_canon.hpp"
#include "support/test_size.hpp"

namespace dokumill {
namespace {

constexpr std::uint64_t kClassicSize = 2903040;

BoardSource classic(int first_digit) {
  return {BoardFamily::kClassic, Digit(first_digit)};
}

TEST(ClassicBoards, SizeIsAsDocumented) {
  EXPECT_EQ(family_size(BoardFamily::kClassic), kClassicSize);
}

TEST(ClassicBoards, FirstBoard) {
  EXPECT_EQ(to_line(make_board(classic(1), 0)),
            "123456789456789123789123456234567891567891234891234567345678912678912345912345678");
}

TEST(ClassicBoards, FollowsTheDefinition) {
  for (int first_digit = 1; first_digit <= 9; ++first_digit) {
    testing::ClassicModel model(first_digit);
    std::vector<Grid> boards(200 * 72);
    make_boards(classic(first_digit), 0, boards);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      ASSERT_EQ(to_line(boards[i]), model.next()) << first_digit << ' ' << i;
    }
  }
}

TEST(ClassicBoards, FirstThirtySixKeepTheTopBandAndMoveTheOthers) {
  const std::string first = to_line(make_board(classic(1), 0));
  for (int i = 1; i < 36; ++i) {
    const std::string board = to_line(make_board(classic(1), i));
    EXPECT_EQ(board.substr(0, 27), first.substr(0, 27));
    EXPECT_EQ(board.substr(27, 27) == first.substr(27, 27), i < 6);
  }
  EXPECT_NE(to_line(make_board(classic(1), 36)).substr(0, 27), first.substr(0, 27));
}

// is_solution_slow() checks every board, or every 25th board in builds without optimization.
#ifdef NDEBUG
constexpr std::size_t kJudgeEvery = 1;
#else
constexpr std::size_t kJudgeEvery = 25;
#endif

void expect_all_distinct_and_valid(int first_digit) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(kClassicSize);
  std::vector<Grid> boards(40320);
  for (std::uint64_t start = 0; start < kClassicSize; start += boards.size()) {
    make_boards(classic(first_digit), start, boards);
    for (const Grid& board : boards) {
      ASSERT_EQ(board.cells[0], first_digit);
      ASSERT_TRUE(is_complete(board)) << to_line(board);
      ASSERT_TRUE(hashes.size() % kJudgeEvery != 0 || is_solution_slow(board)) << to_line(board);
      hashes.push_back(testing::hash_of(board));
    }
  }
  EXPECT_EQ(hashes.size(), kClassicSize);
  EXPECT_TRUE(testing::are_distinct(std::move(hashes)));
}

TEST(ClassicBoards, AllAreDistinctAndValid) {
  expect_all_distinct_and_valid(1);
  if (!testing::is_long_run()) return;
  for (int first_digit = 2; first_digit <= 9; ++first_digit) {
    expect_all_distinct_and_valid(first_digit);
  }
}

TEST(ClassicBoards, OtherFirstDigitsOnAStride) {
  for (int first_digit = 2; first_digit <= 9; ++first_digit) {
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t index = 0; index < kClassicSize; index += 97) {
      const Grid board = make_board(classic(first_digit), index);
      ASSERT_EQ(board.cells[0], first_digit);
      ASSERT_TRUE(is_solution_slow(board));
      hashes.push_back(testing::hash_of(board));
    }
    EXPECT_TRUE(testing::are_distinct(std::move(hashes)));
  }
}

TEST(ClassicBoards, RangesAreCutAnywhere) {
  std::vector<Grid> all(300);
  make_boards(classic(4), kClassicSize - all.size(), all);
  for (std::size_t cut = 0; cut <= all.size(); cut += 7) {
    std::vector<Grid> rest(all.size() - cut);
    make_boards(classic(4), kClassicSize - rest.size(), rest);
    EXPECT_TRUE(std::equal(rest.begin(), rest.end(), all.begin() + cut)) << cut;
  }
  EXPECT_EQ(make_board(classic(4), kClassicSize - 1), all.back());
}

TEST(ClassicBoards, HaveFiftyFourAutomorphisms) {
  std::size_t number = 0;
  for (const std::uint64_t index : {std::uint64_t{0}, std::uint64_t{1234567}, kClassicSize - 1}) {
    if (!testing::is_tested(number++)) continue;
    EXPECT_EQ(testing::slow_canonical(make_board(classic(1), index)).automorphisms, 54U) << index;
  }
}

}  // namespace
}  // namespace dokumill
