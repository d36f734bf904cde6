#include "batch/rows/row_writer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace dokumill {
namespace {

using batch::ChunkResult;
using batch::Field;
using batch::kSolutionColumn;
using batch::OutputPlan;
using batch::RowWriter;
using tables::ColumnType;
using Kept = OutputPlan::Kept;
using Rows = OutputPlan::Rows;

const std::string kMalformedCells(81, '?');

OutputPlan plan_of(TextFormat format, Rows rows = Rows::kAnswers, Kept kept = Kept::kCells) {
  OutputPlan plan;
  plan.format = format;
  plan.kept = kept;
  plan.rows = rows;
  plan.added = {kSolutionColumn};
  return plan;
}

std::string text_of(const ChunkResult& result) {
  return {result.text.data(), result.text_bytes};
}

std::string written(const OutputPlan& plan, const Grid& puzzle, const std::string& row,
                    const std::vector<Field>& fields) {
  ChunkResult result;
  RowWriter(plan).write(result, puzzle, row, fields);
  return text_of(result);
}

std::string written_own(const OutputPlan& plan, const std::vector<Field>& fields) {
  ChunkResult result;
  RowWriter(plan).write(result, fields);
  return text_of(result);
}

Grid board_of(std::uint8_t digit) {
  Grid grid;
  grid.cells.fill(digit);
  return grid;
}

TEST(RowWriter, WritesCellsInEveryFormat) {
  Grid puzzle;
  puzzle.cells[80] = 9;
  const Grid solution = board_of(7);
  const std::string puzzle_text = std::string(80, '0') + "9";
  const std::string solution_text(81, '7');
  const auto of = [&](TextFormat format, const Grid& grid, const Grid& answer) {
    return written(plan_of(format), grid, "", {kSolutionColumn(answer)});
  };
  EXPECT_EQ(of(TextFormat::kLine, puzzle, solution), solution_text + "\n");
  EXPECT_EQ(of(TextFormat::kGrid, puzzle, solution), "\n" + to_rows(solution));
  EXPECT_EQ(of(TextFormat::kNpy, puzzle, solution), std::string(81, '\7'));
  EXPECT_EQ(of(TextFormat::kCsv, puzzle, solution), puzzle_text + "," + solution_text + "\n");
  const Grid& malformed = records::kMalformedGrid;
  EXPECT_EQ(of(TextFormat::kLine, malformed, malformed), kMalformedCells + "\n");
  EXPECT_EQ(of(TextFormat::kNpy, malformed, malformed), std::string(81, '\xFF'));
  EXPECT_EQ(of(TextFormat::kCsv, malformed, malformed),
            kMalformedCells + "," + kMalformedCells + "\n");
  std::string marks = "\n";
  for (int row = 0; row < 9; ++row) marks += "? ? ? ? ? ? ? ? ?\n";
  EXPECT_EQ(of(TextFormat::kGrid, malformed, malformed), marks);
}

TEST(RowWriter, KeepsRowsAndMakesOneWhereThereIsNone) {
  const Grid& malformed = records::kMalformedGrid;
  for (std::uint32_t columns = 1; columns <= 5; ++columns) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      OutputPlan plan = plan_of(TextFormat::kCsv, Rows::kAnswers, Kept::kRows);
      plan.csv = {columns, column};
      for (const std::string& row : {std::string("x"), std::string(500, 'y'), kMalformedCells})
        EXPECT_EQ(written(plan, malformed, row, {kSolutionColumn(malformed)}),
                  row + "," + kMalformedCells + "\n");
      EXPECT_EQ(written(plan, malformed, "", {kSolutionColumn(malformed)}),
                std::string(column, ',') + kMalformedCells +
                    std::string(columns - 1 - column, ',') + "," + kMalformedCells + "\n");
    }
  }
}

TEST(RowWriter, ReplacesAColumnOnEitherSideOfThePuzzle) {
  const std::string old_text(81, '1');
  const std::string new_text(81, '2');
  const std::string puzzle_text(81, '0');
  for (const std::uint32_t puzzle_column : {1U, 2U}) {
    OutputPlan plan = plan_of(TextFormat::kCsv, Rows::kAnswers, Kept::kRows);
    plan.csv = {4, puzzle_column};
    plan.replaced = 3 - puzzle_column;
    const auto row_with = [&](const std::string& answer) {
      return puzzle_column == 1 ? puzzle_text + "," + answer : answer + "," + puzzle_text;
    };
    EXPECT_EQ(
        written(plan, Grid(), "a," + row_with(old_text) + ",b", {kSolutionColumn(board_of(2))}),
        "a," + row_with(new_text) + ",b\n");
    EXPECT_EQ(written(plan, Grid(), "", {kSolutionColumn(board_of(2))}),
              "," + row_with(new_text) + ",\n");
  }
}

