// Tests of texts in other layouts, from the command: the importer (docs/formats.md), and
// puzzles as arguments.
#include <string>
#include <utility>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class AnyLayoutCli : public CliTest {
 protected:
  // A board in nine lines, with `separator` between the cells.
  static std::string fields(std::string_view board, std::string_view separator = ",") {
    std::string text;
    for (std::size_t cell = 0; cell < board.size(); ++cell) {
      text += board[cell];
      text += cell % 9 == 8 ? "\n" : separator;
    }
    return text;
  }
};

TEST_F(AnyLayoutCli, SaysWhatItTook) {
  dir.write("x.csv", fields(kPuzzle) + "\n" + fields(kInkala));
  const std::string lines = kSolution + '\n' + kInkalaSolution + '\n';
  const Outcome run = this->run({"solve", "x.csv", "--to", "line"});
  EXPECT_TRUE(gives(run, 0, lines));
  EXPECT_TRUE(mentions(run, "x.csv: read as 2 boards of 9 rows, cells separated by commas"));
  EXPECT_TRUE(
      gives(this->run({"solve", "x.csv", "--to", "line", "--from", "any", "-q"}), 0, lines));
  EXPECT_TRUE(gives(
      this->run({"solve", "-", "--to", "line", "-q"}, Stdin::bytes(dir.read("x.csv"))), 0, lines));
  EXPECT_TRUE(
      refuses(this->run({"solve", "x.csv", "--from", "grid", "--from", "any"}), {"--from"}));
}

TEST_F(AnyLayoutCli, MessagesNameTheLinesOfTheInput) {
  std::string text =
      "two boards\n" + fields(kPuzzle) + "\n" + fields(kInkala) + "\n" + fields(kPuzzle);
  text.replace(text.find('\n', 200) + 3, 1, "Q");
  const std::size_t wrong = text.find('Q');
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(wrong), '\n');
  dir.write("x", text);
  const Outcome run = this->run({"solve", "x", "--to", "line", "--report", "r"});
  EXPECT_TRUE(gives(run, 1, kSolution + '\n' + kUnknown + '\n' + kSolution + '\n'));
  EXPECT_TRUE(mentions(run, "x:" + std::to_string(line) + ":3: record 2: 'Q' is not a cell"));
  EXPECT_TRUE(mentions(run, "1 other line skipped (line 1: 'two boards')"));
  EXPECT_NE(dir.read("r").find("\"line\": " + std::to_string(line)), std::string::npos);
}

TEST_F(AnyLayoutCli, PiecesAndManyInputsGiveTheSameBytes) {
  std::string text;
  std::string lines;
  for (int i = 0; i < 300; ++i) {
    text += fields(i % 3 == 0 ? kInkala : kPuzzle, ";") + "\n";
    lines += (i % 3 == 0 ? kInkalaSolution : kSolution) + '\n';
  }
  dir.write("x", text);
  EXPECT_TRUE(gives(run({"solve", "x", "-q", "--to", "line", "--threads", "3"}), 0, lines));
  EXPECT_TRUE(gives(run({"solve", "x", "-q", "--to", "line", "--no-mmap"}), 0, lines));
  std::string pieces;
  for (const std::string number : {"1", "2", "3"}) {
    pieces += run({"solve", "x", "-q", "--to", "line", "--piece", number + "/3"}).out;
  }
  EXPECT_EQ(pieces, lines);
  dir.write("y.csv", "id,puzzle\n1," + kPuzzle + "\n");
  EXPECT_TRUE(gives(run({"solve", "x", "y.csv", "x", "-q", "--to", "line"}), 0,
                    lines + kSolution + '\n' + lines));
  EXPECT_TRUE(gives(run({"dedupe", "x", "-q", "--to", "line", "-o", "x"}), 0, ""));
  EXPECT_EQ(dir.read("x"), kInkala + '\n' + kPuzzle + '\n');
}

TEST_F(AnyLayoutCli, TablesKeepTheirColumns) {
  dir.write("x.csv", "sep=;\nid;puzzle;note\n7;\"" + fields(kPuzzle, " ") + "\";\"a;b\"\n");
  EXPECT_TRUE(gives(run({"solve", "x.csv", "-q", "--keep-columns"}), 0,
                    "id;puzzle;note;solution\n7;" + kPuzzle + ";\"a;b\";" + kSolution + '\n'));
  dir.write("x.json", "[{\"id\": 7, \"puzzle\": \"" + kPuzzle + "\"}]\n");
  EXPECT_TRUE(
      gives(run({"solve", "x.json", "-q"}), 0,
            "{\"id\":7,\"puzzle\":\"" + kPuzzle + "\",\"solution\":\"" + kSolution + "\"}\n"));
}

TEST_F(AnyLayoutCli, CountsAllCellsAndNamesUnevenGroups) {
  const std::string groups = kPuzzle.substr(0, 2) + " " + kPuzzle.substr(2);
  const std::string uneven =
      "found 81 cells in uneven groups, expected groups of 1, 3, 9, 27 or 81";
  for (const auto& [text, message] :
       {std::pair(kPuzzle + '\n' + groups + '\n', problem("in:2", 2, uneven)),
        {"puzzle\n" + kPuzzle + '\n' + groups + '\n', problem("in:3", 2, uneven)},
        {"puzzle\n" + kPuzzle + "\nQ" + kPuzzle + '\n', problem("in:3", 2, "'Q' is not a cell")}}) {
    EXPECT_TRUE(gives(run_on(text, {"convert", "in", "--from", "any", "--to", "line", "-q"}), 1,
                      kPuzzle + '\n' + std::string(81, '?') + '\n', message))
        << text.substr(0, 200);
  }
}

