#include "base/validate.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace dokumill {
namespace {

const char kValidText[] =
    "123456789456789123789123456231674895875912364694538217317265948542897631968341572";

TEST(Validate, AcceptsABoardAndRefusesEveryExchangeOfTwoCells) {
  const Grid board = *parse_grid(kValidText);
  EXPECT_TRUE(is_solution_slow(board));
  for (int a = 0; a < kCells; ++a) {
    for (int b = a + 1; b < kCells; ++b) {
      Grid wrong = board;
      std::swap(wrong.cells[a], wrong.cells[b]);
      EXPECT_EQ(is_solution_slow(wrong), wrong == board) << a << ' ' << b;
    }
  }
}

TEST(Validate, ChecksTheGivens) {
  const Grid board = *parse_grid(kValidText);
  Grid puzzle;
  puzzle.cells[80] = 2;
  EXPECT_TRUE(is_solution_of_slow(board, puzzle));
  puzzle.cells[80] = 3;
  EXPECT_FALSE(is_solution_of_slow(board, puzzle));
}

}  // namespace
}  // namespace dokumill
