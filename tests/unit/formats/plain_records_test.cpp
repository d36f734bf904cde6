// Compares the fast paths for plain records with a second implementation of the rules
// (support/texts/slow_reader.hpp). Every byte of a record is replaced by every other byte, deleted
// or doubled, and the text is truncated at every byte. Each text ends before a page without access.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "base/cells.hpp"
#include "base/cells16.hpp"
#include "formats/grid/plain_board.hpp"
#include "formats/line/lines.hpp"
#include "support/test_size.hpp"
#include "support/texts/guarded_bytes.hpp"
#include "support/texts/nasty_texts.hpp"
#include "support/texts/read_text.hpp"
#include "support/texts/slow_reader.hpp"

namespace dokumill {
namespace {

using records::CsvLayout;
using records::ReadOptions;
using testing::GuardedBytes;
using testing::ReadText;
using testing::SlowReader;
using testing::TestRandom;
using testing::TextReader;

// A way to write records: the text before, between and after the cells.
struct Shape {
  std::string name;
  ReadOptions options;
  std::string (*record)(const std::string& cells);
};

ReadOptions csv(std::uint32_t columns, std::uint32_t puzzle_column,
                std::uint32_t solution_column = records::kNoColumn) {
  ReadOptions options;
  options.format = TextFormat::kCsv;
  options.csv = {columns, puzzle_column, solution_column};
  options.keep_rows = true;
  return options;
}
ReadOptions grid() {
  ReadOptions options;
  options.format = TextFormat::kGrid;
  return options;
}

std::string rows(const std::string& cells, const std::string& between, const std::string& end) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) text += cells[i] + (i % 9 == 8 ? end : between);
  return text;
}

std::vector<Shape> shapes() {
  return {
      {"line", {}, [](const std::string& cells) { return cells + "\n"; }},
      {"line, CR", {}, [](const std::string& cells) { return cells + "\r"; }},
      {"line, CRLF", {}, [](const std::string& cells) { return cells + "\r\n"; }},
      {"line, remark", {}, [](const std::string& cells) { return cells + " # 1.5 easy\n"; }},
      {"spaced rows", grid(),
       [](const std::string& cells) { return rows(cells, " ", "\n") + "\n"; }},
      {"packed rows", grid(),
       [](const std::string& cells) { return rows(cells, "", "\n") + "\n"; }},
      {"spaced rows, CRLF", grid(),
       [](const std::string& cells) { return rows(cells, " ", "\r\n") + "\r\n"; }},
      {"packed rows, CRLF", grid(),
       [](const std::string& cells) { return rows(cells, "", "\r\n") + "\r\n"; }},
      {"spaced rows, titles", grid(),
       [](const std::string& cells) { return rows(cells, " ", "\n") + "Grid 2\n"; }},
      {"packed rows, frames", grid(),
       [](const std::string& cells) { return rows(cells, "", "\n") + "+---+\n"; }},
      {"csv, one column", csv(1, 0), [](const std::string& cells) { return cells + "\n"; }},
      {"csv, solution after it", csv(2, 0),
       [](const std::string& cells) { return cells + "," + cells + "\r\n"; }},
      {"csv, in the middle", csv(4, 2),
       [](const std::string& cells) { return "7,," + cells + ",a long remark to skip\n"; }},
      {"csv, solution read", csv(2, 0, 1),
       [](const std::string& cells) { return cells + "," + cells + "\n"; }},
      {"csv, solution before", csv(3, 2, 0),
       [](const std::string& cells) { return cells + ",5," + cells + "\r\n"; }},
      {"csv, solution in quotes", csv(3, 0, 2),
       [](const std::string& cells) { return cells + ",,\" " + cells + "\"\n"; }},
      {"csv, quotes", csv(3, 1),
       [](const std::string& cells) { return "\"a\"\"b, c\"," + cells + ",\"x\"\n"; }},
  };
}

// The marks for empty cells: only `0` and `.`, or any mark.
enum class Marks { kDigitsAndDots, kAll };

std::string random_cells(TestRandom& random, Marks marks) {
  std::string cells = testing::random_puzzle(random);
  for (char& cell : cells) {
    if (marks == Marks::kAll && (cell == '0' || cell == '.')) cell = "0._*xX-"[random.below(7)];
  }
  return cells;
}

class PlainRecords : public ::testing::TestWithParam<std::tuple<Shape, Marks>> {
 protected:
  PlainRecords() : slow_(options()), reader_(options(), 2) {
    TestRandom random(9);
    const auto& [shape, marks] = GetParam();
    for (std::string& record : records_) record = shape.record(random_cells(random, marks));
  }

  static const ReadOptions& options() { return std::get<Shape>(GetParam()).options; }

  // The text of three records, with `record` in the middle.
  std::string around(const std::string& record) const { return records_[0] + record + records_[2]; }

  void expect_rules(const std::string& text) {
    const ReadText expected = slow_.read(text);
    const ReadText found = reader_.read_whole(text);
    ASSERT_TRUE(found == expected) << text << "\nread:\n"
                                   << to_string(found) << "expected:\n"
                                   << to_string(expected);
  }

