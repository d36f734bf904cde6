// Tests of the explanations of problems: the message must agree with the code of the reason and its
// values.
#include "batch/stages/explanation.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::batch {
namespace {

using Values = std::vector<std::pair<std::string_view, std::string>>;

const std::string kBoard =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

Grid grid_of(const std::string& cells) {
  return parse_grid(cells).value();
}

TEST(Explanation, NamesTheFirstConflict) {
  EXPECT_FALSE(explain_conflict(grid_of(kBoard)));
  const auto why = explain_conflict(grid_of("55" + std::string(79, '.')));
  ASSERT_TRUE(why);
  EXPECT_EQ(why->message, "r1c1 and r1c2 are both 5");
  EXPECT_EQ(why->reason.code, "conflict");
  EXPECT_EQ(why->reason.values, (Values{{"first", "0"}, {"second", "1"}, {"digit", "5"}}));
}

TEST(Explanation, NamesWhatIsWrongWithASolution) {
  const Grid puzzle = grid_of("53" + std::string(79, '.'));
  std::string given = kBoard;
  given[9] = '.';
  const Explanation empty = explain_wrong(grid_of(given), puzzle);
  EXPECT_EQ(empty.message, "r2c1 is empty");
  EXPECT_EQ(empty.reason.code, "empty_cell");
  EXPECT_EQ(empty.reason.values, (Values{{"cell", "9"}}));
  given = kBoard;
  given[1] = '4';
  const Explanation other = explain_wrong(grid_of(given), puzzle);
  EXPECT_EQ(other.message, "r1c2 is 4, and the puzzle gives 3");
  EXPECT_EQ(other.reason.code, "other_given");
  EXPECT_EQ(other.reason.values, (Values{{"cell", "1"}, {"found", "4"}, {"expected", "3"}}));
  given = kBoard;
  given[80] = '1';
  EXPECT_EQ(explain_wrong(grid_of(given), puzzle).reason.code, "conflict");
}

TEST(Explanation, NumbersOfArraysKeepTheirSign) {
  records::RecordError fault;
  fault.kind = records::RecordErrorKind::kNegativeCell;
  fault.column = 81;
  fault.found = static_cast<std::uint64_t>(std::int64_t{-3});
  const Explanation why = explain(fault);
  EXPECT_EQ(why.message, "cell 81 (row 9, column 9) is -3, expected 0 to 9");
  EXPECT_EQ(why.reason.code, "cell_value");
  EXPECT_EQ(why.reason.values, (Values{{"cell", "80"}, {"found", "-3"}}));
}

TEST(Explanation, APrefixStandsBeforeTheMessageOnly) {
  Problem problem;
  set_reason(problem, explain_column("a\n b"), "wrong: ");
  EXPECT_EQ(problem.message, "wrong: column 'a\\x0A b': expected 81 cells");
  EXPECT_EQ(problem.reason.code, "column_cells");
  EXPECT_EQ(problem.reason.values, (Values{{"column", "a\\x0A b"}}));
}

}  // namespace
}  // namespace dokumill::batch
