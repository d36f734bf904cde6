// Tests of the small layouts of one board.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "formats/import/board_text.hpp"

namespace dokumill {
namespace {

const std::string kBoard =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

// Zeros are shown as points.
std::string read_field(std::string_view text) {
  const auto board = records::read_board_text(text);
  if (!board) return "no board";
  std::string cells(board->data(), board->size());
  std::ranges::replace(cells, '0', '.');
  return cells;
}

// Writes the board with `before` and `after` around each group of `size` cells, and `between`.
std::string grouped(std::size_t size, const std::string& between, const std::string& before = "",
                    const std::string& after = "") {
  std::string text;
  for (std::size_t at = 0; at < kBoard.size(); at += size) {
    text += (at == 0 ? "" : between) + before + kBoard.substr(at, size) + after;
  }
  return text;
}

// Writes each empty cell as `empty`, and `between` between the cells.
std::string with_empty(const std::string& empty, const std::string& between) {
  std::string text;
  for (const char cell : kBoard) {
    text += (text.empty() ? "" : between) + (cell == '.' ? empty : std::string(1, cell));
  }
  return text;
}

TEST(BoardText, ReadsGroupsOfOneSize) {
  for (const std::size_t size : {1, 3, 9, 27, 81}) {
    for (const std::string between : {" ", "\n", "\r\n", "\\n", "/", " | ", ", ", ";", "\t"}) {
      EXPECT_EQ(read_field(grouped(size, between)), kBoard) << size << " cells, then " << between;
    }
  }
  for (const std::string& text : {"'" + kBoard, "=\"" + kBoard + "\"", "\xEF\xBB\xBF" + kBoard,
                                  "[[" + grouped(9, "],[") + "]]", grouped(9, ",", "\"", "\""),
                                  "{{" + grouped(1, ",", "'", "'") + "}}"}) {
    EXPECT_EQ(read_field(text), kBoard) << text;
  }
}

TEST(BoardText, ReadsEveryMarkOfAnEmptyCell) {
  for (const std::string empty : {"0", ".", "_", "*", "x", "X", "-", "?", "\u00B7", "\u2022",
                                  "\u2219", "\u22C5", "\u30FB", "\uFF10"}) {
    EXPECT_EQ(read_field(with_empty(empty, "")), kBoard) << empty;
    EXPECT_EQ(read_field(with_empty(empty, ",")), kBoard) << empty;
  }
  for (const std::string empty :
       {"null", "None", "nil", "undefined", "-1", "\"\"", "''", "\" \""}) {
    EXPECT_EQ(read_field("[" + with_empty(empty, ", ") + "]"), kBoard) << empty;
  }
  std::string wide;
  for (const char cell : kBoard) {
    wide += cell == '.' ? "\uFF10" : std::string("\xEF\xBC") + static_cast<char>(cell - '0' + 0x90);
  }
  EXPECT_EQ(read_field(wide), kBoard);
}

TEST(BoardText, RefusesOtherTexts) {
  const std::string sixteen(256, '1');
  for (const std::string& text :
       {std::string(), kBoard.substr(1), kBoard + "1", "a" + kBoard, kBoard + "=", sixteen,
        kBoard.substr(0, 40) + " " + kBoard.substr(40), grouped(1, ",") + ",null",
        "-111 " + kBoard.substr(4, 73) + " -112", "\"\"" + kBoard.substr(1)}) {
    EXPECT_EQ(read_field(text), "no board") << text;
  }
}

TEST(BoardText, CountsWhatIsNoCell) {
  const records::CellText text = records::scan_cells("12a4 b\xC3\xA9");
  EXPECT_EQ(text.count, 3U);
  EXPECT_EQ(text.others, 4U);
  EXPECT_EQ(text.other, 2U);
  EXPECT_FALSE(records::scan_cells(std::string(60, '-')).is_near_board());
  EXPECT_TRUE(records::scan_cells(kBoard.substr(1) + "o").is_near_board());
}

}  // namespace
}  // namespace dokumill
