// The choices of a try to make a random board (random_boards.hpp), and the tables that they index.
//
// Digits are 0..8; box 1 holds 0..8 in row-major order. The places of a box are numbered by
// columns, 3 * column + row, except in Split.
#pragma once

#include <array>
#include <cstdint>

#include "base/permutation.hpp"

namespace dokumill::boards {

// Three sets of digits, one for each line (row or column) of a box: bit 9 * line + digit.
using Sets = std::uint32_t;
inline constexpr Sets kAllSets = 0x7FFFFFF;
inline constexpr Sets kBox1Columns = 0x049U | 0x092U << 9 | 0x124U << 18;

inline constexpr unsigned kSplits = 56;
inline constexpr unsigned kOrders = 216;  // three lines of three digits, each in one of 6 orders
inline constexpr unsigned kBandChoices = kSplits * kOrders * kOrders;

// How the digits of the lines of one box are distributed over the lines of the next two boxes. The
// places of the first box are numbered here by lines: digit k of line m is at place 3 * m + k.
// `second` gives the digits of the second box, three for each line: line l has the entries 3 * l to
// 3 * l + 2. Each entry is a place of the first box, and stands for the digit at this place.
// `third` gives the digits of the third box in the same way.
struct Split {
  std::array<std::uint8_t, 9> second;
  std::array<std::uint8_t, 9> third;
};

// All splits. A digit of line l goes to line l + 1 or l + 2 (mod 3) of the second box, and to the
// other of these two lines in the third box. A mask has one bit for each place of the first box. If
// bit p of the mask is 0, the digit at place p goes to line l + 1 of the second box, otherwise to
// line l + 2. There are 56 masks that give every line three digits; the table has them in ascending
// order.
inline constexpr std::array<Split, kSplits> kSplit = [] {
  std::array<Split, kSplits> splits{};
  unsigned count = 0;
  for (unsigned mask = 0; mask < 512; ++mask) {
    unsigned size[3]{};
    for (unsigned place = 0; place < 9; ++place) {
      ++size[(place / 3 + 1 + ((mask >> place) & 1U)) % 3];
    }
    if (size[0] != 3 || size[1] != 3) continue;
    Split& split = splits[count++];
    unsigned in_second[3]{};
    unsigned in_third[3]{};
    for (unsigned place = 0; place < 9; ++place) {
      const unsigned bit = (mask >> place) & 1U;
      const unsigned second = (place / 3 + 1 + bit) % 3;
      const unsigned third = (place / 3 + 2 - bit) % 3;
      split.second[3 * second + in_second[second]++] = static_cast<std::uint8_t>(place);
      split.third[3 * third + in_third[third]++] = static_cast<std::uint8_t>(place);
    }
  }
  return splits;
}();
static_assert(kSplit[kSplits - 1].second[8] != 0);

// table[number][3 * column + row] selects the digit for the cell of a box in this column and row.
// The value 3 * line + i stands for digit i of line `line`. `number` encodes the orders of the
// three lines: the order of line 0, plus 6 times the order of line 1, plus 36 times the order of
// line 2.
using PlaceTable = std::array<std::array<std::uint8_t, 9>, kOrders>;
constexpr PlaceTable place_table(bool lines_are_rows) {
  PlaceTable table{};
  for (unsigned number = 0; number < kOrders; ++number) {
    const unsigned orders[3] = {number % 6, number / 6 % 6, number / 36};
    for (unsigned column = 0; column < 3; ++column) {
      for (unsigned row = 0; row < 3; ++row) {
        const unsigned line = lines_are_rows ? row : column;
        const unsigned along = lines_are_rows ? column : row;
        table[number][3 * column + row] =
            static_cast<std::uint8_t>(3 * line + kOrdersOfThree[orders[line]][along]);
      }
    }
  }
  return table;
}
inline constexpr PlaceTable kPlacesOfRows = place_table(true);
inline constexpr PlaceTable kPlacesOfColumns = place_table(false);

// kAvoiding[9x + 3y + z][choice] has three different lines for three digits, such that the first
// digit is not on line x, the second not on line y, and the third not on line z. If x = y = z, no
// such lines exist, and both entries have the flag kInvalid. Otherwise there are exactly two ways
// to choose the lines, and `choice` selects one.
inline constexpr std::uint8_t kInvalid = 0x80;
struct ThreeLines {
  std::uint8_t line[3];
  std::uint8_t flag;
};
inline constexpr std::array<std::array<ThreeLines, 2>, 27> kAvoiding = [] {
  std::array<std::array<ThreeLines, 2>, 27> table{};
  for (unsigned code = 0; code < 27; ++code) {
    table[code][0].flag = table[code][1].flag = kInvalid;
    unsigned count = 0;
    for (const auto& lines : kOrdersOfThree) {
      if (lines[0] != code / 9 && lines[1] != code / 3 % 3 && lines[2] != code % 3) {
        table[code][count++] = {{lines[0], lines[1], lines[2]}, 0};
      }
    }
  }
  return table;
}();

// kRowOfBox4[set][choice]: the column sets of a row of box 4 that has the three digits of `set`,
// each in another column than in box 1. There are two such rows, unless the three digits share a
// column in box 1. In that case both entries are 0.
inline constexpr std::array<std::array<Sets, 2>, 512> kRowOfBox4 = [] {
  std::array<std::array<Sets, 2>, 512> table{};
  for (unsigned a = 0; a < 9; ++a) {
    for (unsigned b = a + 1; b < 9; ++b) {
      for (unsigned c = b + 1; c < 9; ++c) {
        const auto& ways = kAvoiding[9 * (a % 3) + 3 * (b % 3) + c % 3];
        for (unsigned choice = 0; choice < 2; ++choice) {
          const ThreeLines& columns = ways[choice];
          if (columns.flag == kInvalid) continue;
          table[1U << a | 1U << b | 1U << c][choice] = 1U << (9 * columns.line[0] + a) |
                                                       1U << (9 * columns.line[1] + b) |
                                                       1U << (9 * columns.line[2] + c);
        }
      }
    }
  }
  return table;
}();

inline unsigned line_of(Sets sets, unsigned line) {
  return sets >> (9 * line) & 0x1FFU;
}

// True if the three digits of a row are in three different columns. `columns`: the column sets of
// the box.
inline bool meets_all_columns(unsigned row, Sets columns) {
  // `cuts`: three copies of the row, each intersected with one column. The three digits of the row
  // are in three different columns if no intersection is empty. An intersection has nine bits. If
  // its low eight bits are not all 0, adding 0xFF to these eight bits carries into bit 8. So after
  // the sum and the `or`, bit 8 is set unless the intersection is empty.
  const Sets cuts = row * 0x40201U & columns;
  const Sets tops = 0x4020100U;
  const Sets lows = kAllSets & ~tops;
  return ((((cuts & lows) + lows) | cuts) & tops) == tops;
}

// The choices of a try, packed into three random numbers.
struct BoardChoices {
  // `top`: the digits of the rows of boxes 2 and 3. `middle`: the digits of the columns of boxes 5
  // and 8. Both numbers are split + 56 * (first + 216 * second), which is below kBandChoices.
  // `split` is an index into kSplit. `first` and `second` are the orders in the first and in the
  // second of the two boxes, as indexes into a PlaceTable.
  std::uint32_t top, middle;
  // rest / 512 is the split of the columns of boxes 6 and 9, as an index into kSplit. Each of the
  // low nine bits is a choice between two orders: bits 0 to 2 for the columns of box 6, bits 3 to 5
  // for the rows of box 4, and bits 6 to 8 for the columns of box 9.
  std::uint32_t rest;
};
inline constexpr std::uint32_t kRestChoices = kSplits << 9;

}  // namespace dokumill::boards
