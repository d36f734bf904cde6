// Other sizes than 9x9 in the C interface.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "dokumill/dokumill.h"

namespace dokumill {
namespace {

dokumill_options size_of(std::int32_t box_rows, std::int32_t box_columns) {
  dokumill_options options = DOKUMILL_OPTIONS_INIT;
  options.box_rows = box_rows;
  options.box_columns = box_columns;
  return options;
}

TEST(CInterface, PuzzlesOfOtherSizesAreMadeSolvedAndScored) {
  constexpr std::size_t kCount = 100;
  for (const auto& [rows, columns] : {std::pair{2, 2}, {3, 2}, {2, 4}, {4, 4}}) {
    const dokumill_options options = size_of(rows, columns);
    const auto cells = static_cast<std::size_t>(rows * columns * rows * columns);
    std::vector<std::uint8_t> puzzles(kCount * cells), boards(kCount * cells);
    std::vector<std::uint8_t> solutions(kCount * cells), kinds(kCount), minimal(kCount);
    std::size_t made = 0;
    dokumill_constraints constraints = DOKUMILL_CONSTRAINTS_INIT;
    if (rows * columns == 16) constraints.fewest_clues = constraints.most_clues = 130;
    ASSERT_EQ(dokumill_puzzles(&constraints, 3, 0, kCount, puzzles.data(), boards.data(), nullptr,
                               &made, &options),
              DOKUMILL_OK)
        << dokumill_last_message();
    EXPECT_EQ(made, kCount);
    std::vector<std::uint64_t> counts(kCount);
    EXPECT_EQ(dokumill_count(puzzles.data(), kCount, counts.data(), 2, &options), DOKUMILL_OK);
    EXPECT_EQ(counts, std::vector<std::uint64_t>(kCount, 1));
    EXPECT_EQ(dokumill_check(puzzles.data(), kCount, kinds.data(), minimal.data(), &options),
              DOKUMILL_OK);
    EXPECT_EQ(minimal, std::vector<std::uint8_t>(kCount, rows * columns == 16 ? 0 : 1));
    std::vector<dokumill_score_result> scores(kCount);
    EXPECT_EQ(dokumill_score(puzzles.data(), kCount, boards.data(), kCount, nullptr, nullptr,
                             scores.data(), &options),
              DOKUMILL_OK);
    for (const dokumill_score_result& score : scores) {
      EXPECT_TRUE(score.exact == 1 && score.share == 1 && score.cells == score.empty);
    }
    // In place.
    EXPECT_EQ(dokumill_solve(puzzles.data(), kCount, puzzles.data(), kinds.data(), &options),
              DOKUMILL_OK);
    EXPECT_EQ(puzzles, boards);
    EXPECT_EQ(kinds, std::vector<std::uint8_t>(kCount, DOKUMILL_UNIQUE));
  }
}

// Programs that were compiled before the members existed pass a smaller structure, and others pass
// the boxes of 9x9.
TEST(CInterface, OptionsWithoutASizeAreFor9x9) {
  dokumill_options old = DOKUMILL_OPTIONS_INIT;
  old.size = offsetof(dokumill_options, box_rows);
  old.box_rows = 77;  // beyond the structure of the program
  const dokumill_options nine = size_of(3, 3);
  for (const dokumill_options& options : {old, nine}) {
    std::vector<std::uint8_t> grid(81);
    EXPECT_EQ(dokumill_solve(grid.data(), 1, grid.data(), nullptr, &options), DOKUMILL_OK);
    EXPECT_EQ(grid[8], 9);
    dokumill_rating rating;
    EXPECT_EQ(dokumill_rate(grid.data(), 1, &rating, nullptr, &options), DOKUMILL_OK);
  }
}

TEST(CInterface, WrongSizesAreRefused) {
  std::vector<std::uint8_t> grid(81), out(810);
  for (const auto& [rows, columns] :
       {std::pair{1, 7}, {0, 2}, {2, 0}, {-2, -2}, {258, 2}, {6, 6}}) {
    const dokumill_options options = size_of(rows, columns);
    EXPECT_EQ(dokumill_solve(grid.data(), 1, out.data(), nullptr, &options),
              DOKUMILL_ERROR_ARGUMENT);
    EXPECT_EQ(dokumill_last_message(), "box_rows and box_columns: there is no size with boxes of " +
                                           std::to_string(rows) + "x" + std::to_string(columns));
  }
  const dokumill_options four = size_of(2, 2);
  dokumill_rating rating;
  EXPECT_EQ(dokumill_rate(grid.data(), 1, &rating, nullptr, &four), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_STREQ(
      dokumill_last_message(),
      "box_rows and box_columns: this function is for 9x9 only, and they are those of 4x4");
  EXPECT_EQ(dokumill_steps(grid.data(), 1, out.data(), nullptr, &four), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_EQ(dokumill_augment(grid.data(), nullptr, 1, 1, 0, 1, out.data(), nullptr, &four),
            DOKUMILL_ERROR_ARGUMENT);
  // A pattern of 16 cells is not read as one of 81.
  dokumill_constraints constraints = DOKUMILL_CONSTRAINTS_INIT;
  const std::vector<std::uint8_t> pattern(16);
  constraints.pattern = pattern.data();
  EXPECT_EQ(dokumill_puzzles(&constraints, 0, 0, 1, out.data(), nullptr, nullptr, nullptr, &four),
            DOKUMILL_ERROR_ARGUMENT);
  EXPECT_NE(std::string(dokumill_last_message()).find("patterns"), std::string::npos);
  grid[17] = 5;
  EXPECT_EQ(dokumill_solve(grid.data(), 2, grid.data(), nullptr, &four), DOKUMILL_ERROR_ARGUMENT);
  EXPECT_STREQ(dokumill_last_message(), "puzzles[1]: cell 1 has the value 5, expected 0 to 4");
  EXPECT_EQ(dokumill_solve(grid.data(), 2, grid.data() + 8, nullptr, &four),
            DOKUMILL_ERROR_ARGUMENT);
}

TEST(CInterface, AnswersOfOtherSizesAreRead) {
  const std::string text = "Row 1: 1 2 3 4\nRow 2: 3 4 1 2\nRow 3: 2 1 4 3\nRow 4: 4 3 2 1\n";
  const std::uint64_t end = text.size();
  const dokumill_options four = size_of(2, 2);
  std::uint8_t grid[16], form = 0;
  EXPECT_EQ(dokumill_read_answers(text.data(), &end, 1, grid, &form, nullptr, &four), DOKUMILL_OK);
  EXPECT_EQ(form, DOKUMILL_ROWS);
  const std::uint8_t board[16] = {1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1};
  EXPECT_EQ(std::memcmp(grid, board, 16), 0);
}

int stop_at_once(void* calls) {
  ++*static_cast<int*>(calls);
  return 1;
}

TEST(CInterface, CallsOfOtherSizesStop) {
  int calls = 0;
  dokumill_options options = size_of(2, 3);
  options.should_stop = stop_at_once;
  options.context = &calls;
  const std::vector<std::uint8_t> grids(5 * 36);
  std::vector<std::uint64_t> counts(5);
  for (const std::int32_t threads : {0, 2}) {
    options.threads = threads;
    EXPECT_EQ(dokumill_count(grids.data(), 5, counts.data(), 28'200'960, &options),
              DOKUMILL_ERROR_STOPPED);
  }
  EXPECT_GE(calls, 2);
}

}  // namespace
}  // namespace dokumill
