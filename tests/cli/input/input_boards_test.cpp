// Tests of the layout of records in an input: rows, blank lines, boards without blank lines between
// them, and records of another format. Cases 8 to 11 of docs/reliability.md.
#include <sstream>
#include <string>

#include "cli/support/input.hpp"

namespace dokumill::testing {
namespace {

// --- 8, 9, 10: rows and blocks -------------------------------------------------------------------

TEST_F(Input, BlanksInRows) {
  const std::string rows = rows_of(kPuzzle);
  for (const std::string& text :
       {replace_all(rows, " ", ""), replace_all(rows, " ", "\t"), replace_all(rows, " ", "  "),
        replace_all(rows, " ", " \t "), replace_all(rows, "\n", " \n"),
        replace_all(rows, "\n", "\t\t\n"), "  " + replace_all(rows, "\n", "\n  "),
        replace_all(rows, "0 0", "00"), "\t" + rows}) {
    EXPECT_TRUE(
        gives(solve(text + '\n' + text), 0, rows_of(kSolution) + '\n' + rows_of(kSolution), ""))
        << printable(text);
  }
}

TEST_F(Input, ShortAndLongRows) {
  for (int row = 1; row <= 9; ++row) {
    for (const int cells : {1, 7, 8, 10, 11, 18}) {
      std::string wrong;
      for (int r = 1; r <= 9; ++r) {
        const std::string cells_of_row = kPuzzle.substr((r - 1) * 9, 9);
        wrong += (r == row ? repeat("1", cells) : cells_of_row) + '\n';
      }
      const std::string what = "row " + std::to_string(row) + " has " + std::to_string(cells) +
                               (cells == 1 ? " cell" : " cells") + ", expected 9";
      // Reading resumes with the record after the next blank line.
      EXPECT_TRUE(
          gives(solve(rows_of(kPuzzle) + '\n' + wrong + '\n' + rows_of(kInkala)), 1,
                rows_of(kSolution) + '\n' + rows_of(kUnknown) + '\n' + rows_of(kInkalaSolution),
                problem("in:" + std::to_string(10 + row), 2, what)));
    }
  }
}

TEST_F(Input, AShortFirstRowIsStillAGrid) {
  for (const std::string first : {"53007000", "5300700001", "5 3 0 0 7 0 0 0"}) {
    const Outcome run = solve(first + '\n' + rows_of(kPuzzle).substr(18) + '\n' + rows_of(kInkala));
    const std::string cells = first.size() == 10 ? "10" : "8";
    EXPECT_TRUE(gives(run, 1, rows_of(kUnknown) + '\n' + rows_of(kInkalaSolution),
                      problem("in:1", 1, "row 1 has " + cells + " cells, expected 9")));
  }
}

TEST_F(Input, ABadRowInPlaceOfARowCostsOneRecord) {
  const std::string block = rows_of(kPuzzle) + rows_of(kInkala).substr(0, 36) + "12345678\n" +
                            rows_of(kInkala).substr(54) + rows_of(kPuzzle);
  const Outcome run = solve(block + '\n' + rows_of(kInkala), {"--to", "line"});
  EXPECT_TRUE(gives(
      run, 1, kSolution + '\n' + kUnknown + '\n' + kSolution + '\n' + kInkalaSolution + '\n'));
  EXPECT_TRUE(has_line(run, "dokumill: in:12: record 2: row 3 has 8 cells, expected 9"));
}

// The rows of a block with a bad row and too many rows: it is unclear where its boards begin.
TEST_F(Input, ABadRowTakesItsBlock) {
  const std::string block = rows_of(kPuzzle) + rows_of(kInkala).substr(0, 36) + "12345678\n" +
                            rows_of(kInkala).substr(0, 8 * 18);
  const Outcome run = solve(block + '\n' + rows_of(kInkala));
  EXPECT_TRUE(gives(run, 1, rows_of(kUnknown) + '\n' + rows_of(kInkalaSolution)));
  EXPECT_TRUE(has_line(run, "dokumill: in:12: record 1: row 3 has 8 cells, expected 9"));
}

TEST_F(Input, ALongRowIsBad) {
  for (const std::size_t blanks : {4'000, 4'080, 4'096, 5'000, 200'000}) {
    const std::string row = "5 3 0 0 7 0 0 0" + std::string(blanks - 16, ' ') + "0\n";
    const bool fine = row.size() - 1 <= 4'096;
    const Outcome run =
        solve(row + rows_of(kPuzzle).substr(18) + '\n' + rows_of(kInkala), {"--from", "grid"});
    // A row that is too long ends its record. The rows after it form another record.
    const std::string first =
        fine ? rows_of(kSolution) : rows_of(kUnknown) + '\n' + rows_of(kUnknown);
    EXPECT_TRUE(gives(run, fine ? 0 : 1, first + '\n' + rows_of(kInkalaSolution))) << blanks;
    if (!fine) {
      EXPECT_TRUE(has_line(run, "dokumill: in:1: record 1: the row is longer than 4,096 bytes"));
    }
  }
}

TEST_F(Input, MissingBlankLineBetweenBoards) {
  const std::string text = rows_of(kPuzzle) + rows_of(kInkala) + '\n' + rows_of(kPuzzle) + '\n' +
                           rows_of(kPuzzle) + rows_of(kInkala) + rows_of(kPuzzle);
  dir.write("in", text);
  const Outcome reported = run({"solve", "in", "--to", "line"});
  EXPECT_TRUE(gives(reported, 0,
                    kSolution + '\n' + kInkalaSolution + '\n' + kSolution + '\n' + kSolution +
                        '\n' + kInkalaSolution + '\n' + kSolution + '\n'));
  EXPECT_TRUE(totals_are(reported, 6, 0, 0, 0));
  int warnings = 0;
  for (const std::string& line : reported.messages()) {
    if (line.find("no blank line between boards") == std::string::npos) continue;
    ++warnings;
    EXPECT_TRUE(line.starts_with("dokumill: in:1: warning: ") ||
                line.starts_with("dokumill: in:10: warning: "))
        << line;
    EXPECT_TRUE(line.ends_with("no blank line between boards (in 2 blocks)")) << line;
  }
  EXPECT_EQ(warnings, 1) << reported;
}

TEST_F(Input, RowsLeftOverAfterFullBoards) {
  const std::string text = rows_of(kPuzzle) + rows_of(kInkala) + rows_of(kPuzzle).substr(0, 90);
  const Outcome run = solve(text + '\n' + rows_of(kPuzzle), {"--to", "line"});
  EXPECT_TRUE(gives(run, 1, kUnknown + '\n' + kSolution + '\n'));
  EXPECT_TRUE(
      has_line(run,
               "dokumill: in:1: record 1: 23 rows without a blank line, expected a multiple "
               "of 9: remove headings, or put blank lines between the boards"));
}

// --- headings ------------------------------------------------------------------------------------

std::string packed_rows(std::string_view cells) {
  return replace_all(rows_of(std::string(cells)), " ", "");
}

// What people write before boards. Each of these lines has nine cells, or looks like a bad row.
const std::vector<std::string> kHeadings{"3",
                                         "9 9",
                                         "17",
                                         "1.",
                                         "12345678",
                                         "2024-01-12",
                                         "01.02.2024",
                                         "12.1.2024",
                                         "1.1.2024-",
                                         "100000017",
                                         "000000033",
                                         "123456789",
                                         "012345678",
                                         "1 2 3 4 5 6 7 8 9",
                                         "0 1 2 3 4 5 6 7 8",
                                         "A B C D E F G H I",
                                         "Case #1",
                                         "20240112",
                                         "2024-1-12"};

// A heading before boards never shifts them: every board that is written is the right one.
TEST_F(Input, AHeadingBeforeEachBoardIsSkipped) {
  for (const std::string& heading : kHeadings) {
    for (const std::string gap : {"\n", ""}) {
      for (const std::string under : {"", "+---+---+---+\n"}) {
        std::string text;
        for (const std::string_view cells : {kPuzzle, kInkala, kPuzzle})
          text += heading + '\n' + under + packed_rows(cells) + gap;
        EXPECT_TRUE(gives(solve(text, {"--from", "grid", "--to", "line"}), 0,
                          kSolution + '\n' + kInkalaSolution + '\n' + kSolution + '\n', ""))
            << text;
      }
    }
  }
}

TEST_F(Input, ACountBeforeBoardsIsSkipped) {
  for (const std::string count : {"3", "9 9", "3\n9 9", "12345678", "2024-01-12"}) {
    const Outcome run =
        solve(count + '\n' + packed_rows(kPuzzle) + packed_rows(kInkala) + packed_rows(kPuzzle),
              {"--from", "grid", "--to", "line"});
    EXPECT_TRUE(gives(run, 0, kSolution + '\n' + kInkalaSolution + '\n' + kSolution + '\n'));
  }
}

// Whether the first or the last row of such a block is a heading is unclear, or a row is missing.
TEST_F(Input, ABlockThatIsNotBoardsIsOneRecord) {
  const std::string three = packed_rows(kPuzzle) + packed_rows(kInkala) + packed_rows(kPuzzle);
  const std::string row = "100200300\n";
  for (const std::string& block :
       {row + packed_rows(kPuzzle), packed_rows(kPuzzle) + row, row + three, three + row,
        "100000017\n" + three, "123456789\n" + three, three.substr(10),
        "3\n" + three.substr(0, 260), "12345678\n" + three.substr(0, 260),
        packed_rows(kPuzzle).substr(0, 40) + "# a remark\n" + packed_rows(kPuzzle).substr(40) +
            three,
        three.substr(0, 40) + "3\n" + three.substr(40)}) {
    const Outcome run =
        solve(block + '\n' + packed_rows(kInkala), {"--from", "grid", "--to", "line"});
    EXPECT_TRUE(gives(run, 1, kUnknown + '\n' + kInkalaSolution + '\n')) << block;
    EXPECT_EQ(run.messages().size(), 1U) << run;
  }
}

// A line between bands must not be taken for the line between boards.
TEST_F(Input, AHeadingBeforeFramedBoardsShiftsNoBands) {
  std::string boards;
  for (const std::string_view cells : {kPuzzle, kInkala, kPuzzle}) {
    const std::string rows = packed_rows(cells);
    for (std::size_t band = 0; band < 3; ++band)
      boards += rows.substr(30 * band, 30) + (band < 2 ? "---+---+---\n" : "");
  }
  const Outcome run = solve("198273645\n" + boards + '\n' + packed_rows(kInkala), {"--to", "line"});
  EXPECT_TRUE(gives(run, 1, kUnknown + '\n' + kInkalaSolution + '\n'));
}

// Nine headings that are not recognised leave a whole number of boards, which are shifted.
TEST_F(Input, HeadingsThatShiftBoardsAreNoticed) {
  std::string dates, numbers, long_block;
  for (int i = 0; i < 2000; ++i) {
    const std::string board = packed_rows(i % 2 == 0 ? kPuzzle : kInkala);
    if (i < 20) dates += (i == 5 ? "23.5.1987\n" : "12.1.2024\n") + board;
    if (i < 9) numbers += "00000000" + std::to_string(i + 1) + '\n' + board;
    long_block += std::to_string(100'000'000 + i) + '\n' + board;
  }
  for (const std::string& text : {dates, numbers, long_block}) {
    const Outcome run = run_on(text, {"convert", "in", "--to", "line"});
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(
        mentions(run, "the board breaks the rules, and no blank lines separate the boards"));
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_TRUE(line == kPuzzle || line == kInkala || line == kUnknown) << line;
    }
  }
}

// The end of a block of more than 64 KiB is too far away to wait for it.
TEST_F(Input, ALongBlockThatIsNotBoardsIsReportedAtItsEnd) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += packed_rows(kPuzzle);
  text += "100200300\n";
  const Outcome run = run_on(text, {"convert", "in", "--from", "grid", "--to", "line"});
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(has_line(run,
                       "dokumill: in:9001: record 1001: ends after 1 row, expected 9 (the boards "
                       "before it may be wrong: no blank lines between them)"));
}

TEST_F(Input, StrictWantsTheBlankLine) {
  const std::string text = rows_of(kPuzzle) + rows_of(kInkala);
  const Outcome strict = solve(text, {"--strict"});
  EXPECT_TRUE(gives(strict, 2, rows_of(kSolution)));
  EXPECT_TRUE(has_line(strict, "dokumill: in:10: record 2: no blank line before this board"));
  EXPECT_TRUE(gives(solve(rows_of(kPuzzle) + '\n' + rows_of(kInkala), {"--strict"}), 0,
                    rows_of(kSolution) + '\n' + rows_of(kInkalaSolution), ""));
}

TEST_F(Input, ExtraBlankLines) {
  const std::string output = rows_of(kSolution) + '\n' + rows_of(kInkalaSolution);
  for (const std::string gap : {"\n\n", "\n\n\n\n", " \n", "\t \n\n", "\r\n\r\n"}) {
    EXPECT_TRUE(gives(solve(gap + rows_of(kPuzzle) + gap + rows_of(kInkala) + gap), 0, output, ""))
        << printable(gap);
  }
  EXPECT_TRUE(gives(solve("\n\n" + kPuzzle + "\n \n\n\t\n" + kInkala + "\n\n\n"), 0,
                    kSolution + '\n' + kInkalaSolution + '\n', ""));
}

TEST_F(Input, BlankLineInsideABoard) {
  const std::string rows = rows_of(kPuzzle);
  const std::string text = rows.substr(0, 72) + '\n' + rows.substr(72) + '\n' + rows_of(kInkala);
  EXPECT_TRUE(gives(solve(text), 1,
                    rows_of(kUnknown) + '\n' + rows_of(kUnknown) + '\n' + rows_of(kInkalaSolution),
                    problem("in:1", 1, "ends after 4 rows, expected 9") +
                        problem("in:6", 2, "ends after 5 rows, expected 9")));
}

TEST_F(Input, CommentsBetweenBlocksAndInside) {
  const std::string rows = rows_of(kPuzzle);
  EXPECT_TRUE(gives(solve("# one\n" + rows + "\n# two\n\n# three\n" + rows_of(kInkala)), 0,
                    rows_of(kSolution) + '\n' + rows_of(kInkalaSolution), ""));
  EXPECT_TRUE(gives(solve(rows.substr(0, 72) + "# no\n" + rows.substr(72) + '\n' + rows), 1,
                    rows_of(kUnknown) + '\n' + rows_of(kSolution),
                    problem("in:5:1", 1, "'#' is not a cell")));
}

// --- 11: other formats ---------------------------------------------------------------------------

TEST_F(Input, LinesInAGridFile) {
  const Outcome run =
      solve(rows_of(kPuzzle) + '\n' + kPuzzle + '\n' + kPuzzle + "\n\n" + rows_of(kInkala));
  const std::string what = "row 1 has 81 cells, expected 9 (a record in the line format?)";
  EXPECT_TRUE(gives(run, 1,
                    rows_of(kSolution) + '\n' + rows_of(kUnknown) + '\n' + rows_of(kUnknown) +
                        '\n' + rows_of(kInkalaSolution),
                    problem("in:11", 2, what) + problem("in:12", 3, what)));
}

TEST_F(Input, AGridInALineFile) {
  const Outcome run = solve(kPuzzle + '\n' + rows_of(kInkala) + kPuzzle + '\n');
  std::string output = kSolution + '\n';
  for (int row = 0; row < 9; ++row) output += kUnknown + '\n';
  EXPECT_TRUE(gives(run, 1, output + kSolution + '\n'));
  EXPECT_EQ(run.messages().size(), 9U) << run;
  const std::string packed = replace_all(rows_of(kInkala), " ", "");
  std::string errors;
  for (int row = 0; row < 9; ++row) {
    errors += problem("in:" + std::to_string(row + 2), row + 2,
                      "found 9 cells, expected 81 (a row in the grid format?)");
  }
  EXPECT_TRUE(
      gives(solve(kPuzzle + '\n' + packed + kPuzzle + '\n'), 1, output + kSolution + '\n', errors));
}

TEST_F(Input, FromOverrulesTheFirstLine) {
  EXPECT_TRUE(gives(solve("123456789\n" + kPuzzle + '\n', {"--from", "line"}), 1,
                    kUnknown + '\n' + kSolution + '\n',
                    problem("in:1", 1, "found 9 cells, expected 81 (a row in the grid format?)")));
  EXPECT_TRUE(gives(solve(kPuzzle + "\n\n" + rows_of(kInkala), {"--from", "grid"}), 1,
                    rows_of(kUnknown) + '\n' + rows_of(kInkalaSolution)));
}

}  // namespace
}  // namespace dokumill::testing
