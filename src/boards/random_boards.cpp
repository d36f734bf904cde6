#include "boards/random_boards.hpp"

#include <array>
#include <bit>

#include "core/permutation.hpp"
#include "core/random.hpp"

namespace dokumill::boards {
namespace {

// Digits are 0..8 until they are relabelled at the end; box 1 holds 0..8 in row-major order.

// The digits of a box, by columns: entry 3 * column + row.
using Box = std::array<std::uint8_t, 9>;

// Three sets of digits, one for each line (row or column) of a box: bit 9 * line + digit.
using Sets = std::uint32_t;
constexpr Sets kAllSets = 0x7FFFFFF;
constexpr Sets kBox1Columns = 0x049U | 0x092U << 9 | 0x124U << 18;

constexpr unsigned kSplits = 56;
constexpr unsigned kOrders = 216;  // three lines of three digits, each in one of 6 orders
constexpr unsigned kBandChoices = kSplits * kOrders * kOrders;

// How the digits of the lines of one box are distributed over the lines of the next two boxes.
// Digit i of a line of the second box is the digit at place second[3 * line + i] of the first box,
// where place 3 * l + k is digit k of line l. `third` is the same for the third box.
struct Split {
  std::array<std::uint8_t, 9> second;
  std::array<std::uint8_t, 9> third;
};

// All splits. A digit of line l goes to line l + 1 or l + 2 (mod 3) of the second box, and to the
// other of these two lines in the third box. If bit p of a mask is 0, the digit at place p goes to
// line l + 1 of the second box, otherwise to line l + 2. There are 56 masks that give every line
// three digits; the table has them in ascending order.
constexpr std::array<Split, kSplits> kSplit = [] {
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

// table[number][3 * column + row] selects the digit for this cell of a box, as an index 3 * line +
// i into the digits of the box's three lines. `number` encodes the orders of these lines. The order
// of line 0 has the weight 1, that of line 1 the weight 6, that of line 2 the weight 36.
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
constexpr PlaceTable kPlacesOfRows = place_table(true);
constexpr PlaceTable kPlacesOfColumns = place_table(false);

// kAvoiding[9x + 3y + z][choice] has three different lines for three digits, such that the first
// digit is not on line x, the second not on line y, and the third not on line z. There are exactly
// two such choices of lines. If x = y = z, no such choice exists, and both entries have the flag
// kInvalid.
constexpr std::uint8_t kInvalid = 0x80;
struct ThreeLines {
  std::uint8_t line[3];
  std::uint8_t flag;
};
constexpr std::array<std::array<ThreeLines, 2>, 27> kAvoiding = [] {
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
constexpr std::array<std::array<Sets, 2>, 512> kRowOfBox4 = [] {
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

unsigned line_of(Sets sets, unsigned line) {
  return sets >> (9 * line) & 0x1FFU;
}

// Makes a box from the digits of the box `from`. lines[3 * line + i] is the place in `from` of
// digit i of a line of the new box. `places` puts the digits of each line into their order. If
// `places` is an entry of kPlacesOfRows, the lines are rows. If it is an entry of kPlacesOfColumns,
// they are columns.
Box box_of(const Box& from, const std::array<std::uint8_t, 9>& lines,
           const std::array<std::uint8_t, 9>& places) {
  Box box;
  for (unsigned cell = 0; cell < 9; ++cell) box[cell] = from[lines[places[cell]]];
  return box;
}

Sets rows_of(const Box& box) {
  Sets rows = 0;
  for (unsigned cell = 0; cell < 9; ++cell) rows |= 1U << (9 * (cell % 3) + box[cell]);
  return rows;
}

// The row sets of a box to the right of the box `left`. Column c of the box has the digits of the
// box `above` at the places columns[3 * c] to columns[3 * c + 2]. Bit c of `choices` selects one of
// the two orders of column c. Returns 0 if a column has no order.
Sets rows_beside(const Box& left, const Box& above, const std::array<std::uint8_t, 9>& columns,
                 unsigned choices) {
  std::array<std::uint8_t, 9> row_in_left;
  for (unsigned cell = 0; cell < 9; ++cell) {
    row_in_left[left[cell]] = static_cast<std::uint8_t>(cell % 3);
  }
  Sets rows = 0;
  unsigned flags = 0;
  for (unsigned column = 0; column < 3; ++column) {
    const unsigned a = above[columns[3 * column]];
    const unsigned b = above[columns[3 * column + 1]];
    const unsigned c = above[columns[3 * column + 2]];
    const ThreeLines& ways = kAvoiding[9U * row_in_left[a] + 3U * row_in_left[b] + row_in_left[c]]
                                      [choices >> column & 1U];
    flags |= ways.flag;
    rows |=
        1U << (9 * ways.line[0] + a) | 1U << (9 * ways.line[1] + b) | 1U << (9 * ways.line[2] + c);
  }
  return flags == 0 ? rows : 0;
}

// Writes a box: each cell gets the digit that its row and its column have in common. REQUIRES: each
// row has exactly one digit in common with each column.
void put_box(Sets rows, Sets columns, unsigned box, Grid& board) {
  for (unsigned row = 0; row < 3; ++row) {
    for (unsigned column = 0; column < 3; ++column) {
      board.cells[27 * (box / 3) + 3 * (box % 3) + 9 * row + column] = static_cast<std::uint8_t>(
          std::countr_zero(line_of(rows, row) & line_of(columns, column)));
    }
  }
}

// The column sets of a box. Column c of the box has the digits of the box `above` at the places
// columns[3 * c] to columns[3 * c + 2].
Sets columns_of(const Box& above, const std::array<std::uint8_t, 9>& columns) {
  Sets sets = 0;
  for (unsigned i = 0; i < 9; ++i) sets |= 1U << (9 * (i / 3) + above[columns[i]]);
  return sets;
}

// Makes one try. Fills `board` with the digits 0..8 and returns true, or fails and returns false.
bool try_board(RandomStream& random, Grid& board) {
  const std::uint32_t top = random.below(kBandChoices);
  const std::uint32_t middle = random.below(kBandChoices);
  const std::uint32_t rest = random.below(kSplits << 9);

  constexpr Box kBox1Rows = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  const Split& top_split = kSplit[top % kSplits];
  const std::uint32_t top_orders = top / kSplits;
  const Box box2 = box_of(kBox1Rows, top_split.second, kPlacesOfRows[top_orders % kOrders]);
  const Box box3 = box_of(kBox1Rows, top_split.third, kPlacesOfRows[top_orders / kOrders]);

  const Split& stack2 = kSplit[middle % kSplits];
  const std::uint32_t stack2_orders = middle / kSplits;
  const Split& stack3 = kSplit[rest >> 9];

  const Box box5 = box_of(box2, stack2.second, kPlacesOfColumns[stack2_orders % kOrders]);
  const Sets rows5 = rows_of(box5);
  const Sets rows6 = rows_beside(box5, box3, stack3.second, rest);
  if (rows6 == 0) return false;

  const Sets rows4 = kAllSets ^ rows5 ^ rows6;
  Sets columns4 = 0;
  bool is_possible = true;
  for (unsigned row = 0; row < 3; ++row) {
    const Sets columns = kRowOfBox4[line_of(rows4, row)][rest >> (3 + row) & 1U];
    is_possible &= columns != 0;
    columns4 |= columns;
  }
  if (!is_possible) return false;

  const Box box8 = box_of(box2, stack2.third, kPlacesOfColumns[stack2_orders / kOrders]);
  const Sets rows8 = rows_of(box8);
  const Sets rows9 = rows_beside(box8, box3, stack3.third, rest >> 6);
  if (rows9 == 0) return false;

  const Sets rows7 = kAllSets ^ rows8 ^ rows9;
  const Sets columns7 = kAllSets ^ kBox1Columns ^ columns4;
  for (unsigned row = 0; row < 3; ++row) {
    // `cuts`: three copies of the row, each intersected with one column. The three digits of the
    // row are in three different columns if no intersection is empty. Adding 0xFF to the low eight
    // bits of an intersection carries into bit 8 unless they are 0.
    const Sets cuts = line_of(rows7, row) * 0x40201U & columns7;
    const Sets tops = 0x4020100U;
    const Sets lows = kAllSets & ~tops;
    is_possible &= ((((cuts & lows) + lows) | cuts) & tops) == tops;
  }
  if (!is_possible) return false;

  for (unsigned cell = 0; cell < 9; ++cell) {
    const unsigned at = 9 * (cell % 3) + cell / 3;
    board.cells[9 * (cell / 3) + cell % 3] = static_cast<std::uint8_t>(cell);
    board.cells[at + 3] = box2[cell];
    board.cells[at + 6] = box3[cell];
    board.cells[at + 30] = box5[cell];
    board.cells[at + 57] = box8[cell];
  }
  put_box(rows4, columns4, 3, board);
  put_box(rows6, columns_of(box3, stack3.second), 5, board);
  put_box(rows7, columns7, 6, board);
  put_box(rows9, columns_of(box3, stack3.third), 8, board);
  return true;
}

}  // namespace

Grid random_board(std::uint64_t seed, std::uint64_t index, std::uint32_t& tries) {
  RandomStream random(seed, index, RandomPurpose::kBoard);
  Grid board;
  tries = 1;
  while (!try_board(random, board)) ++tries;
  const auto names = permutation_of_nine(random.below(kPermutationsOf9));
  for (std::uint8_t& cell : board.cells) cell = static_cast<std::uint8_t>(names[cell] + 1);
  return board;
}

Grid random_board(std::uint64_t seed, std::uint64_t index) {
  std::uint32_t tries = 0;
  return random_board(seed, index, tries);
}

}  // namespace dokumill::boards
