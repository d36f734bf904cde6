// Tests of the layout of records in an input: rows, blank lines, boards without blank lines between
// them, end marks, and records of another format. Cases 8 to 11 of docs/reliability.md.
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
        replace_all(rows, "\n", "\t\t\n"), "  " + replace_all(rows, "\n", "\n  "), "\t" + rows}) {
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
  const std::string bad =
      rows_of(kInkala).substr(0, 36) + "12345678\n" + rows_of(kInkala).substr(54);
  const Outcome run = solve(rows_of(kPuzzle) + '\n' + bad + '\n' + rows_of(kPuzzle));
  EXPECT_TRUE(
      gives(run, 1, rows_of(kSolution) + '\n' + rows_of(kUnknown) + '\n' + rows_of(kSolution)));
  EXPECT_TRUE(has_line(run, "dokumill: in:13: record 2: row 3 has 8 cells, expected 9"));
}

TEST_F(Input, ALongRowIsBad) {
  for (const std::size_t blanks : {4'000, 4'080, 4'096, 5'000, 200'000}) {
    const std::string row = "5 3 0 0 7 0 0 0" + std::string(blanks - 16, ' ') + "0\n";
    const bool fine = row.size() - 1 <= 4'096;
    const Outcome run =
        solve(row + rows_of(kPuzzle).substr(18) + '\n' + rows_of(kInkala), {"--from", "grid"});
    const std::string first = rows_of(fine ? kSolution : kUnknown);
    EXPECT_TRUE(gives(run, fine ? 0 : 1, first + '\n' + rows_of(kInkalaSolution))) << blanks;
    if (!fine) {
      EXPECT_TRUE(has_line(run, "dokumill: in:1: record 1: the row is longer than 4,096 bytes"));
    }
  }
}

// What people write directly above or below a board. The reader does not guess whether such a line
// is a heading.
TEST_F(Input, ABlockThatIsNoBoardIsOneRecord) {
  const std::string board = rows_of(kPuzzle);
  for (const std::string line :
       {"3", "9 9", "12345678", "2024-01-12", "12.1.2024", "100000017", "1 2 3 4 5 6 7 8 9",
        "---------", "12 3456789", "100200300\n100200300"}) {
    for (const std::string& block :
         {line + '\n' + board, board + line + '\n', board + line + '\n' + board}) {
      const Outcome run =
          solve(block + '\n' + rows_of(kInkala), {"--from", "grid", "--to", "line"});
      EXPECT_TRUE(gives(run, 1, kUnknown + '\n' + kInkalaSolution + '\n')) << block;
      EXPECT_EQ(run.messages().size(), 1U) << run;
    }
  }
}

TEST_F(Input, BoardsWithoutALineBetweenThemAreOneRecord) {
  const std::string text = rows_of(kPuzzle) + rows_of(kInkala) + '\n' + rows_of(kPuzzle);
  const std::string what =
      "a tenth row follows, expected a blank line between boards (the format 'any' reads boards "
      "without blank lines)";
  EXPECT_TRUE(gives(solve(text, {"--from", "grid"}), 1,
                    rows_of(kUnknown) + '\n' + rows_of(kSolution), problem("in:10", 1, what)));
  const Outcome strict = solve(text, {"--from", "grid", "--strict"});
  EXPECT_EQ(strict.status, 2);
  EXPECT_TRUE(has_line(strict, "dokumill: in:10: record 1: " + what));
}

// A million rows without a line between them are one record, whatever the size of the chunks.
TEST_F(Input, AnEndlessBlockIsOneRecord) {
  const std::string row = "1 2 3 4 5 6 7 8 9\n";
  const Outcome run =
      solve(repeat(row, 1'000'000) + '\n' + rows_of(kInkala), {"--from", "grid", "--to", "line"});
  EXPECT_TRUE(gives(run, 1, kUnknown + '\n' + kInkalaSolution + '\n'));
}

TEST_F(Input, LinesThatSeparateBoards) {
  for (const std::string line : {"# 2", "Grid 2", "[Puzzle]", "-----------", "+---+---+---+",
                                 "=========", "Nr. 5: schwer"}) {
    const std::string text = rows_of(kPuzzle) + line + '\n' + rows_of(kInkala);
    EXPECT_TRUE(gives(solve(text, {"--from", "grid"}), 0,
                      rows_of(kSolution) + '\n' + rows_of(kInkalaSolution), ""))
        << text;
  }
}

// --- end marks -----------------------------------------------------------------------------------

TEST_F(Input, EndMarksAreSkippedWithOneWarning) {
  for (const bool is_grid : {false, true}) {
    const std::string puzzle = is_grid ? rows_of(kPuzzle) : kPuzzle + '\n';
    const std::string solution = is_grid ? rows_of(kSolution) : kSolution + '\n';
    const std::string place = is_grid ? "in:10: " : "in:2: ";
    EXPECT_TRUE(gives(
        solve(puzzle + "\x1A\x1A"), 0, solution,
        "dokumill: " + place + "the DOS end-of-file mark 0x1A is not a puzzle and was skipped\n"));
    EXPECT_TRUE(
        gives(solve(puzzle + "End.\n" + puzzle + "eof\n\x1A"), 0,
              solution + (is_grid ? "\n" : "") + solution,
              "dokumill: " + place + "\"End.\" is not a puzzle and was skipped (3 such lines)\n"));
  }
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
                    rows_of(kUnknown) + '\n' + rows_of(kUnknown) + '\n' + rows_of(kSolution),
                    problem("in:1", 1, "ends after 4 rows, expected 9") +
                        problem("in:6", 2, "ends after 5 rows, expected 9")));
}

// --- 11: other formats ---------------------------------------------------------------------------

TEST_F(Input, LinesInAGridFile) {
  const Outcome run =
      solve(rows_of(kPuzzle) + '\n' + kPuzzle + '\n' + kPuzzle + "\n\n" + rows_of(kInkala));
  EXPECT_TRUE(
      gives(run, 1, rows_of(kSolution) + '\n' + rows_of(kUnknown) + '\n' + rows_of(kInkalaSolution),
            problem("in:11", 2, "row 1 has 81 cells, expected 9 (a record in the line format?)")));
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