TEST(RowWriter, WritesEveryKindOfField) {
  constexpr batch::TextColumn kWord{"w"};
  constexpr batch::NumberColumn kNumber{"n", ColumnType::kInt32};
  constexpr batch::TenthsColumn kTenths{"t"};
  constexpr batch::NumberColumn kUnknown{"u", ColumnType::kInt64};
  constexpr batch::NumberColumn kMissing{"m", ColumnType::kInt64};
  constexpr batch::TextColumn kEmpty{"e"};
  const std::vector<Field> fields{kWord("a b"),       kNumber(17),        kTenths(72, true),
                                  kUnknown.unknown(), kMissing.missing(), kEmpty("")};
  const std::vector<tables::Column> columns{kWord, kNumber, kTenths, kUnknown, kMissing, kEmpty};
  OutputPlan line = plan_of(TextFormat::kLine);
  EXPECT_EQ(written(line, Grid(), "", fields), "a b\t17\t7.2+\t?\t-\t-\n");
  OutputPlan csv = plan_of(TextFormat::kCsv, Rows::kOwn);
  csv.csv.separator = ';';
  EXPECT_EQ(written_own(csv, fields), "a b;17;7.2;?;;\n");

  OutputPlan objects = plan_of(TextFormat::kJsonl, Rows::kAnswers, Kept::kObjects);
  objects.puzzle_member = "p";
  objects.added = columns;
  EXPECT_EQ(written(objects, Grid(), R"({"p":"x","n":[1]})", fields),
            R"({"p":"x","n":17,"w":"a b","t":7.2,"u":null,"m":null,"e":""})"
            "\n");
  EXPECT_EQ(written(objects, Grid(), "", fields),
            R"({"p":")" + std::string(81, '0') +
                R"(","w":"a b","n":17,"t":7.2,"u":null,"m":null,"e":""})"
                "\n");

  OutputPlan table = plan_of(TextFormat::kJsonl, Rows::kOwn);
  table.columns = columns;
  const std::string object = R"({"w":"a b","n":17,"t":7.2,"u":null,"m":null,"e":""})";
  EXPECT_EQ(written_own(table, fields), object + "\n");
  table.format = TextFormat::kJson;
  EXPECT_EQ(written_own(table, fields), ",\n" + object);
  table.format = TextFormat::kParquet;
  const std::string row{3, 'a', ' ', 'b', 18, 73, 0, 0, 0};
  EXPECT_EQ(written_own(table, fields), std::string({9, 0, 0, 0}) + row);
}

TEST(RowWriter, ObjectsHaveNumbersOfAnySize) {
  constexpr batch::NumberColumn kSmall{"s", ColumnType::kInt32};
  constexpr batch::NumberColumn kLarge{"l", ColumnType::kInt64};
  OutputPlan plan = plan_of(TextFormat::kJsonl, Rows::kOwn);
  plan.columns = {kSmall, kLarge};
  const std::uint64_t most32 = 0x7FFFFFFF;
  const std::uint64_t most64 = 0x7FFFFFFFFFFFFFFF;
  EXPECT_EQ(written_own(plan, {kSmall(most32), kLarge(most64)}),
            "{\"s\":2147483647,\"l\":9223372036854775807}\n");
  EXPECT_EQ(written_own(plan, {kSmall(most32 + 1), kLarge(most64 + 1)}),
            "{\"s\":2147483648,\"l\":9223372036854775808}\n");
}

// The fields of a row of csv become members, without quotes.
TEST(RowWriter, KeepsRowsInOtherFormats) {
  const std::string cells(81, '0');
  OutputPlan plan = plan_of(TextFormat::kJsonl, Rows::kAnswers, Kept::kRows);
  plan.csv = {3, 1};
  plan.columns = {{"a \""}, {"puzzle"}, {"c"}, kSolutionColumn};
  const std::string solution = std::string(81, '7');
  EXPECT_EQ(
      written(plan, Grid(), "\"x\"\"\n\"," + cells + ", y", {kSolutionColumn(board_of(7))}),
      R"({"a \"":"x\"\n","puzzle":")" + cells + R"(","c":" y","solution":")" + solution + "\"}\n");
  EXPECT_EQ(written(plan, Grid(), "", {kSolutionColumn(board_of(7))}),
            R"({"a \"":"","puzzle":")" + cells + R"(","c":"","solution":")" + solution + "\"}\n");
  // The output has no place for a text that is not UTF-8, only for a mark.
  EXPECT_EQ(written(plan, Grid(), "," + cells + ",\xFE", {kSolutionColumn(board_of(7))}),
            "\xFF"
            "2\n");
  plan.format = TextFormat::kParquet;
  EXPECT_EQ(written(plan, Grid(), "x," + cells + ",\xFE", {kSolutionColumn(board_of(7))}),
            std::string({static_cast<char>(168), 0, 0, 0, 1, 'x', 81}) + cells + "\1\xFE" + "Q" +
                solution);
}

TEST(RowWriter, WritesRecordsAsTheyWereRead) {
  const std::string cells(81, '0');
  const auto of = [](const OutputPlan& plan, const Grid& grid, const std::string& row) {
    ChunkResult result;
    RowWriter(plan).write_as_read(result, grid, row);
    return text_of(result);
  };
  const OutputPlan lines = plan_of(TextFormat::kLine, Rows::kAsRead, Kept::kLines);
  EXPECT_EQ(of(lines, Grid(), "1: ... # easy"), "1: ... # easy\n");
  EXPECT_EQ(of(lines, records::kMalformedGrid, "1: ..."), kMalformedCells + "\n");
  EXPECT_EQ(of(plan_of(TextFormat::kGrid, Rows::kAsRead), Grid(), ""), "\n" + to_rows(Grid()));
  OutputPlan rows = plan_of(TextFormat::kCsv, Rows::kAsRead, Kept::kRows);
  rows.csv = {2, 0};
  EXPECT_EQ(of(rows, Grid(), "...,5"), "...,5\n");
  EXPECT_EQ(of(rows, records::kMalformedGrid, "...,5"), kMalformedCells + ",5\n");
  OutputPlan objects = plan_of(TextFormat::kJsonl, Rows::kAsRead, Kept::kObjects);
  objects.puzzle_member = "p";
  EXPECT_EQ(of(objects, records::kMalformedGrid, R"({"p":1,"n":2})"),
            R"({"p":")" + kMalformedCells + R"(","n":2})" + "\n");
}

}  // namespace
}  // namespace dokumill
