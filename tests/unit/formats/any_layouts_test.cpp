// The importer: texts in the layouts of people and programs are read as the boards that they
// have, or refused.
#include "support/texts/any_layouts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/grid_text.hpp"
#include "batch/sources/solver_judge.hpp"
#include "formats/import/import.hpp"
#include "formats/reader.hpp"
#include "support/puzzles/random_puzzles.hpp"
#include "support/test_random.hpp"

namespace dokumill::records {
namespace {

using testing::AnyLayout;
using testing::print_boards;
using testing::TestRandom;

const std::vector<std::string>& boards() {
  static const std::vector<std::string> kBoards = [] {
    std::vector<std::string> lines;
    TestRandom random(3);
    for (int clues = 22; clues < 40; ++clues) {
      std::string line = to_line(testing::random_holes(clues, random));
      std::ranges::replace(line, '0', '.');
      lines.push_back(line);
    }
    return lines;
  }();
  return kBoards;
}

// The records of a text: 81 characters, or "?" for a malformed record. An empty list: refused.
std::vector<std::string> read_layout(const std::string& text, const ImportOptions& options = {}) {
  const Result<ImportedText> any = import_text(text, options);
  std::vector<std::string> records;
  if (!any.ok()) return records;
  const Result<Detection> found = detect_any(*any, options);
  if (!found.ok()) return {"not readable: " + found.status().message()};
  const auto reader = RecordReader::make(read_options(*found, false));
  RecordBatch batch(100);
  reader->start(std::string_view(any->text).substr(found->data_begin), {});
  std::size_t malformed = 0;
  while (reader->read(batch)) {
    malformed += batch.faults.size();
    for (std::size_t i = 0; i < batch.size; ++i) {
      std::string line = to_line(batch.grids[i]);
      std::ranges::replace(line, '0', '.');
      records.push_back(line.find('?') == std::string::npos ? line : "?");
    }
  }
  EXPECT_EQ(any->whole, records.size() - malformed);
  EXPECT_EQ(any->faults.size(), malformed);
  EXPECT_TRUE(std::ranges::is_sorted(any->places, {}, &ImportedPlace::line));
  EXPECT_TRUE(std::ranges::is_sorted(any->places, {}, &ImportedPlace::line_of_input));
  const auto lines = static_cast<std::uint32_t>(
      std::ranges::count_if(text, [](char c) { return c == '\n' || c == '\r'; }));
  EXPECT_TRUE(any->places.empty() || any->places.back().line_of_input <= lines);
  return records;
}

struct NamedLayout {
  const char* name;
  AnyLayout layout;
};

std::vector<NamedLayout> must_be_read() {
  std::vector<NamedLayout> layouts;
  const auto add = [&](const char* name, auto set) {
    AnyLayout layout;
    set(layout);
    layouts.push_back({name, layout});
  };
  using L = AnyLayout;
  for (const char* const separator : {",", ";", "\t"}) {
    for (const char* const empty : {"", "0", ".", "null", "-1", "\"\""}) {
      add("fields", [=](L& l) { l.between = separator, l.empty = empty; });
      add("81 fields", [=](L& l) { l.between = separator, l.empty = empty, l.is_one_line = true; });
    }
    add("fields, joined", [=](L& l) { l.between = separator, l.empty = "0", l.separator = ""; });
    add("fields and a last one", [=](L& l) { l.between = l.row_end = separator, l.empty = ""; });
  }
  for (const char* const empty : {".", "0", "_", "*", "x", "-", "?", "\xC2\xB7", "\xEF\xBC\x90"}) {
    add("marks", [=](L& l) { l.empty = empty; });
    add("spaced marks", [=](L& l) { l.empty = empty, l.between = " "; });
    add("81 marks and blanks",
        [=](L& l) { l.empty = empty, l.between = " ", l.is_one_line = true; });
    add("nine groups", [=](L& l) { l.empty = empty, l.rows_between = " ", l.is_one_line = true; });
    add("rules after rows", [=](L& l) {
      l.empty = empty, l.between = " | ", l.row_begin = "| ", l.row_end = " |";
      l.rule = "+---+---+---+---+---+---+---+---+---+", l.rule_after_rows = true;
    });
  }
  add("counted", [](L& l) { l.counts_boards = true, l.separator = ""; });
  add("counted cases", [](L& l) { l.counts_boards = true, l.title = "Case ##", l.separator = ""; });
  for (const char* const title :
       {"12.1.2024", "100000017", "2024-01-01", "Grid #", "#)", "a # ."}) {
    add("titles", [=](L& l) { l.empty = "0", l.title = title; });
  }
  add("bands", [](L& l) { l.empty = "0", l.blank_after_bands = true, l.between_boxes = " "; });
  add("blank cells", [](L& l) { l.empty = " ", l.is_one_line = true; });
  add("blank cells in frames", [](L& l) {
    l.empty = " ", l.between = " ", l.between_boxes = "|", l.row_begin = l.row_end = "|";
    l.rule = "+-----+-----+-----+";
  });
  add("a DOS file", [](L& l) { l.line_end = "\r\n", l.last = "\x1A", l.between = " "; });
  add("a last word", [](L& l) { l.is_one_line = true, l.last = "end"; });
  return layouts;
}

TEST(Any, ReadsTheLayoutsOfPeople) {
  for (NamedLayout& named : must_be_read()) {
    for (const char* const line_end : {"\n", "\r\n", "\r"}) {
      named.layout.line_end = line_end;
      const std::string text = print_boards(named.layout, boards());
      EXPECT_EQ(read_layout(text), boards()) << named.name << "\n" << text.substr(0, 700);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// Detection does not take the section [State] for a second board, wherever the sections begin.
TEST(Any, ReadsOnlyThePuzzleOfAFileWithSections) {
  const std::string board = print_boards({}, {boards()[0]});
  const std::string state = print_boards({}, {boards()[1]});
  for (const std::string title : {"", "Collection\n", "Collection\n\n# 1\n"}) {
    for (const std::string blanks : {"", "  "}) {
      const std::string text = title + blanks + "[Puzzle]" + blanks + "\n" + board + blanks +
                               "[State]" + blanks + "\n" + state;
      EXPECT_EQ(read_layout(text), std::vector{boards()[0]}) << text;
      const Result<WholeText> whole = read_whole_text(text, {});
      ASSERT_TRUE(whole.ok()) << whole.status().message();
      EXPECT_TRUE(whole->any) << text;
    }
  }
}

TEST(Any, ReadsTheDigitsOfCandidatesBetweenBlanks) {
  const std::string digits = boards()[0];
  std::string candidates;
  for (const char cell : digits) {
    for (char digit = '1'; digit <= '9'; ++digit)
      candidates += cell == '.' || cell == digit ? digit : '.';
  }
  for (const std::string blanks : {"", "  ", "\t"}) {
    EXPECT_EQ(read_layout(blanks + candidates + blanks + "\n"), std::vector{digits});
  }
}

TEST(Any, ReadsBackWhatWasPrintedOrRefusesIt) {
  TestRandom random(41);
  int refused = 0;
  constexpr int kTexts = 4000;
  for (int i = 0; i < kTexts; ++i) {
    const AnyLayout layout = testing::random_layout(random);
    std::vector<std::string> some;
    for (int count = 1 + random.below(10); count > 0; --count) some.push_back(random.of(boards()));
    const std::string text = print_boards(layout, some);
    std::vector<std::string> found = read_layout(text);
    if (found.empty()) {
      ++refused;
      continue;
    }
    const bool is_whole = std::ranges::find(found, "?") == found.end();
    if (!is_whole) std::erase(found, "?");
    // Every board that was read is one of the text, in their order.
    auto next = some.begin();
    for (const std::string& board : found) {
      next = std::find(next, some.end(), board);
      ASSERT_NE(next, some.end()) << board << "\nin\n" << text;
      ++next;
    }
    ASSERT_TRUE(!is_whole || found.size() == some.size()) << text;
  }
  EXPECT_LT(refused, kTexts / 2);
}

// One damaged line costs one record, or more, but gives no other board.
TEST(Any, ReadsNoOtherBoardsFromADamagedText) {
  TestRandom random(7);
  for (int i = 0; i < 4000; ++i) {
    AnyLayout layout = testing::random_layout(random);
    if (layout.line_end == "\r") layout.line_end = "\n";
    std::vector<std::string> some;
    for (int count = 2 + random.below(6); count > 0; --count) some.push_back(random.of(boards()));
    std::string text = print_boards(layout, some);
    const std::size_t at = random.index(text.size());
    const std::size_t begin =
        text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (begin >= end) continue;
    switch (random.below(3)) {
      case 0:
        text.erase(begin, end - begin);
        break;
      case 1:
        text.insert(begin, text.substr(begin, end - begin));
        break;
      default:
        text.insert(at, "Q");
        break;
    }
    std::vector<std::string> found = read_layout(text);
    std::erase(found, "?");
    for (const std::string& board : found) {
      ASSERT_NE(std::ranges::find(some, board), some.end()) << board << "\nin\n" << text;
    }
  }
}

// Layouts in which only the solver shows the right reading. `a` and `b` have one solution.
struct ProvenText {
  const char* name;
  std::string text;
  std::vector<std::string> boards;  // empty: refused
};

std::vector<ProvenText> proven_texts() {
  const std::string a =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  const std::string b =
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
  // The rows of a board: each cell is `empty` or its digit, after and before other texts.
  const auto rows = [](const std::string& board, const std::string& begin,
                       const std::string& between, const std::string& empty,
                       const std::string& end = "\n") {
    std::string text;
    for (std::size_t cell = 0; cell < 81; ++cell) {
      if (cell % 9 == 0) {
        const auto row = static_cast<char>('1' + cell / 9);
        for (const char c : begin) text += c == '#' ? row : c == '@' ? char(row - '1' + 'A') : c;
      }
      text += board[cell] == '.' ? empty : std::string(1, board[cell]);
      text += cell % 9 == 8 ? end : between;
    }
    return text;
  };
  // The last column and the last row of a board are empty.
  std::string open = a;
  for (std::size_t i = 0; i < 9; ++i) open[i * 9 + 8] = open[72 + i] = '.';
  std::string from_zero = a;
  for (char& cell : from_zero) cell = cell == '.' ? '.' : static_cast<char>(cell - 1);
  std::string beside;
  for (std::size_t row = 0; row < 9; ++row) {
    for (const std::string& board : {a, b}) {
      for (std::size_t i = 0; i < 9; ++i) {
        beside += board[row * 9 + i] == '.' ? "" : std::string(1, board[row * 9 + i]);
        beside += i == 8 ? "" : ",";
      }
      beside += board == a ? ",," : "\n";
    }
  }
  return {
      {"labels of letters", ",1,2,3,4,5,6,7,8,9\n" + rows(a, "@,", ",", ""), {a}},
      {"labels of numbers", rows(a, "#,", ",", ""), {a}},
      {"an empty first column", rows(a, ",", ",", ""), {a}},
      {"several solutions, and an empty first column", rows(open, ",", ",", ""), {}},
      {"boards side by side", beside, {a, b}},
      {"rows with names", rows(a, "Row #: ", " ", "."), {a}},
      {"a header", "1 2 3 4 5 6 7 8 9\n" + rows(a, "", " ", "."), {a}},
      {"a header in place of a row", "123456789\n" + rows(a, "", "", ".").substr(0, 80), {}},
      {"bars", "|a|b|c|d|e|f|g|h|i|\n|-|-|-|-|-|-|-|-|-|\n" + rows(a, "|", "|", "", "|\n"), {a}},
      {"LaTeX", "\\hline\n" + rows(a, "", " & ", "", " \\\\\n"), {a}},
      {"another mark", rows(a, "", "", "o"), {a}},
      {"hashes", rows(a, "", "", "#"), {a}},
      {"digits from 0", rows(from_zero, "", "", "."), {a}},
      {"floats", rows(a, "", " ", "0.0"), {a}},
      {"a rating after the last row", rows(a, "", "", ".").substr(0, 89) + "  ED=8.3/1.2\n", {a}},
      {"a line, then rows", a + "\n" + rows(b, "", "", "."), {a, b}},
      {"a frame and words beside it",
       "+---------+ title\n" + rows(a, "|", "", " ", "| words\n") + "+---------+\n",
       {a}},
      {"a table with a ruler", "| puzzle | x |\n|---|---|\n| " + a + " | 1 |\n", {a}},
      {"R's header", "\"puzzle\" \"x\"\n\"1\" \"" + a + "\" \"easy\"\n", {a}},
      {"a damaged puzzle and its answer", "x: " + a.substr(0, 80) + "Q, answer: " + b + "\n", {}},
  };
}

TEST(Any, ReadsWhatTheSolverProves) {
  ImportOptions options;
  options.judge = batch::solver_judge();
  for (const ProvenText& proven : proven_texts()) {
    EXPECT_EQ(read_layout(proven.text, options), proven.boards) << proven.name << "\n"
                                                                << proven.text;
  }
}

TEST(Any, AReadingCanBeChosenByItsName) {
  std::string text;
  for (int row = 0; row < 9; ++row)
    text += row < 3 ? "," + std::to_string(row + 1) + ",,,,,,,,\n" : ",,,,,,,,,\n";
  ImportOptions options;
  options.judge = batch::solver_judge();
  const Result<ImportedText> any = import_text(text, options);
  ASSERT_FALSE(any.ok());
  EXPECT_EQ(any.status().option(), "input.layout");
  EXPECT_NE(any.status().message().find("'commas-after-1'"), std::string::npos)
      << any.status().message();
  options.layout = "commas-after-1";
  const std::string first =
      "1" + std::string(8, '.') + "2" + std::string(8, '.') + "3" + std::string(62, '.');
  EXPECT_EQ(read_layout(text, options), std::vector{first});
}

// Where the text of one damaged board stops being a board.
TEST(Any, NamesWhatIsWrongWithADamagedBoard) {
  const auto refusal = [](const std::string& between, std::size_t row, const std::string& nine,
                          std::size_t rows = 9) {
    std::string text;
    for (std::size_t i = 0; i < rows; ++i) {
      AnyLayout layout;
      layout.between = between;
      layout.empty = "0";
      const std::string whole = boards().front().substr(i * 9, 9);
      text += i == row ? nine : print_row(layout, whole);
      text += '\n';
    }
    std::optional<RecordError> fault;
    const Result<ImportedText> any = import_text(text, {}, &fault);
    EXPECT_FALSE(any.ok()) << text;
    return fault ? std::to_string(fault->line + 1) + ": " + describe(*fault) : "nothing";
  };
  EXPECT_EQ(refusal("", 4, "12345678"), "5: row 5 has 8 cells, expected 9");
  EXPECT_EQ(refusal(" ", 0, "1 2 3 4 5 6 7 8"), "1: row 1 has 8 cells, expected 9");
  EXPECT_EQ(refusal(",", 8, "1,2,3,4,5,6,7,8"), "9: row 9 has 8 cells, expected 9");
  EXPECT_EQ(refusal("", 4, "123Q56789"), "5: 'Q' is not a cell");
  EXPECT_EQ(refusal("", 9, "", 3), "1: ends after 3 rows, expected 9");
  std::optional<RecordError> fault;
  std::string text = "The digits\n123456789\n";
  for (int i = 0; i < 10; ++i) text += "are no board.\n";
  EXPECT_FALSE(import_text(text, {}, &fault).ok());
  EXPECT_FALSE(fault);
}

}  // namespace
}  // namespace dokumill::records
