#include "engine/boards/board_printer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "engine/boards/row_sheet.hpp"

namespace dokumill {
namespace {

using boards::board_bytes;
using boards::BoardPrinter;
using boards::GridText;
using boards::LineText;
using boards::RowOrder;
using boards::RowSheet;

std::string printed(const BoardSource& source, TextFormat format, std::uint64_t start,
                    std::uint64_t count) {
  std::string text(count * board_bytes(format) + 1, '#');
  BoardPrinter printer(source, format);
  EXPECT_EQ(printer.print(start, count, text.data()), count);
  EXPECT_EQ(text.back(), '#');  // nothing is written after the last board
  text.pop_back();
  return text;
}

std::string expected(const BoardSource& source, TextFormat format, std::uint64_t start,
                     std::uint64_t count) {
  std::string text;
  for (std::uint64_t i = start; i < start + count; ++i) {
    const Grid board = make_board(source, i);
    text += format == TextFormat::kGrid ? '\n' + to_rows(board) : to_line(board) + '\n';
  }
  return text;
}

TEST(BoardPrinter, PrintsTheBoardsOfEveryFamily) {
  for (const TextFormat format : {TextFormat::kGrid, TextFormat::kLine}) {
    for (const BoardFamily family :
         {BoardFamily::kClassic, BoardFamily::kWide, BoardFamily::kSequence, BoardFamily::kRandom,
          BoardFamily::kClasses}) {
      const BoardSource source{family, Digit(6), 3};
      const std::uint64_t size = family_size(family);
      for (const std::uint64_t start : {std::uint64_t{0}, std::uint64_t{71}, size / 3, size - 700,
                                        std::uint64_t{2903040 - 350}}) {
        const std::uint64_t most = family == BoardFamily::kClasses ? 2 : 700;
        const std::uint64_t count = std::min<std::uint64_t>(most, size - start);
        EXPECT_EQ(printed(source, format, start, count), expected(source, format, start, count));
      }
      EXPECT_EQ(printed(source, format, 5, 0), "");
      EXPECT_EQ(printed(source, format, size - 1, 1), expected(source, format, size - 1, 1));
    }
  }
}

TEST(BoardPrinter, CutsDoNotMatterAndAPrinterCanBeUsedAgain) {
  const BoardSource source{BoardFamily::kSequence, Digit(2)};
  const std::string whole = printed(source, TextFormat::kGrid, 2903040 - 500, 1000);
  BoardPrinter printer(source, TextFormat::kGrid);
  for (const std::uint64_t cut : {1U, 71U, 72U, 73U, 499U, 500U, 501U, 999U}) {
    std::string text(whole.size(), '#');
    const std::uint64_t start = 2903040 - 500;
    EXPECT_EQ(printer.print(start + cut, 1000 - cut, text.data() + 163 * cut), 1000 - cut);
    EXPECT_EQ(printer.print(start, cut, text.data()), cut);
    EXPECT_EQ(text, whole) << cut;
  }
}

template <class Text>
class RowSheetTest : public testing::Test {};
using Texts = testing::Types<GridText, LineText>;
TYPED_TEST_SUITE(RowSheetTest, Texts);

template <class Text>
std::string board_text(const Grid& board) {
  std::string text(Text::kBoardBytes, '#');
  boards::write_text<Text>(board, text.data());
  return text;
}

TYPED_TEST(RowSheetTest, EveryWrongByteIsNoticed) {
  for (const BoardFamily family : {BoardFamily::kClassic, BoardFamily::kWide}) {
    const Grid board = make_board({family, Digit(3)}, 123456);
    RowSheet<TypeParam> sheet;
    ASSERT_TRUE(sheet.set(board));
    for (const RowOrder& order : boards::kArrangement) {
      std::string text(TypeParam::kBoardBytes, '#');
      sheet.copy(order, text.data());
      ASSERT_EQ(text, board_text<TypeParam>(boards::arrange_rows(board, order)));
      ASSERT_TRUE(sheet.check(text.data()));
      ASSERT_TRUE(boards::check_text<TypeParam>(text.data()));
      if (&order - boards::kArrangement.data() > 3) continue;
      for (char& byte : text) {
        const char right = byte;
        for (int value = 0; value < 256; ++value) {
          byte = static_cast<char>(value);
          const bool is_right = byte == right;
          ASSERT_EQ(sheet.check(text.data()), is_right) << value;
          ASSERT_EQ(boards::check_text<TypeParam>(text.data()), is_right) << value;
        }
        byte = right;
      }
    }
  }
}

// Checks all 9! orders of the rows. Then, in each valid order, writes each row a second time in the
// place of each other row.
TYPED_TEST(RowSheetTest, EveryWrongOrderIsNoticed) {
  const Grid board = make_board({BoardFamily::kWide, Digit(1)}, 987654321);
  RowSheet<TypeParam> sheet;
  ASSERT_TRUE(sheet.set(board));
  std::string text(TypeParam::kBoardBytes, '#');
  RowOrder order = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  int accepted = 0;
  do {
    sheet.copy(order, text.data());
    const bool is_right = sheet.check(text.data());
    ASSERT_EQ(is_right, is_complete(boards::arrange_rows(board, order)));
    accepted += is_right;
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(accepted, 1296);
  for (const RowOrder& arrangement : boards::kArrangement) {
    for (std::size_t to = 0; to < 9; ++to) {
      for (std::size_t from = 0; from < 9; ++from) {
        RowOrder twice = arrangement;
        twice[to] = arrangement[from];
        sheet.copy(twice, text.data());
        ASSERT_EQ(sheet.check(text.data()), to == from);
      }
    }
  }
}

TYPED_TEST(RowSheetTest, RowsOfAnotherBoardAreNoticed) {
  const Grid board = make_board({BoardFamily::kWide, Digit(1)}, 1);
  RowSheet<TypeParam> sheet;
  ASSERT_TRUE(sheet.set(board));
  // `other` is `board` with the digits 8 and 9 exchanged. It is a valid board, but none of its rows
  // is a row of the sheet.
  Grid other = board;
  for (std::uint8_t& cell : other.cells) {
    if (cell == 8 || cell == 9) cell = static_cast<std::uint8_t>(17 - cell);
  }
  EXPECT_FALSE(sheet.check(board_text<TypeParam>(other).data()));
  EXPECT_FALSE(sheet.check(std::string(TypeParam::kBoardBytes, '\0').data()));
  ASSERT_TRUE(sheet.set(other));
  EXPECT_TRUE(sheet.check(board_text<TypeParam>(other).data()));
  EXPECT_FALSE(sheet.check(board_text<TypeParam>(board).data()));
}

TYPED_TEST(RowSheetTest, RefusesRowsThatAreNoBoard) {
  const Grid board = make_board({BoardFamily::kClassic, Digit(1)}, 77777);
  RowSheet<TypeParam> sheet;
  for (std::size_t a = 0; a < kCells; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      Grid wrong = board;
      std::swap(wrong.cells[a], wrong.cells[b]);
      ASSERT_EQ(sheet.set(wrong), wrong == board);
    }
    for (int value = 0; value < 256; ++value) {
      Grid wrong = board;
      wrong.cells[a] = static_cast<std::uint8_t>(value);
      ASSERT_EQ(sheet.set(wrong), wrong == board);
    }
  }
}

}  // namespace
}  // namespace dokumill
