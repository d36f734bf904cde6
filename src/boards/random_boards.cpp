#include "boards/random_boards.hpp"

#include <array>

#include "core/permutation.hpp"
#include "core/random.hpp"

namespace dokumill::boards {
namespace {

// Nine digits of a box by line: entry 3 * line + i is digit i of the line. The lines are rows or
// columns, as the step needs. Digits are 0..8 until they get their names.
using Lines = std::array<std::uint8_t, 9>;

// For each digit the line it stands in.
using LineOf = std::array<std::uint8_t, 9>;

constexpr unsigned kSplits = 56;
constexpr unsigned kOrders = 6;
constexpr unsigned kBandChoices =
    kSplits * kOrders * kOrders * kOrders * kOrders * kOrders * kOrders;

// How the digits of a box go on to the lines of the next two boxes: entry 3 * line + i of `second`
// is the place, in the lines of the first box, of digit i of that line of the second box.
struct Split {
  Lines second;
  Lines third;
};

// A digit of line l goes to line l + 1 or l + 2 (mod 3) of the second box, and to the other one of
// the third box. Bit p of a mask tells which for place p; the 56 masks that give every line three
// digits, ascending.
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

// kAvoiding[9x + 3y + z]: the two orders, as lines of three digits, in which the first digit is not
// on line x, the second not on y, the third not on z. Both are kNoOrder if x = y = z.
constexpr std::uint8_t kNoOrder = 0xFF;
constexpr std::array<std::array<std::uint8_t, 2>, 27> kAvoiding = [] {
  std::array<std::array<std::uint8_t, 2>, 27> table{};
  for (unsigned code = 0; code < 27; ++code) {
    table[code] = {kNoOrder, kNoOrder};
    unsigned count = 0;
    for (unsigned order = 0; order < kOrders; ++order) {
      const std::uint8_t* line = kOrdersOfThree[order];
      if (line[0] != code / 9 && line[1] != code / 3 % 3 && line[2] != code % 3) {
        table[code][count++] = static_cast<std::uint8_t>(order);
      }
    }
  }
  return table;
}();

// Six orders from a number of [0, 6^6).
std::array<std::uint8_t, 6> six_orders(std::uint32_t number) {
  std::array<std::uint8_t, 6> orders{};
  for (std::uint8_t& order : orders) {
    order = static_cast<std::uint8_t>(number % kOrders);
    number /= kOrders;
  }
  return orders;
}

// The columns of a box whose rows are places[...] of `from`, each put in its order.
Lines columns_of_rows(const Lines& from, const Lines& places, const std::uint8_t* orders) {
  Lines columns;
  for (unsigned row = 0; row < 3; ++row) {
    for (unsigned column = 0; column < 3; ++column) {
      columns[3 * column + row] = from[places[3 * row + kOrdersOfThree[orders[row]][column]]];
    }
  }
  return columns;
}

// The columns of a box whose columns are places[...] of `from`, each put in its order.
Lines ordered_columns(const Lines& from, const Lines& places, const std::uint8_t* orders) {
  Lines columns;
  for (unsigned column = 0; column < 3; ++column) {
    for (unsigned row = 0; row < 3; ++row) {
      columns[3 * column + row] = from[places[3 * column + kOrdersOfThree[orders[column]][row]]];
    }
  }
  return columns;
}

LineOf rows_of_columns(const Lines& columns) {
  LineOf row_of;
  for (unsigned i = 0; i < 9; ++i) row_of[columns[i]] = static_cast<std::uint8_t>(i % 3);
  return row_of;
}

// Gives each digit of `lines` a cross line that differs from its `forbidden` one, all three of one
// line different; bit l of `choices` takes the first or second way for line l. False: there is
// none.
bool place_avoiding(const Lines& lines, const LineOf& forbidden, unsigned choices, LineOf& placed) {
  bool possible = true;
  for (unsigned line = 0; line < 3; ++line) {
    const std::uint8_t* digits = &lines[3 * line];
    const unsigned code =
        9U * forbidden[digits[0]] + 3U * forbidden[digits[1]] + forbidden[digits[2]];
    const unsigned order = kAvoiding[code][(choices >> line) & 1U];
    possible &= order != kNoOrder;
    const std::uint8_t* cross = kOrdersOfThree[order % 8 % kOrders];
    for (unsigned i = 0; i < 3; ++i) placed[digits[i]] = cross[i];
  }
  return possible;
}

Lines pick(const Lines& from, const Lines& places) {
  Lines lines;
  for (unsigned i = 0; i < 9; ++i) lines[i] = from[places[i]];
  return lines;
}

// For each digit the line that the other two boxes in line have left.
LineOf third_line(const LineOf& a, const LineOf& b) {
  LineOf left;
  for (unsigned digit = 0; digit < 9; ++digit) {
    left[digit] = static_cast<std::uint8_t>(3 - a[digit] - b[digit]);
  }
  return left;
}

constexpr Lines kBox1Rows = {0, 1, 2, 3, 4, 5, 6, 7, 8};
constexpr LineOf kColumnInBox1 = {0, 1, 2, 0, 1, 2, 0, 1, 2};

// One try. Fills `board` with 0..8 and returns true, or gives up.
bool try_board(RandomStream& random, Grid& board) {
  const std::uint32_t top = random.below(kBandChoices);
  const std::uint32_t middle = random.below(kBandChoices);
  const std::uint32_t rest = random.below(kSplits << 9);

  const Split& top_split = kSplit[top % kSplits];
  const auto top_orders = six_orders(top / kSplits);
  const Lines box2 = columns_of_rows(kBox1Rows, top_split.second, &top_orders[0]);
  const Lines box3 = columns_of_rows(kBox1Rows, top_split.third, &top_orders[3]);

  const Split& stack2_split = kSplit[middle % kSplits];
  const auto stack2_orders = six_orders(middle / kSplits);
  const Lines box5 = ordered_columns(box2, stack2_split.second, &stack2_orders[0]);
  const LineOf row_in_5 = rows_of_columns(box5);

  const Split& stack3_split = kSplit[rest >> 9];
  const Lines box6 = pick(box3, stack3_split.second);
  LineOf row_in_6;
  if (!place_avoiding(box6, row_in_5, rest, row_in_6)) return false;

  const LineOf row_in_4 = third_line(row_in_5, row_in_6);
  Lines box4;
  unsigned filled[3]{};
  for (unsigned digit = 0; digit < 9; ++digit) {
    const unsigned row = row_in_4[digit];
    box4[3 * row + filled[row]++] = static_cast<std::uint8_t>(digit);
  }
  LineOf column_in_4;
  if (!place_avoiding(box4, kColumnInBox1, rest >> 3, column_in_4)) return false;

  const Lines box8 = ordered_columns(box2, stack2_split.third, &stack2_orders[3]);
  const LineOf row_in_8 = rows_of_columns(box8);
  const Lines box9 = pick(box3, stack3_split.third);
  LineOf row_in_9;
  if (!place_avoiding(box9, row_in_8, rest >> 6, row_in_9)) return false;

  const LineOf row_in_7 = third_line(row_in_8, row_in_9);
  const LineOf column_in_7 = third_line(kColumnInBox1, column_in_4);
  unsigned cells = 0;
  for (unsigned digit = 0; digit < 9; ++digit) {
    cells |= 1U << (3 * row_in_7[digit] + column_in_7[digit]);
  }
  if (cells != 0x1FF) return false;

  const auto put = [&board](unsigned row, unsigned column, unsigned digit) {
    board.cells[9 * row + column] = static_cast<std::uint8_t>(digit);
  };
  for (unsigned i = 0; i < 9; ++i) {
    const unsigned row = i % 3;
    const unsigned column = i / 3;
    put(i / 3, i % 3, i);
    put(row, 3 + column, box2[i]);
    put(row, 6 + column, box3[i]);
    put(3 + row_in_4[i], column_in_4[i], i);
    put(3 + row, 3 + column, box5[i]);
    put(3 + row_in_6[box6[i]], 6 + column, box6[i]);
    put(6 + row_in_7[i], column_in_7[i], i);
    put(6 + row, 3 + column, box8[i]);
    put(6 + row_in_9[box9[i]], 6 + column, box9[i]);
  }
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
