// Tests of csv input and output: case 22 of docs/reliability.md.
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class Csv : public CliTest {
 protected:
  Outcome solve(std::string_view bytes, const Args& more = {}) const {
    return run_on(bytes, with({"solve", "in", "--quiet"}, more));
  }
};

const std::string kHeader = "puzzle,solution\n";
const std::string kRow = kPuzzle + ',' + kSolution + '\n';
const std::string kInkalaRow = kInkala + ',' + kInkalaSolution + '\n';
const std::string kUnknownRow = kUnknown + ',' + kUnknown + '\n';

// --- the header ----------------------------------------------------------------------------------

TEST_F(Csv, NamesOfThePuzzleColumn) {
  for (const std::string name : {"puzzle", "puzzles", "quiz", "quizzes", "question", "Puzzle",
                                 "QUIZZES", "qUiZ", " puzzle ", "\tquestion", "\"puzzle\""}) {
    EXPECT_TRUE(gives(solve(name + '\n' + kPuzzle + '\n'), 0, kHeader + kRow, "")) << name;
    EXPECT_TRUE(
        gives(solve("id," + name + ",rating\n1," + kPuzzle + ",7\n"), 0, kHeader + kRow, ""))
        << name;
  }
}

TEST_F(Csv, WhereTheColumnStands) {
  const std::string other = "some text, no cells";
  for (int at = 0; at < 4; ++at) {
    std::string text;
    for (const bool header : {true, false}) {
      for (int column = 0; column < 4; ++column) {
        if (column > 0) text += ',';
        if (column == at) {
          text += header ? "quizzes" : kPuzzle;
        } else {
          text += header ? "c" + std::to_string(column) : '"' + other + '"';
        }
      }
      text += '\n';
    }
    EXPECT_TRUE(gives(solve(text), 0, kHeader + kRow, "")) << text;
  }
}

TEST_F(Csv, ColumnsSwapped) {
  EXPECT_TRUE(
      gives(solve("solution,puzzle\n" + kSolution + ',' + kPuzzle + '\n'), 0, kHeader + kRow, ""));
  EXPECT_TRUE(gives(solve("solutions,quizzes\n" + kSolution + ',' + kPuzzle + '\n'), 0,
                    kHeader + kRow, ""));
}

TEST_F(Csv, MissingColumnListsTheColumns) {
  const std::string text = "id,grid,rating\n1," + kPuzzle + ",7\n";
  const std::string message =
      "dokumill: in:1: no puzzle column; the columns are: id, grid, rating "
      "(see --column)\n";
  EXPECT_TRUE(gives(solve(text), 2, "", message));
  EXPECT_TRUE(gives(solve(text, {"--from", "csv"}), 2, "", message));
  dir.write("out", "old");
  EXPECT_TRUE(gives(solve(text, {"-o", "out"}), 2, "", message));
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"in", "out"}));
  EXPECT_TRUE(gives(run({"solve", "--quiet"}, Stdin::bytes(text)), 2, "",
                    replace_all(message, "in:1", "<stdin>:1")));
}

TEST_F(Csv, ChosenColumn) {
  const std::string text = "id,grid,rating\n1," + kPuzzle + ",7\n";
  for (const std::string name : {"grid", "GRID", "Grid"}) {
    EXPECT_TRUE(gives(solve(text, {"--column", name}), 0, kHeader + kRow, ""));
    EXPECT_TRUE(gives(solve(text, {"--column", name, "--from", "csv"}), 0, kHeader + kRow, ""));
  }
  // --column also takes precedence over a column with a known name.
  EXPECT_TRUE(gives(solve("puzzle,other\nx," + kPuzzle + '\n', {"--column", "other"}), 0,
                    kHeader + kRow, ""));
}

TEST_F(Csv, ChosenColumnMissingOrTwice) {
  EXPECT_TRUE(
      refuses(solve("id,grid\n1," + kPuzzle + '\n', {"--column", "board"}), {"in:1", "board"}));
  EXPECT_TRUE(refuses(solve("puzzle,id\n" + kPuzzle + ",1\n", {"--column", "board"}), {"board"}));
  EXPECT_TRUE(refuses(solve("grid,Grid\n" + kPuzzle + ',' + kPuzzle + '\n', {"--column", "grid"}),
                      {"in:1", "grid"}));
}