// A line of 70,000 cells below a board is no other line that can be skipped.
TEST_F(AnyLayoutCli, ALongLineOfCellsIsNotSkipped) {
  const std::string spaced = replace_all(fields(kPuzzle), ",", " ");
  std::string many_fields = "1", many_cells = "1";
  for (int i = 1; i < 70'000; ++i) {
    many_fields += ",1";
    many_cells += " 1";
  }
  for (const std::string& text :
       {fields(kPuzzle) + '\n' + many_fields + '\n', spaced + '\n' + many_cells + '\n'}) {
    EXPECT_TRUE(refuses(run_on(text, {"convert", "in", "--from", "any"}), {"in:11: this line"}))
        << text.substr(0, 200);
  }
}

// The first lines look like another format.
TEST_F(AnyLayoutCli, IsAskedAboutDoubtfulFirstLines) {
  const std::string rows = replace_all(fields(kPuzzle), ",", " ");
  const std::string hashes = replace_all(rows, "0", "#");
  std::string counted = "+---+\n";
  for (std::size_t row = 0; row < 9; ++row) {
    for (const char c : kPuzzle.substr(row * 9, 9)) counted += c == '0' ? '-' : char(c - 1);
    counted += row % 3 == 2 ? "\n+---+\n" : "\n";
  }
  const std::string dashes = std::string(81, '-') + '\n';
  for (const auto& [text, lines] : std::vector<std::pair<std::string, std::string>>{
           {hashes, kPuzzle + '\n'},
           {counted, kPuzzle + '\n'},
           {"puzzle\n" + dashes + kPuzzle + '\n', kPuzzle + '\n'},
           {"puzzle,,,,,,,,\n" + fields(kPuzzle), kPuzzle + '\n'}}) {
    EXPECT_TRUE(gives(run_on(text, {"convert", "in", "-q", "--to", "line"}), 0, lines)) << text;
  }
  // A date is no row, although the first row has a digit twice.
  const std::string dated = "12.1.2024\n55" + fields(kPuzzle, "").substr(2);
  EXPECT_TRUE(
      refuses(run_on(dated.substr(0, dated.size() - 1) + " by me\n", {"convert", "in"}), {"in:"}));
}

TEST_F(AnyLayoutCli, ReadsThePuzzleInsideOfAText) {
  const std::string object =
      "{\"prompt\":\"Solve this: " + kPuzzle + "\",\"completion\":\"" + kSolution + "\"}";
  const std::string list = "[" + object + ",\n" + object + "]\n";
  EXPECT_TRUE(gives(run_on(list, {"convert", "in", "-q", "--to", "line"}), 0,
                    kPuzzle + '\n' + kPuzzle + '\n', ""));
  EXPECT_TRUE(gives(run({"convert", "in", "-q", "--column", "completion", "--to", "line"}), 0,
                    kSolution + '\n' + kSolution + '\n', ""));
  EXPECT_TRUE(refuses(run({"convert", "in", "--column", "prompt"}),
                      {"no member 'prompt' with a board", "prompt, completion"}));
}

// Each refusal names the line and the character, and the command that it suggests works.
TEST_F(AnyLayoutCli, RefusesWhatHasNoBoards) {
  for (const auto& [text, said] : std::vector<std::pair<std::string, std::string>>{
           {"\n  hello\n", "x:2:3: no puzzles were found"},
           {"puzzle\n4.1E+80\n", "x:2:1: '4.1E+80' is a number that a spreadsheet has rounded"},
           {fields(kPuzzle).substr(2), "x:1: row 1 has 8 cells, expected 9"},
           {"1,2\n3,4\n", "x:1:1: no puzzles were found"}}) {
    dir.write("x", text);
    EXPECT_TRUE(refuses(run({"solve", "x"}), {said})) << text;
    EXPECT_EQ(run({"solve", "x", "--from", "line", "-q"}).status, 1) << text;
  }
}

TEST_F(AnyLayoutCli, APuzzleCanBeAnArgument) {
  EXPECT_TRUE(gives(run({"solve", kPuzzle, "-q"}), 0, kSolution + '\n'));
  EXPECT_TRUE(
      gives(run({"solve", kPuzzle, kInkala, "-q"}), 0, kSolution + '\n' + kInkalaSolution + '\n'));
  std::vector<std::string> rows{"solve"};
  for (std::size_t row = 0; row < 9; ++row) rows.push_back(kPuzzle.substr(row * 9, 9));
  rows.insert(rows.end(), {"-q", "--to", "line"});
  EXPECT_TRUE(gives(run(rows), 0, kSolution + '\n'));
  EXPECT_TRUE(gives(run({"solve", kPuzzle.substr(1), "-q"}), 1, kUnknown + '\n'));
  EXPECT_TRUE(refuses(run({"solve", "53..7"}), {"53..7: No such file"}));
  // A file of this name comes first.
  dir.write(kPuzzle, kInkala + '\n');
  EXPECT_TRUE(gives(run({"solve", kPuzzle, "-q"}), 0, kInkalaSolution + '\n'));
}

}  // namespace
}  // namespace dokumill::testing
