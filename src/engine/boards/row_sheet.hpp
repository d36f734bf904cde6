// RowSheet: the nine rows of a row group as text. It copies boards row by row, and it checks boards
// that were copied.
//
// The check reads the written bytes and does not know the intended order of the rows. set() checks
// the rows of the sheet once, with all 27 houses. After that, a board is valid if it has each of
// the nine rows of the sheet once, and the three rows of each of its bands are from one band of the
// sheet. The reasons: each row of the board is a row of the sheet, which set() has checked. Each
// column has the same nine digits as in the sheet, in some order. A box has the three minirows of
// one box of the sheet, in some order.
//
//   sheet row   its text           code
//       0       "4 1 7 ... 3\n"    0x10001
//       1       "9 5 2 ... 8\n"    0x10002
//       2       "3 8 6 ... 1\n"    0x10004
//       3       "2 ...             0x20008
//      ...
//       8       "6 ...             0x40100
//
// The first byte of a written row identifies its sheet row, because column 1 of the sheet has nine
// different digits. All bytes of the row (18 in the grid format) must then equal the text of that
// sheet row. A code has a bit for the row in its lower half and a bit for the band in its upper
// half. The check combines the codes of the three rows of a band with `or`, and adds up the three
// results. The sum must be 0x701FF:
//   lower half  Nine powers of two add up to 0x1FF only if each of 1, 2, 4, ... 256 is one of them.
//               So the board has each row of the sheet once.
//   upper half  The three bands of the board give three non-empty sets of sheet bands, which
//               together have all three bands. As numbers, these sets add up to 7 only if no band
//               is in two of the sets. So each set has one band.
//
// Memory: 600 bytes, no allocation. check() loads at most 64 bits at a time. The compiler turns the
// copies of rows in copy() into 16-byte copies (grid text).
// Cost: 15 ns to copy and check a board (grid text), 0.2 us for set().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/boards/board_text.hpp"
#include "engine/boards/row_group.hpp"

namespace dokumill::boards {

template <class Text>
class RowSheet {
 public:
  RowSheet() { row_of_.fill(kNoRow); }

  // Replaces the rows of the sheet. Returns false if they do not form a valid board.
  [[nodiscard]] bool set(const Grid& rows) {
    std::array<char, Text::kBoardBytes> text;
    write_text<Text>(rows, text.data());
    row_of_.fill(kNoRow);
    Grid read_back;
    unsigned wrong = 0;
    for (std::uint8_t row = 0; row < 9; ++row) {
      char* const slot = slots_[row].data();
      std::memcpy(slot, text.data() + Text::kRowsBegin + Text::kRowBytes * row, Text::kRowBytes);
      row_of_[static_cast<unsigned char>(slot[0])] = row;
      wrong |= read_row<Text>(slot, &read_back.cells[9 * row]);
    }
    return wrong == 0 && is_complete(read_back);
  }

  // Writes the board that has the rows in this order, Text::kBoardBytes bytes.
  void copy(const RowOrder& order, char* out) const {
    out[Text::kLineEnd] = '\n';
    for (std::size_t row = 0; row < 9; ++row) {
      std::memcpy(out + Text::kRowsBegin + Text::kRowBytes * row, slots_[order[row]].data(),
                  Text::kRowBytes);
    }
  }

  // True if the Text::kBoardBytes bytes at `text` are exactly the text of a valid board that
  // consists of the rows of the sheet. REQUIRES: set() returned true.
  [[nodiscard]] bool check(const char* text) const {
    std::uint64_t wrong = static_cast<unsigned char>(text[Text::kLineEnd] ^ '\n');
    std::uint32_t code = 0;
    for (std::size_t band = 0; band < 3; ++band) {
      std::uint32_t code_of_band = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        const char* const row = text + Text::kRowsBegin + Text::kRowBytes * (3 * band + i);
        const std::size_t known_as = row_of_[static_cast<unsigned char>(row[0])];
        wrong |= difference(row, slots_[known_as].data());
        code_of_band |= kCode[known_as];
      }
      code += code_of_band;
    }
    return (wrong | (code ^ 0x701FFU)) == 0;
  }

 private:
  // The row number that stands for "no row of the sheet". slots_[kNoRow] has only zero bytes, and
  // kCode[kNoRow] is 0.
  static constexpr std::uint8_t kNoRow = 9;
  static constexpr std::array<std::uint32_t, 10> kCode = {
      0x10001, 0x10002, 0x10004, 0x20008, 0x20010, 0x20020, 0x40040, 0x40080, 0x40100, 0};
  static constexpr std::size_t kSlotBytes = Text::kRowBytes <= 16 ? 16 : 32;

  // Returns 0 exactly if the Text::kRowBytes bytes at `a` and `b` are equal.
  static std::uint64_t difference(const char* a, const char* b) {
    std::uint64_t result = 0;
    std::size_t at = 0;
    for (; at + 8 <= Text::kRowBytes; at += 8) result |= load<std::uint64_t>(a, b, at);
    for (; at + 2 <= Text::kRowBytes; at += 2) result |= load<std::uint16_t>(a, b, at);
    for (; at < Text::kRowBytes; ++at) result |= load<std::uint8_t>(a, b, at);
    return result;
  }

  template <class Word>
  static std::uint64_t load(const char* a, const char* b, std::size_t at) {
    Word x;
    Word y;
    std::memcpy(&x, a + at, sizeof x);
    std::memcpy(&y, b + at, sizeof y);
    return static_cast<std::uint64_t>(x ^ y);
  }

  std::array<std::array<char, kSlotBytes>, 10> slots_{};
  std::array<std::uint8_t, 256> row_of_;  // by the first byte of a row
};

}  // namespace dokumill::boards