TEST_F(Csv, DuplicateHeader) {
  for (const std::string header : {"puzzle,puzzle", "puzzle,quiz", "Question,x,PUZZLES"}) {
    const Outcome run = solve(header + '\n' + kPuzzle + ',' + kPuzzle + '\n');
    EXPECT_TRUE(refuses(run, {"in:1", "--column"})) << header;
  }
  EXPECT_TRUE(gives(solve("puzzle,quiz\nx," + kPuzzle + '\n', {"--column", "quiz"}), 0,
                    kHeader + kRow, ""));
}

TEST_F(Csv, WithoutAHeader) {
  // Two columns of cells are read as line records with a remark.
  EXPECT_TRUE(gives(solve(kPuzzle + ',' + kSolution + '\n' + kInkala + ',' + kSolution + '\n'), 0,
                    kSolution + '\n' + kInkalaSolution + '\n', ""));
  // With --from csv, a missing header is an error.
  EXPECT_TRUE(refuses(solve(kPuzzle + ',' + kSolution + '\n', {"--from", "csv"}),
                      {"in:1", "no puzzle column"}));
}

TEST_F(Csv, LinesBeforeTheHeader) {
  EXPECT_TRUE(gives(solve("\n# a remark\n \npuzzle\n" + kPuzzle + '\n'), 0, kHeader + kRow, ""));
  EXPECT_TRUE(refuses(solve("\n# a remark\nid,grid\n1," + kPuzzle + '\n'),
                      {"in:3: no puzzle column; the columns are: id, grid"}));
}

TEST_F(Csv, LinesThatAreNotAHeader) {
  // A single word has no comma, and `a,,,b` has four fields where the next line has one. So both
  // inputs are lines, and the first line is skipped, but not if the format is given.
  for (const std::string first : {"board\n", "a,,,b\n"}) {
    EXPECT_TRUE(gives(solve(first + kPuzzle + '\n'), 0, kSolution + '\n'));
    EXPECT_TRUE(gives(solve(first + kPuzzle + '\n', {"--from", "line"}), 1,
                      kUnknown + '\n' + kSolution + '\n'));
  }
}

// --- rows ----------------------------------------------------------------------------------------

TEST_F(Csv, QuotedFields) {
  const std::string text = "id,puzzle,note\n\"1\",\"" + kPuzzle + "\",\"a, b\"\n" +
                           "\"a \"\"quoted\"\" word\"," + kInkala + ",\"\"\n" + "\"\",\"" +
                           kPuzzle + "\",\"\"\"\"\n";
  EXPECT_TRUE(gives(solve(text), 0, kHeader + kRow + kInkalaRow + kRow, ""));
}

TEST_F(Csv, QuotedLineEnds) {
  const std::string bad = kPuzzle.substr(0, 80);
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const std::string text = replace_all("note,puzzle\n\"one\ntwo\n\nthree\"," + kPuzzle +
                                             "\n\"\n\"," + bad + "\nx," + kInkala + '\n',
                                         "\n", end);
    EXPECT_TRUE(gives(solve(text), 1, kHeader + kRow + kUnknownRow + kInkalaRow,
                      problem("in:6", 2, "the puzzle has 80 cells, expected 81")))
        << printable(end);
  }
}

TEST_F(Csv, QuotedHeaderWithALineEnd) {
  EXPECT_TRUE(
      gives(solve("\"a\nnote, with a comma\",puzzle\n1," + kPuzzle + '\n', {"--from", "csv"}), 0,
            kHeader + kRow, ""));
}

TEST_F(Csv, AQuoteInsideAnUnquotedField) {
  const std::string text =
      "note,puzzle\n5\" disk," + kPuzzle + "\na\"b\"c," + kInkala + "\n \"x\"," + kPuzzle + '\n';
  EXPECT_TRUE(gives(solve(text), 0, kHeader + kRow + kInkalaRow + kRow, ""));
}

