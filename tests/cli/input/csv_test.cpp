// Tests of csv input and output: case 22 of docs/reliability.md.
#include <string>

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

TEST_F(Csv, QuotedHeaderWithALineEnd) {
  EXPECT_TRUE(
      gives(solve("\"a\nnote, with a comma\",puzzle\n1," + kPuzzle + '\n', {"--from", "csv"}), 0,
            kHeader + kRow, ""));
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

}  // namespace
}  // namespace dokumill::testing