  std::string records_[3];
  SlowReader slow_;
  TextReader reader_;
};

TEST_P(PlainRecords, AreReadAsTheyAre) {
  const ReadText found = reader_.read_whole(around(records_[1]));
  EXPECT_EQ(found.grids.size(), 3U);
  EXPECT_EQ(found.faults.size(), 0U);
  expect_rules(around(records_[1]));
}

TEST_P(PlainRecords, WithAnyByteAnywhere) {
  std::size_t number = 0;
  for (std::size_t at = 0; at < records_[1].size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      if (!testing::is_tested(number++)) continue;
      std::string record = records_[1];
      record[at] = static_cast<char>(byte);
      ASSERT_NO_FATAL_FAILURE(expect_rules(around(record)));
    }
  }
}

TEST_P(PlainRecords, WithAByteLeftOutOrDoubled) {
  for (std::size_t at = 0; at < records_[1].size(); ++at) {
    std::string record = records_[1];
    record.erase(at, 1);
    ASSERT_NO_FATAL_FAILURE(expect_rules(around(record)));
    record.insert(at, 2, records_[1][at]);
    ASSERT_NO_FATAL_FAILURE(expect_rules(around(record)));
  }
}

TEST_P(PlainRecords, CutShortAnywhere) {
  const std::string text = around(records_[1]);
  for (std::size_t size = 0; size <= text.size(); ++size) {
    ASSERT_NO_FATAL_FAILURE(expect_rules(text.substr(0, size)));
    ASSERT_NO_FATAL_FAILURE(expect_rules(text.substr(size)));
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, PlainRecords,
                         ::testing::Combine(::testing::ValuesIn(shapes()),
                                            ::testing::Values(Marks::kDigitsAndDots, Marks::kAll)),
                         [](const ::testing::TestParamInfo<std::tuple<Shape, Marks>>& both) {
                           std::string name = std::get<Shape>(both.param).name;
                           for (char& c : name) c = c == ' ' || c == ',' ? '_' : c;
                           return name + (std::get<Marks>(both.param) == Marks::kAll ? "_all_marks"
                                                                                     : "_dots");
                         });

// Reads boards of each shape, complete and with one byte less, next to a page without access.
TEST(PlainBoard, ReadsNothingBeyondItsBytes) {
  TestRandom random(3);
  GuardedBytes bytes;
  for (const std::string between : {" ", ""}) {
    for (const std::string end : {"\n", "\r\n"}) {
      const std::string cells = testing::random_puzzle(random);
      const std::string board = rows(cells, between, end);
      for (const auto edge : {GuardedBytes::Edge::kEnd, GuardedBytes::Edge::kBegin}) {
        Grid grid;
        const std::string_view whole = bytes.place(board, edge);
        EXPECT_EQ(records::read_plain_board(whole.data(), whole.data() + whole.size(), grid),
                  whole.data() + whole.size());
        for (int cell = 0; cell < kCells; ++cell) {
          const auto mark = static_cast<unsigned char>(cells[static_cast<std::size_t>(cell)]);
          EXPECT_EQ(grid.cells[cell], kCellValue[mark]);
        }
        const std::string_view less =
            bytes.place(std::string_view(board).substr(0, board.size() - 1));
        EXPECT_EQ(records::read_plain_board(less.data(), less.data() + less.size(), grid), nullptr);
      }
    }
  }
}

TEST(Cells16, AreTheCellsOfTheTable) {
  GuardedBytes bytes;
  for (int byte = 0; byte < 256; ++byte) {
    for (int cell = 0; cell < kCells; ++cell) {
      std::string text(kCells, '5');
      text[static_cast<std::size_t>(cell)] = static_cast<char>(byte);
      Grid grid;
      const bool is_cell = kCellValue[byte] != kNotACell;
      ASSERT_EQ(read_cells(bytes.place(text).data(), grid), is_cell) << byte << ' ' << cell;
      if (!is_cell) continue;
      for (int i = 0; i < kCells; ++i) {
        ASSERT_EQ(grid.cells[i], i == cell ? kCellValue[byte] : 5) << byte << ' ' << cell;
      }
    }
  }
}

TEST(FindAny, FindsTheFirstOfItsBytesAndNoOther) {
  GuardedBytes bytes;
  for (std::size_t size = 0; size <= 50; ++size) {
    for (std::size_t at = 0; at <= size; ++at) {
      for (const char wanted : {',', '\n', '\r'}) {
        std::string text(size, ';');
        if (at != size) text[at] = wanted;
        if (at + 2 < size) text[at + 2] = '\n';
        const std::string_view placed = bytes.place(text);
        const char* const end = placed.data() + size;
        ASSERT_EQ((records::find_any<',', '\n', '\r'>(placed.data(), end) - placed.data()),
                  static_cast<std::ptrdiff_t>(at));
      }
    }
  }
  const std::string_view none = bytes.place("no line end in here");
  EXPECT_EQ(records::find_line_end(none.data(), none.data() + none.size()),
            none.data() + none.size());
}

}  // namespace
}  // namespace dokumill
