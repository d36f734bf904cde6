// RowSheet: the nine rows of a row group as text, from which boards are copied row by row, and the
// check of boards that were copied.
//
// The check reads the bytes that were written and knows nothing of the order they should be in. It
// stands on the rows of the sheet having been checked once with all 27 houses; then a board is
// valid exactly if it has each of the nine rows once and the three rows of each band of the board
// come from one band of the sheet. (Rows are complete because the sheet's are; columns do not mind
// the order of the rows; a box is three minirows of one band and stack of the sheet.)
//
//   sheet row   its text             code       A written row is known by its first byte, because
//       0       "4 1 7 ... 3\n"    0x10001      column 1 of the sheet has nine different digits.
//       Its 18 1       "9 5 2 ... 8\n"    0x10002      bytes must then equal the text of that row.
//       The codes 2       "3 8 6 ... 1\n"    0x10004      of three rows of a band, or'ed, have row
//       bits below 3       "2 ...             0x20008      and band bits above; the sum over the
//       three bands
//       ...                                     must be 0x701FF:
//       8       "6 ...             0x40100
// Nine powers of two add up to 0x1FF only if they are the nine different ones, so each row is there
// once; and then three non-empty sets of bands, which together have all three, add up to 7 only if
// no band is in two of them, so each set has one band.
//
// Thread safety: one thread at a time. Memory: 600 bytes, no allocation. Only 64-bit and narrower
// moves are asked for; the compiler makes 16-byte copies of them.
// Cost: 15 ns a board with the check (grid text), 0.2 us for new rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "boards/board_text.hpp"
#include "boards/row_group.hpp"

namespace dokumill::boards {

template <class Text>
class RowSheet {
 public:
  RowSheet() { row_of_.fill(kNoRow); }

  // Puts the rows of `rows` on the sheet. False: what is on the sheet now is not a valid board.
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

  // Writes the board with the rows in this order: Text::kBoardBytes bytes.
  void copy(const RowOrder& order, char* out) const {
    out[Text::kLineEnd] = '\n';
    for (std::size_t row = 0; row < 9; ++row) {
      std::memcpy(out + Text::kRowsBegin + Text::kRowBytes * row, slots_[order[row]].data(),
                  Text::kRowBytes);
    }
  }

  // True if the Text::kBoardBytes bytes at `text` are exactly the text of a valid board made of the
  // rows of the sheet. REQUIRES: set() returned true.
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
  static constexpr std::uint8_t kNoRow = 9;  // its slot stays zero, its code is no row at all
  static constexpr std::array<std::uint32_t, 10> kCode = {
      0x10001, 0x10002, 0x10004, 0x20008, 0x20010, 0x20020, 0x40040, 0x40080, 0x40100, 0};
  static constexpr std::size_t kSlotBytes = Text::kRowBytes <= 16 ? 16 : 32;

  // 0 exactly if the Text::kRowBytes bytes are equal.
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
