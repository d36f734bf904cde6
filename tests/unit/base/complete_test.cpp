// Tests is_complete(), keeps_givens() and are_both_right() with all small mistakes in one board.
// Compares them with the slow judge of core/validate.hpp on many larger mistakes.
#include <gtest/gtest.h>

#include <utility>

#include "base/right_pair.hpp"
#include "base/validate.hpp"
#include "dokumill/grid.hpp"
#include "support/test_random.hpp"
#include "support/texts/guarded_bytes.hpp"

namespace dokumill {
namespace {

using testing::GuardedBytes;
using testing::TestRandom;

const Grid kBoard = *parse_grid(
    "123456789456789123789123456231674895875912364694538217317265948542897631968341572");

// Places the grid so that its last cell is the last byte before a page without access.
const Grid& guarded(GuardedBytes& bytes, const Grid& grid) {
  return *reinterpret_cast<const Grid*>(
      bytes.place({reinterpret_cast<const char*>(&grid), sizeof grid}).data());
}

// Expects that are_both_right() judges the answer by itself if it comes first or second and the
// other answer is right.
void expect_judged_in_pairs(const Grid& board, const Grid& puzzle, bool is_right) {
  EXPECT_EQ(are_both_right({board, puzzle}, {kBoard, kBoard}), is_right) << to_line(board);
  EXPECT_EQ(are_both_right({kBoard, kBoard}, {board, puzzle}), is_right) << to_line(board);
}

// Returns is_complete(board), and expects the same answer from are_both_right().
bool is_complete_everywhere(const Grid& board) {
  const bool is_right = is_complete(board);
  expect_judged_in_pairs(board, Grid{}, is_right);
  return is_right;
}

// Returns keeps_givens(kBoard, puzzle), and expects the same answer from are_both_right().
bool keeps_givens_everywhere(const Grid& puzzle) {
  const bool is_kept = keeps_givens(kBoard, puzzle);
  expect_judged_in_pairs(kBoard, puzzle, is_kept);
  return is_kept;
}

TEST(IsComplete, AcceptsBoardsWithoutReadingBeyondThem) {
  GuardedBytes bytes, more_bytes;
  EXPECT_TRUE(is_complete(guarded(bytes, kBoard)));
  EXPECT_FALSE(is_complete(guarded(bytes, Grid{})));
  EXPECT_TRUE(
      are_both_right({guarded(bytes, kBoard), kBoard}, {guarded(more_bytes, kBoard), kBoard}));
  EXPECT_FALSE(
      are_both_right({guarded(bytes, Grid{}), kBoard}, {guarded(more_bytes, Grid{}), kBoard}));
  EXPECT_TRUE(
      are_both_right({kBoard, guarded(bytes, kBoard)}, {kBoard, guarded(more_bytes, kBoard)}));
}

TEST(IsComplete, FindsEveryChangeOfOneCellToAnyByte) {
  for (int cell = 0; cell < kCells; ++cell) {
    for (int byte = 0; byte < 256; ++byte) {
      Grid board = kBoard;
      board.cells[cell] = static_cast<std::uint8_t>(byte);
      EXPECT_EQ(is_complete_everywhere(board), byte == kBoard.cells[cell]) << cell << ' ' << byte;
    }
  }
}

TEST(IsComplete, FindsEverySwapOfTwoDifferentCells) {
  for (int a = 0; a < kCells; ++a) {
    for (int b = a; b < kCells; ++b) {
      Grid board = kBoard;
      std::swap(board.cells[a], board.cells[b]);
      EXPECT_EQ(is_complete_everywhere(board), board == kBoard) << a << ' ' << b;
    }
  }
}

// Returns the board with digit(row, column) modulo 9, plus 1, in each cell.
template <class Digit>
Grid board_of(Digit digit) {
  Grid board;
  for (int row = 0; row < 9; ++row) {
    for (int column = 0; column < 9; ++column) {
      board.cells[row * 9 + column] = static_cast<std::uint8_t>(digit(row, column) % 9 + 1);
    }
  }
  return board;
}

TEST(IsComplete, ChecksRowsColumnsAndBoxes) {
  EXPECT_TRUE(is_complete_everywhere(board_of([](int r, int c) { return 3 * r + r / 3 + c; })));
  EXPECT_FALSE(is_complete_everywhere(board_of([](int r, int c) { return r + c; })))
      << "boxes are wrong";
  EXPECT_FALSE(is_complete_everywhere(board_of([](int, int c) { return c; })))
      << "only rows are right";
  EXPECT_FALSE(is_complete_everywhere(board_of([](int r, int) { return r; })))
      << "only columns are right";
  EXPECT_FALSE(is_complete_everywhere(board_of([](int r, int c) { return r % 3 * 3 + c % 3; })))
      << "only boxes are right";
  EXPECT_FALSE(is_complete_everywhere(board_of([](int r, int c) {
    return r % 3 * 3 + c % 3 + r / 3;
  }))) << "rows are wrong";
}

// Changes the four cells in which two rows cross two adjacent columns of one stack. is_complete()
// computes the code 9 d + 49 for each digit d. After these changes, the xor of the codes in every
// house is still right. So only the check that all bytes are 1 to 9 can find changed bytes that are
// not digits.
TEST(IsComplete, FindsBytesThatAreNoDigitsWhereTheHousesAddUp) {
  const auto with_changed_code = [](std::uint8_t digit, int change) {
    constexpr int kInverseOf9 = 57;  // 9 * 57 = 2 * 256 + 1
    return static_cast<std::uint8_t>((((digit * 9 + 49) ^ change) - 49) * kInverseOf9);
  };
  for (int row = 0; row < 9; ++row) {
    for (int other_row = row + 1; other_row < 9; ++other_row) {
      for (int column = 0; column < 8; ++column) {
        if (column % 3 == 2) continue;
        for (int change = 1; change < 256; ++change) {
          Grid board = kBoard;
          for (const int cell : {row * 9 + column, row * 9 + column + 1, other_row * 9 + column,
                                 other_row * 9 + column + 1}) {
            board.cells[cell] = with_changed_code(board.cells[cell], change);
          }
          ASSERT_EQ(is_complete_everywhere(board), is_solution_slow(board)) << row << ' ' << column;
        }
      }
    }
  }
}

// Writes any two digits into a pair of cells, because two mistakes could hide each other.
TEST(IsComplete, AgreesWithTheSlowJudgeOnPairsOfMistakes) {
  TestRandom random(81);
  for (int round = 0; round < 300; ++round) {
    const int a = random.below(kCells);
    const int b = random.below(kCells);
    for (int digits = 0; digits < 81; ++digits) {
      Grid board = kBoard;
      board.cells[a] = static_cast<std::uint8_t>(digits / 9 + 1);
      board.cells[b] = static_cast<std::uint8_t>(digits % 9 + 1);
      ASSERT_EQ(is_complete_everywhere(board), is_solution_slow(board)) << to_line(board);
    }
  }
}

// Exchanges two digits in some rows, and then two rows. After these mistakes, many houses are still
// right.
TEST(IsComplete, AgreesWithTheSlowJudgeOnExchanges) {
  TestRandom random(27);
  int right = 0;
  for (int round = 0; round < 20000; ++round) {
    Grid board = kBoard;
    const auto one = static_cast<std::uint8_t>(1 + random.below(9));
    const auto other = static_cast<std::uint8_t>(1 + random.below(9));
    const int rows = random.below(512);
    for (int cell = 0; cell < kCells; ++cell) {
      std::uint8_t& digit = board.cells[cell];
      if ((rows >> cell / 9 & 1) == 0) continue;
      digit = digit == one ? other : digit == other ? one : digit;
    }
    const int row_a = random.below(9) * 9;
    const int row_b = random.below(9) * 9;
    std::swap_ranges(&board.cells[row_a], &board.cells[row_a] + 9, &board.cells[row_b]);
    ASSERT_EQ(is_complete_everywhere(board), is_solution_slow(board)) << to_line(board);
    right += is_complete(board) ? 1 : 0;
  }
  EXPECT_GT(right, 100);
  EXPECT_LT(right, 10000);
}

TEST(KeepsGivens, FindsEveryMissingGiven) {
  GuardedBytes bytes, more_bytes;
  EXPECT_TRUE(keeps_givens(guarded(bytes, kBoard), guarded(more_bytes, kBoard)));
  EXPECT_TRUE(keeps_givens(kBoard, Grid{}));
  for (int cell = 0; cell < kCells; ++cell) {
    for (int given = 0; given <= 9; ++given) {
      const bool is_kept = given == 0 || given == kBoard.cells[cell];
      Grid puzzle;
      puzzle.cells[cell] = static_cast<std::uint8_t>(given);
      EXPECT_EQ(keeps_givens_everywhere(puzzle), is_kept) << cell << ' ' << given;
      puzzle = kBoard;
      puzzle.cells[cell] = static_cast<std::uint8_t>(given);
      EXPECT_EQ(keeps_givens_everywhere(puzzle), is_kept) << cell << ' ' << given;
    }
  }
}

}  // namespace
}  // namespace dokumill
