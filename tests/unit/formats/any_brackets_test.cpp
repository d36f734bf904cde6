// Tests of the reader of boards in brackets and quotes.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "batch/sources/solver_judge.hpp"
#include "formats/import/brackets/bracket_json.hpp"
#include "formats/import/import.hpp"

namespace dokumill {
namespace {

using records::ImportedText;
using records::ImportOptions;

const std::string kOne =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string kTwo =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

Result<ImportedText> read_brackets(std::string_view text, ImportOptions options = {}) {
  options.layout = "brackets";
  options.judge = batch::solver_judge();
  return records::import_text(text, options);
}

// Describes the result: its text, and each fault after it.
std::string read_literal(std::string_view text, const ImportOptions& options = {}) {
  const Result<ImportedText> any = read_brackets(text, options);
  if (!any.ok()) {
    const bool is_nothing = any.status().option() == "input.any_layout" ||
                            any.status().message().starts_with("no reading");
    return is_nothing ? "nothing" : "error " + any.status().message();
  }
  EXPECT_EQ(any->places.size(), any->whole + any->faults.size());
  std::string words = any->text;
  for (const records::ImportFault& fault : any->faults) {
    words += std::to_string(fault.line) + " " + std::to_string(fault.error.line + 1) + ":" +
             std::to_string(fault.error.column) + ": " + records::describe(fault.error) + "\n";
  }
  return words;
}

std::vector<std::uint32_t> lines_of(std::string_view text) {
  const auto read = read_brackets(text);
  std::vector<std::uint32_t> lines;
  if (!read.ok()) return lines;
  for (const records::ImportedPlace& place : read->places) lines.push_back(place.line_of_input);
  return lines;
}
std::string reading_of(std::string_view text) {
  const auto read = read_brackets(text);
  return read.ok() ? read->reading : "nothing";
}

// The board as nested lists: `open` and `close` are the brackets, `quote` is around each cell.
std::string nested(const std::string& board, char open = '[', char close = ']',
                   const std::string& empty = "0", const std::string& quote = "",
                   const std::string& between = ", ") {
  std::string text(1, open);
  for (int row = 0; row < 9; ++row) {
    text += row == 0 ? "" : between;
    text += open;
    for (int column = 0; column < 9; ++column) {
      const char cell = board[static_cast<std::size_t>(row * 9 + column)];
      text += column == 0 ? "" : between;
      text += quote + (cell == '.' ? empty : std::string(1, cell)) + quote;
    }
    text += close;
  }
  return text + close;
}

std::string quoted_rows(const std::string& board, const std::string& between) {
  std::string text;
  for (std::size_t row = 0; row < 9; ++row) {
    text += (row == 0 ? "" : between) + "\"" + board.substr(row * 9, 9) + "\"";
  }
  return text;
}

const std::string kBoth = kOne + "\n" + kTwo + "\n";

std::string with_zeros_for_points(std::string cells) {
  std::replace(cells.begin(), cells.end(), '.', '0');
  return cells;
}

TEST(Brackets, ReadsBoardsInEveryNotation) {
  const std::string flat = [] {
    std::string text;
    for (const char cell : kOne) text += (cell == '.' ? "0" : std::string(1, cell)) + ",";
    return text;
  }();
  for (const std::string& text : std::vector<std::string>{
           nested(kOne), nested(kOne, '(', ')'), nested(kOne, '[', ']', "null"),
           nested(kOne, '[', ']', "None"), nested(kOne, '[', ']', "", "\""),
           nested(kOne, '[', ']', ".", "'"), nested(kOne, '[', ']', "-1"), "[" + flat + "]",
           "[" + quoted_rows(kOne, ",\n") + "]", "\"" + kOne + "\"", "[['" + kOne + "']]",
           "np.array(" + nested(kOne) + ", dtype=int)", nested(kOne, '[', ']', "0.", "", " "),
           nested(kOne, '[', ']', "0.0"), "array(" + nested(kOne, '[', ']', "0", "", ",\n  ") + ")",
           "# a comment with [brackets]\n/* and (more */ " + nested(kOne, '{', '}') + ";",
           "```json\n" + nested(kOne) + "\n```", "[" + nested(kOne) + ",]"}) {
    EXPECT_EQ(read_literal(text), kOne + "\n") << text;
  }
}

TEST(Brackets, ReadsWhatNumPyAndPrintWrite) {
  // Rows without commas, and nine rows without brackets around them.
  EXPECT_EQ(read_literal(nested(kOne, '[', ']', "0", "'", " ")), kOne + "\n");
  std::string rows = nested(kOne).substr(1);
  rows.pop_back();
  for (std::size_t at; (at = rows.find("], [")) != std::string::npos;) rows.replace(at, 4, "]\n[");
  EXPECT_EQ(read_literal(rows), kOne + "\n");
  EXPECT_EQ(read_literal(rows + "\n" + rows + "\n\n" + rows),
            kOne + "\n" + kOne + "\n" + kOne + "\n");
  std::string matlab = nested(kOne, ' ', ';', "0", "", " ");
  EXPECT_EQ(read_literal("x = [" + matlab + "];"), kOne + "\tx\n");
}

TEST(Brackets, JoinsStringsSideBySide) {
  EXPECT_EQ(read_literal("char* b =\n  " + quoted_rows(kOne, "\n  ") + ";"), kOne + "\tb\n");
  EXPECT_EQ(read_literal("b = ('" + kOne.substr(0, 40) + "'\n  '" + kOne.substr(40, 40) + "' '" +
                         kOne.substr(80) + "')"),
            kOne + "\tb\n");
  EXPECT_EQ(read_literal("'" + kOne + "',\n'" + kTwo + "',\n"), kBoth);
  EXPECT_EQ(read_literal(quoted_rows(kOne, "\n") + "\n" + quoted_rows(kTwo, "\n")), kBoth);
  EXPECT_EQ(read_literal("\"" + kOne + "\"\n\"" + kTwo + "\"\n"), kBoth);
}

TEST(Brackets, ReadsStringsOfSeveralLines) {
  EXPECT_EQ(read_literal("p = \"\"\"\n" + kOne + "\n# x\n" + kTwo + "\n\"\"\".split()"), kBoth);
  std::string grid;
  for (std::size_t row = 0; row < 9; ++row) grid += kOne.substr(row * 9, 9) + "\n";
  EXPECT_EQ(read_literal("`" + grid + "\n" + grid + "`"), kOne + "\n" + kOne + "\n");
  EXPECT_EQ(lines_of("'''\n" + grid + "\n" + kTwo + "\n'''"), (std::vector<std::uint32_t>{1, 11}));
}

TEST(Brackets, KeepsNamesAsRemarks) {
  const std::string expected = kOne + "\teasy\n" + kTwo + "\thard\n";
  const std::string one = nested(kOne, '{', '}');
  const std::string two = nested(kTwo, '{', '}');
  for (const std::string& text : std::vector<std::string>{
           "{\"easy\": \"" + kOne + "\", \"hard\": \"" + kTwo + "\"}",
           "{'easy': " + nested(kOne) + ", 'hard': np.array(" + nested(kTwo) + ")}",
           "int easy[9][9] = " + one + ";\nint hard[9][9] = " + two + ";",
           "int[][] easy = new int[][] " + one + "; int[][] hard = new int[][]" + two + ";",
           "easy := [9][9]int" + one + "\nhard := [9][9]int" + two,
           "easy: List[List[int]] = " + nested(kOne) + "\nhard: List[List[int]] = " + nested(kTwo),
           "const char *easy = \"" + kOne + "\", *hard = \"" + kTwo + "\";",
           "$p = ['easy' => '" + kOne + "', 'hard' => '" + kTwo + "'];",
           "p = dict(easy='" + kOne + "', hard='" + kTwo + "')",
           "easy = np.array(" + nested(kOne) + ")\nhard = ('" + kTwo + "')"}) {
    EXPECT_EQ(read_literal(text), expected) << text;
  }
  EXPECT_EQ(read_literal("if __name__ == \"__main__\":\n  easy = " + nested(kOne)),
            kOne + "\teasy\n");
  EXPECT_EQ(read_literal("puzzles = ['" + kOne + "',\n  '" + kTwo + "',\n]"), kBoth);
}

TEST(Brackets, ReadsObjects) {
  const std::string one = "{\"puzzle\":\"" + kOne + "\",\"id\":1}";
  EXPECT_EQ(read_literal("[" + one + ",\n {\"puzzle\": \"" + kTwo + "\", \"id\": 2}]"),
            one + "\n{\"puzzle\":\"" + kTwo + "\",\"id\":2}\n");
  EXPECT_EQ(read_literal("{\"newboard\":{\"grids\":[{\"value\":" + nested(kOne) +
                         ",\"solution\":" + nested(kTwo) +
                         ",\"difficulty\":\"Easy\"}],\"results\":1,\"message\":\"All\"}}"),
            "{\"value\":\"" + with_zeros_for_points(kOne) + "\",\"solution\":\"" +
                with_zeros_for_points(kTwo) + "\",\"difficulty\":\"Easy\"}\n");
  EXPECT_EQ(read_literal("{'puzzle': '" + kOne +
                         "', 'tags': ('a', None, True, 1.5, {'x': [],}), 'e': ''}"),
            "{\"puzzle\":\"" + kOne + "\",\"tags\":[\"a\",null,true,1.5,{\"x\":[]}],\"e\":\"\"}\n");
  // The only board is the puzzle, whatever its name is.
  EXPECT_EQ(read_literal("[{\"id\":1,\"q\":\"" + kOne + "\"}]"),
            "{\"id\":1,\"q\":\"" + kOne + "\"}\n");
  // Other boards in an object are parts of its record.
  EXPECT_EQ(
      read_literal("{\"steps\":[\"" + kTwo + "\",\"" + kTwo + "\"],\"grid\":\"" + kOne + "\"}"),
      "{\"steps\":[\"" + kTwo + "\",\"" + kTwo + "\"],\"grid\":\"" + kOne + "\"}\n");
  EXPECT_EQ(read_literal("{\"meta\":{\"board\":\"" + kTwo + "\"},\"puzzle\":\"" + kOne + "\"}"),
            "{\"meta\":{\"board\":\"" + kTwo + "\"},\"puzzle\":\"" + kOne + "\"}\n");
  ImportOptions options;
  options.column = "b";
  EXPECT_EQ(read_literal("{\"a\":\"" + kOne + "\",\"b\":\"" + kTwo + "\"}", options),
            "{\"a\":\"" + kOne + "\",\"b\":\"" + kTwo + "\"}\n");
  const auto any = read_brackets("{\"mission\":\"" + kOne + "\",\"solution\":\"" + kTwo + "\"}");
  ASSERT_TRUE(any.ok());
  EXPECT_EQ(any->column, "mission");
  EXPECT_EQ(any->format, TextFormat::kJsonl);
  // A known name with another meaning is no puzzle.
  EXPECT_EQ(read_literal("[{\"question\":\"What is it?\"}, \"" + kOne + "\"]"), kOne + "\n");
}

TEST(Brackets, ReadsSavedGamesOfGnomeSudoku) {
  std::string cells;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    const bool is_given = kOne[cell] != '.';
    if (!is_given && cell > 20) continue;
    cells += cells.empty() ? "" : ", ";
    cells += "{ \"position\" : [" + std::to_string(cell / 9) + ", " + std::to_string(cell % 9) +
             "], \"value\" : " + (is_given ? std::string(1, kOne[cell]) : "7") +
             ", \"fixed\" : " + (is_given ? "true" : "false") + ", \"earmarks\" : [3] }";
  }
  EXPECT_EQ(
      read_literal("{ \"difficulty_category\" : \"easy\",\n \"cells\" : [" + cells + "] }"),
      "{\"difficulty_category\":\"easy\",\"cells\":\"" + with_zeros_for_points(kOne) + "\"}\n");
}

TEST(Brackets, OneDamagedBoardIsOneRecord) {
  std::string short_row = nested(kOne);
  short_row.erase(short_row.find("[6, ") + 1, 3);
  EXPECT_EQ(read_literal("[" + nested(kTwo) + ",\n" + short_row + ",\n" + nested(kTwo) + "]"),
            kTwo + "\n?\n" + kTwo + "\n1 2:31: row 2 has 8 cells, expected 9\n");
  EXPECT_EQ(read_literal("[\"" + kOne + "\",\n \"" + kTwo.substr(1) + "\", \"" + kTwo + "\"]"),
            kOne + "\n?\n" + kTwo + "\n1 2:2: the puzzle has 80 cells, expected 81\n");
  EXPECT_EQ(read_literal("[\"" + kOne + "\",\n \"" + kTwo.substr(0, 80) + "Q\"]"),
            kOne + "\n?\n1 2:83: 'Q' is not a cell\n");
  const std::string whole = "{\"puzzle\":\"" + kOne + "\"}";
  EXPECT_EQ(read_literal("[" + whole + "," + whole + ",\n{\"puzzle\":\"5\"},{\"id\":2}]"),
            whole + "\n" + whole +
                "\n{\"puzzle\":\"?\"}\n{\"id\":2}\n"
                "2 2:11: the puzzle has 1 cell, expected 81\n"
                "3 2:0: the object has no member with the puzzle\n");
  // The text ends too early.
  EXPECT_EQ(read_literal("[" + nested(kOne) + ",\n" + nested(kTwo).substr(0, 200)),
            kOne + "\n?\n1 2:1: the board has 7 rows, expected 9\n");
  EXPECT_EQ(read_literal("[{\"puzzle\":\"" + kOne + "\"},\n{\"puzzle\":\"" + kTwo + "\""),
            "{\"puzzle\":\"" + kOne +
                "\"}\n{\"puzzle\":\"?\"}\n"
                "1 2:1: the JSON object is not complete\n");
}

TEST(Brackets, RefusesWhatIsAmbiguous) {
  const std::string pair = "\"a\":\"" + kOne + "\",\"b\":\"" + kTwo + "\"";
  EXPECT_EQ(read_literal("\n[{" + pair + "},\n{" + pair + "}]"),
            "error :3: several members have cells, and none has a known name of a puzzle; the "
            "members with boards are: a, b");
  // A text around a board is nearly a board. The message suggests only what can be read.
  const std::string prompt = "\"prompt\":\"Solve this: " + kOne + "\",";
  const std::string rows = "{" + prompt + "\"completion\":\"" + kTwo + "\"}\n";
  EXPECT_EQ(read_literal(rows + rows),
            "error :2: several members have cells, and none has a known name of a puzzle; the "
            "members with boards are: completion; 1 board more inside of members");
  ImportOptions completions;
  completions.column = "completion";
  EXPECT_EQ(read_literal(rows, completions),
            "{\"prompt\":\"Solve this: " + kOne + "\",\"completion\":\"" + kTwo + "\"}\n");
  EXPECT_TRUE(read_literal("{\"id\":1," + pair + "}").starts_with("error :1: several members"));
  EXPECT_TRUE(read_literal("{\"quiz\":\"" + kOne + "\",\"puzzle\":\"" + kOne + "\"}")
                  .starts_with("error :1: several puzzle members"));
  EXPECT_EQ(read_literal("[\"" + kOne + "\",\n{\"puzzle\":\"" + kTwo + "\"}]"), "nothing");
  ImportOptions options;
  options.column = "c";
  EXPECT_EQ(read_literal("{" + pair + "}", options),
            "error no member 'c' with a board; the members are: a, b");
  EXPECT_TRUE(read_literal("[\"" + kOne + "\"]", options).starts_with("error no member 'c'"));
}

TEST(Brackets, LeavesOtherTextsToOtherReaders) {
  for (const std::string& text : std::vector<std::string>{
           "\"" + kOne + "," + kTwo + "\"\n", "1,\"" + kOne + "\"\n", "\"" + kOne + "\",5\n",
           "\"" + kOne + "\",\"" + kTwo + "\"\n", "", kOne, kOne + " # \"easy\" [1.2]\n",
           "[Puzzle]\n" + kOne, "don't (do) \"this\"", "[1, 2, 3]", "{\"puzzle\":\"What is it?\"}",
           "[[1,2],[3,4]]", "\"" + std::string(60, '-') + "\"",
           std::string(300, '[') + "\"" + kOne + "\"", "'" + kOne}) {
    EXPECT_EQ(read_literal(text), "nothing") << text;
  }
}

TEST(Brackets, SaysWhatWasRead) {
  EXPECT_EQ(reading_of("[" + nested(kOne) + "," + nested(kTwo) + "]"), "2 boards, nested lists");
  EXPECT_EQ(reading_of("\"" + kOne + "\""), "1 board, strings of 81 cells");
  EXPECT_EQ(reading_of("[{\"value\":\"" + kOne + "\",\"id\":1}]"),
            "1 JSON object, puzzles in member 'value'");
  EXPECT_EQ(lines_of("[\n\n" + nested(kOne) + ",\r\n\r" + nested(kTwo) + "]"),
            (std::vector<std::uint32_t>{2, 4}));
}

TEST(Brackets, WritesLiteralsAsJson) {
  const auto json = [](std::string_view text) {
    std::string out;
    records::append_as_json(text, out);
    return out;
  };
  EXPECT_EQ(json("{ 'a' : [1, 2.5,\n -3e4], \"b\\u00e9\": \"x\\ny\", c: undefined }"),
            "{\"a\":[1,2.5,-3e4],\"b\u00E9\":\"x\\ny\",\"c\":null}");
  EXPECT_EQ(json("np.array([1 2])"), "[[1,2]]");
  EXPECT_EQ(json("a + b"), "\"a + b\"");
  EXPECT_EQ(json("'\xFF\"'"), "\"?\\\"\"");
  EXPECT_EQ(json("{1, 2}"), "[1,2]");
  EXPECT_EQ(json("{}"), "{}");
  EXPECT_EQ(json("007"), "\"007\"");
}

}  // namespace
}  // namespace dokumill