TEST_F(Csv, BlanksAroundThePuzzle) {
  EXPECT_TRUE(
      gives(solve("id,puzzle\n1, " + kPuzzle + " \n2,\t" + kInkala + "\n3,\" " + kPuzzle + " \"\n"),
            0, kHeader + kRow + kInkalaRow + kRow, ""));
}

TEST_F(Csv, BlankLinesAreNoRecords) {
  EXPECT_TRUE(gives(solve("puzzle\n\n" + kPuzzle + "\n \n\t\n" + kInkala + "\n\n"), 0,
                    kHeader + kRow + kInkalaRow, ""));
}

TEST_F(Csv, EveryOtherRowIsARecord) {
  EXPECT_TRUE(gives(solve("puzzle\n# " + kPuzzle + '\n' + kPuzzle + '\n'), 1,
                    kHeader + kUnknownRow + kRow));
}

TEST_F(Csv, WrongNumberOfFields) {
  const std::string text =
      "id,puzzle,note\n1," + kPuzzle + "\n2," + kPuzzle + ",a,b\n3," + kInkala + ",\n";
  EXPECT_TRUE(gives(solve(text), 1, kHeader + kUnknownRow + kUnknownRow + kInkalaRow,
                    problem("in:2", 1, "found 2 columns, expected 3") +
                        problem("in:3", 2, "found 4 columns, expected 3")));
}

TEST_F(Csv, PuzzleOfAnotherLength) {
  for (const std::size_t cells : {0, 2, 80, 82, 162, 500}) {
    const std::string text = "id,puzzle\n1," + std::string(cells, '1') + "\n2," + kPuzzle + '\n';
    EXPECT_TRUE(gives(
        solve(text), 1, kHeader + kUnknownRow + kRow,
        problem("in:2", 1, "the puzzle has " + std::to_string(cells) + " cells, expected 81")))
        << cells;
  }
}

TEST_F(Csv, AByteAfterAClosingQuote) {
  EXPECT_TRUE(gives(solve("id,puzzle\n\"1\"x," + kPuzzle + "\n2," + kPuzzle + '\n'), 1,
                    kHeader + kUnknownRow + kRow,
                    problem("in:2:4", 1, "'x' after a closing quote")));
  EXPECT_TRUE(gives(solve("puzzle,id\n" + kInkala + ",\"1\" 5\n" + kPuzzle + ",2\n"), 1,
                    kHeader + kUnknownRow + kRow,
                    problem("in:2:87", 1, "'5' after a closing quote")));
}

