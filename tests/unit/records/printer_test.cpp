#include "records/printer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace dokumill {
namespace {

using records::CsvColumns;
using records::CsvLayout;
using records::RecordPrinter;

// Prints into a buffer of exactly max_bytes(), so that a sanitizer detects a byte too many.
std::string print(const RecordPrinter& printer, const Grid& puzzle, const Grid& solution,
                  const std::string& row = "") {
  std::vector<char> out(printer.max_bytes(row));
  const char* const end = printer.print(puzzle, solution, row, out.data());
  EXPECT_LE(static_cast<std::size_t>(end - out.data()), out.size());
  return {out.data(), static_cast<std::size_t>(end - out.data())};
}

const std::string kMalformedCells(81, '?');

TEST(RecordPrinter, WritesEveryFormat) {
  Grid puzzle, solution, malformed;
  puzzle.cells[80] = 9;
  solution.cells.fill(7);
  malformed.cells.fill(records::kMalformedCell);
  const std::string puzzle_text = std::string(80, '0') + "9";
  const std::string solution_text(81, '7');
  const RecordPrinter line(TextFormat::kLine, CsvColumns::kPuzzleAndSolution, {});
  EXPECT_EQ(print(line, puzzle, solution), solution_text + "\n");
  EXPECT_EQ(print(line, malformed, malformed), kMalformedCells + "\n");
  EXPECT_EQ(print(line, puzzle, puzzle), puzzle_text + "\n");

  const RecordPrinter grid(TextFormat::kGrid, CsvColumns::kPuzzleAndSolution, {});
  EXPECT_EQ(print(grid, puzzle, solution), "\n" + to_rows(solution));
  std::string marks = "\n";
  for (int row = 0; row < 9; ++row) marks += "? ? ? ? ? ? ? ? ?\n";
  EXPECT_EQ(print(grid, malformed, malformed), marks);

  const RecordPrinter csv(TextFormat::kCsv, CsvColumns::kPuzzleAndSolution, {3, 1});
  EXPECT_EQ(print(csv, puzzle, solution), puzzle_text + "," + solution_text + "\n");
  EXPECT_EQ(print(csv, malformed, malformed), kMalformedCells + "," + kMalformedCells + "\n");
}

TEST(RecordPrinter, KeepsRowsAndMakesOneWhereThereIsNone) {
  Grid malformed;
  malformed.cells.fill(records::kMalformedCell);
  for (std::uint32_t columns = 1; columns <= 5; ++columns) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const RecordPrinter keep(TextFormat::kCsv, CsvColumns::kKeep, {columns, column});
      for (const std::string& row : {std::string("x"), std::string(500, 'y'), kMalformedCells})
        EXPECT_EQ(print(keep, malformed, malformed, row), row + "," + kMalformedCells + "\n");
      EXPECT_EQ(print(keep, malformed, malformed), std::string(column, ',') + kMalformedCells +
                                                       std::string(columns - 1 - column, ',') +
                                                       "," + kMalformedCells + "\n");
    }
  }
}

}  // namespace
}  // namespace dokumill
