#include "dokumill/grid.hpp"

#include <gtest/gtest.h>

namespace dokumill {
namespace {

const char kGridText[] =
    "123456789456789123789123456231674895875912364694538217317265948542897631968341572";

TEST(Grid, ReadsEveryMarkOfAnEmptyCell) {
  std::string text(81, '0');
  text.replace(0, 7, "0.*_xX-");
  const Result<Grid> grid = parse_grid(text);
  ASSERT_TRUE(grid.ok());
  EXPECT_EQ(count_clues(*grid), 0);
  EXPECT_EQ(to_line(*grid), std::string(81, '0'));
}

TEST(Grid, RefusesAnyOtherByteAndLength) {
  for (int byte = 0; byte < 256; ++byte) {
    std::string text(81, '0');
    text[40] = static_cast<char>(byte);
    const bool is_cell =
        std::string("0123456789.*_xX-").find(static_cast<char>(byte)) != std::string::npos;
    EXPECT_EQ(parse_grid(text).ok(), is_cell) << byte;
  }
  EXPECT_EQ(parse_grid(std::string(80, '1')).status().code(), ErrorCode::kMalformed);
  EXPECT_EQ(parse_grid(std::string(82, '1')).status().code(), ErrorCode::kMalformed);
}

TEST(Grid, WritesRows) {
  const std::string rows = to_rows(*parse_grid(kGridText));
  EXPECT_EQ(rows.size(), 162U);
  EXPECT_EQ(rows.substr(0, 36), "1 2 3 4 5 6 7 8 9\n4 5 6 7 8 9 1 2 3\n");
  EXPECT_EQ(rows.back(), '\n');
}

TEST(Grid, NamesTheTwoCellsOfAConflict) {
  std::string text(81, '0');
  text[10] = '5';
  EXPECT_FALSE(find_conflict(*parse_grid(text)));
  text[73] = '5';  // the same column
  ASSERT_TRUE(find_conflict(*parse_grid(text)));
  EXPECT_EQ(*find_conflict(*parse_grid(text)), std::pair(Cell(10), Cell(73)));
  EXPECT_FALSE(is_valid(*parse_grid(text)));
}

TEST(Grid, ALineIsWrittenInPlace) {
  Grid grid;
  grid.cells[0] = 7;
  grid.cells[80] = 9;
  std::string text(83, '#');
  EXPECT_EQ(to_line(grid, text.data() + 1), text.data() + 82);
  EXPECT_EQ(text, "#" + to_line(grid) + "#");
}

TEST(Status, AResultWithoutAValueThrows) {
  Result<Grid> bad = parse_grid("12");
  for (const auto& get : {+[](Result<Grid>& result) { (void)result.value(); },
                          +[](Result<Grid>& result) { (void)std::as_const(result).value(); },
                          +[](Result<Grid>& result) { (void)std::move(result).value(); }}) {
    try {
      get(bad);
      ADD_FAILURE() << "no exception";
    } catch (const BadResult& error) {
      EXPECT_EQ(error.status().code(), ErrorCode::kMalformed);
      EXPECT_EQ(error.what(), bad.status().message());
    }
  }
  EXPECT_EQ(parse_grid(std::string(81, '5')).value().cells[80], 5);
}

TEST(Status, AResultMadeFromAnOkStatusIsAFailure) {
  const Result<Grid> result = Status();
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), ErrorCode::kSelfCheck);
}

TEST(Status, OwnsTheNameOfItsOption) {
  const auto make = [] { return Status(ErrorCode::kUsage, "text", std::string(40, 'o')); };
  EXPECT_EQ(make().option(), std::string(40, 'o'));
}

}  // namespace
}  // namespace dokumill