TEST_F(Csv, OneMissingQuoteCostsOneRecord) {
  std::string text = "id,puzzle\n1," + kPuzzle + "\n\"2," + kInkala + '\n';
  std::string output = kHeader + kRow + kUnknownRow;
  for (int row = 3; row < 20; ++row) {
    text += std::to_string(row) + ',' + kInkala + '\n';
    output += kInkalaRow;
  }
  EXPECT_TRUE(gives(solve(text), 1, output, problem("in:3:1", 2, "a quoted field is not closed")));
  // The result is the same if more text follows than a row may have, and if the input is a stream.
  for (int row = 20; row < 2'000; ++row) {
    text += std::to_string(row) + ',' + kInkala + '\n';
    output += kInkalaRow;
  }
  EXPECT_TRUE(gives(solve(text), 1, output, problem("in:3:1", 2, "a quoted field is not closed")));
  EXPECT_TRUE(
      gives(run({"solve", "--quiet", "--threads", "2"}, Stdin::pieces(text, {1'000})), 1, output));
}

TEST_F(Csv, AMissingQuoteBeforeAQuotedField) {
  // The quote that opens the field of the next row is read as the quote that closes the field of
  // this row.
  const std::string text =
      "id,puzzle\n\"1," + kPuzzle + "\n\"2\"," + kInkala + "\n3," + kPuzzle + '\n';
  const Outcome run = solve(text);
  EXPECT_TRUE(gives(run, 1, kHeader + kUnknownRow + kInkalaRow + kRow));
  EXPECT_TRUE(has_line_starting(run, "dokumill: in:"));
}

TEST_F(Csv, LongRows) {
  for (const std::size_t bytes : {60'000, 65'535, 65'536, 65'537, 200'000}) {
    const std::string head = "1," + kPuzzle + ',';
    const std::string note(bytes - head.size(), 'n');
    const std::string text = "id,puzzle,note\n" + head + note + "\n2," + kInkala + ",\n";
    const bool fine = bytes <= 65'536;
    EXPECT_TRUE(gives(solve(text), fine ? 0 : 1, kHeader + (fine ? kRow : kUnknownRow) + kInkalaRow,
                      fine ? "" : problem("in:2", 1, "the row is longer than 65,536 bytes")))
        << bytes;
  }
}

TEST_F(Csv, LongQuotedFields) {
  for (const std::size_t bytes : {60'000, 65'536, 65'537, 200'000}) {
    const std::string head = "1," + kPuzzle + ",\"";
    const std::string note = repeat("line end\n", bytes / 9 + 1).substr(0, bytes - head.size() - 1);
    const std::string text = "id,puzzle,note\n" + head + note + "\"\n2," + kInkala + ",\n";
    const Outcome run = solve(text);
    if (bytes <= 65'536) {
      EXPECT_TRUE(gives(run, 0, kHeader + kRow + kInkalaRow, ""));
    } else {
      EXPECT_EQ(run.status, 1) << run;
      EXPECT_TRUE(has_line_starting(run, "dokumill: in:2:")) << bytes;
      EXPECT_TRUE(run.out.starts_with(kHeader + kUnknownRow)) << run;
      EXPECT_TRUE(run.out.ends_with(kUnknownRow + kInkalaRow)) << run;  // resumes at the next line
    }
  }
}

TEST_F(Csv, AMillionColumns) {
  // First the header has too many columns, then a row has too many.
  std::string header = "puzzle";
  std::string row = kPuzzle;
  for (int column = 1; column < 1'000'000; ++column) {
    header += ",c";
    row += ",1";
  }
  const std::string text = header + '\n' + row + '\n';
  EXPECT_TRUE(refuses(solve(text), {"in:1: the csv header is longer than 65,536 bytes"}));
  EXPECT_TRUE(refuses(this->run({"solve"}, Stdin::bytes(text)),
                      {"<stdin>:1: the csv header is longer than 65,536 bytes"}));
  const Outcome run = solve("puzzle,note\n" + row + '\n' + kInkala + ",\n");
  EXPECT_TRUE(gives(run, 1, kHeader + kUnknownRow + kInkalaRow,
                    problem("in:2", 1, "the row is longer than 65,536 bytes")));
}

TEST_F(Csv, TheMostColumns) {
  std::string header = "puzzle";
  std::string commas;
  for (int column = 1; column < 4096; ++column) {
    header += ",c";
    commas += ',';
  }
  const std::string rows = kPuzzle + commas + "\nx\n";
  EXPECT_TRUE(gives(run_on(header + '\n' + rows, {"canon", "in", "--quiet", "--to", "line"}), 1,
                    run_on(kPuzzle + "\nx\n", {"canon", "in", "--quiet"}).out));
  const Outcome kept = run_on(header + '\n' + rows, {"dedupe", "in", "--quiet"});
  EXPECT_TRUE(gives(kept, 1, header + '\n' + kPuzzle + commas + '\n' + kUnknown + commas + '\n'));
  EXPECT_TRUE(refuses(solve(header + ",c\n" + rows),
                      {"in:1: the csv header has 4097 columns, expected at most 4,096"}));
}

// --- output --------------------------------------------------------------------------------------

TEST_F(Csv, RecordsWithoutASolutionAreWrittenAsRead) {
  const std::string dots = replace_all(kNoSolution, "0", ".");
  EXPECT_TRUE(gives(solve("puzzle\n" + dots + '\n' + kTwoFives + "\nQ\n"), 1,
                    kHeader + kNoSolution + ',' + kNoSolution + '\n' + kTwoFives + ',' + kTwoFives +
                        '\n' + kUnknownRow));
}

TEST_F(Csv, KeepColumns) {
  const std::string dots = replace_all(kPuzzle, "0", ".");
  const std::string text = "Id, Puzzle,note\n1," + dots + ",\"a, \"\"b\"\"\"\n\"2\",\"" + kInkala +
                           "\",\n" + "3, " + kNoSolution + " ,x\n4,123,y\n";
  const std::string output = "Id, Puzzle,note,solution\n1," + dots + ",\"a, \"\"b\"\"\"," +
                             kSolution + "\n\"2\",\"" + kInkala + "\",," + kInkalaSolution + '\n' +
                             "3, " + kNoSolution + " ,x," + kNoSolution + "\n4,123,y," + kUnknown +
                             '\n';
  EXPECT_TRUE(gives(solve(text, {"--keep-columns"}), 1, output));
  EXPECT_TRUE(gives(solve(replace_all(text, "\n", "\r\n"), {"--keep-columns"}), 1, output));
  EXPECT_TRUE(gives(solve(text.substr(0, text.size() - 1), {"--keep-columns"}), 1, output));
}

TEST_F(Csv, KeepColumnsKeepsQuotedLineEnds) {
  EXPECT_TRUE(gives(solve("note,puzzle\n\"a\r\nb\n\nc\"," + kPuzzle + "\r\n", {"--keep-columns"}),
                    0, "note,puzzle,solution\n\"a\r\nb\n\nc\"," + kPuzzle + ',' + kSolution + '\n',
                    ""));
}

TEST_F(Csv, KeepColumnsOfRowsThatCannotBeCut) {
  const std::string text = "id,puzzle,note\n1," + kPuzzle + "\n\"2\"x," + kPuzzle + ",\n\"3," +
                           kPuzzle + ",\n4," + kInkala + ",n\n";
  const std::string lost = "," + kUnknown + ",," + kUnknown + '\n';
  EXPECT_TRUE(gives(solve(text, {"--keep-columns"}), 1,
                    "id,puzzle,note,solution\n" + lost + lost + lost + "4," + kInkala + ",n," +
                        kInkalaSolution + '\n'));
}

TEST_F(Csv, KeepColumnsOfAnEmptyInput) {
  EXPECT_TRUE(gives(solve("", {"--from", "csv", "--keep-columns"}), 0, kHeader, ""));
  EXPECT_TRUE(gives(solve("id,puzzle\n", {"--from", "csv", "--keep-columns"}), 0,
                    "id,puzzle,solution\n", ""));
}

TEST_F(Csv, KeepColumnsRefusesASolutionColumn) {
  for (const std::string name : {"solution", "Solution", " SOLUTION "}) {
    const std::string text = "puzzle," + name + '\n' + kPuzzle + ',' + kSolution + '\n';
    EXPECT_TRUE(refuses(solve(text, {"--keep-columns"}), {"solution"})) << name;
    EXPECT_TRUE(gives(solve(text), 0, kHeader + kRow, ""));
  }
}

TEST_F(Csv, KeepColumnsIsTheSameForEveryWayOfReading) {
  std::string text = "id,puzzle,note\n";
  std::string output = "id,puzzle,note,solution\n";
  int id = 0;
  for (const Record& record : mixed_records(300)) {
    const bool malformed = record.kind == Kind::kMalformed;
    ++id;
    const std::string row = std::to_string(id) + ',' + (malformed ? "123" : record.cells) +
                            ",\"a\n" + std::string(id % 7, '\n') + "\"\"b\"\"\"";
    text += row + '\n';
    output += row + ',' + record.answer + '\n';
  }
  const Outcome one = solve(text, {"--keep-columns", "--threads", "1"});
  EXPECT_TRUE(gives(one, 1, output));
  for (const std::string threads : {"2", "3", "8"}) {
    EXPECT_TRUE(gives(solve(text, {"--keep-columns", "--threads", threads}), 1, output, one.err));
  }
  EXPECT_TRUE(gives(solve(text, {"--keep-columns", "--no-mmap"}), 1, output, one.err));
  EXPECT_TRUE(
      gives(run({"solve", "--quiet", "--keep-columns"}, Stdin::pieces(text, {1'023})), 1, output));
}

}  // namespace
}  // namespace dokumill::testing
