#include "engine/boards/random_boards.hpp"

#include <array>
#include <bit>

#include "base/permutation.hpp"
#include "base/random.hpp"
#include "engine/boards/random_choices.hpp"
#include "engine/boards/random_filter.hpp"

namespace dokumill::boards {
namespace {

// The digits of a box, by columns: entry 3 * column + row.
using Box = std::array<std::uint8_t, 9>;

// Makes a new box from the digits of the box `from`. The new box has three lines of three digits:
// digit i of line l is from[lines[3 * l + i]]. `places` puts the digits of each line into their
// order: if places[c] is 3 * l + i, cell c gets digit i of line l. If `places` is an entry of
// kPlacesOfRows, the lines are rows. If it is an entry of kPlacesOfColumns, they are columns.
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

// Returns the row sets of a box to the right of the box `left` and below the box `above`. Column c
// of the box has the digits of `above` at the places columns[3 * c] to columns[3 * c + 2]. An order
// of these three digits is possible if each digit is in another row than in `left`. A column has
// two possible orders or none. Bit c of `choices` selects one of the two. Returns 0 if some column
// has no possible order.
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

// Returns the column sets of a box below the box `above`. Column c of the box has the digits of
// `above` at the places columns[3 * c] to columns[3 * c + 2].
Sets columns_of(const Box& above, const std::array<std::uint8_t, 9>& columns) {
  Sets sets = 0;
  for (unsigned i = 0; i < 9; ++i) sets |= 1U << (9 * (i / 3) + above[columns[i]]);
  return sets;
}

}  // namespace

bool try_board(const BoardChoices& choices, Grid& board) {
  const auto [top, middle, rest] = choices;
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
    is_possible &= meets_all_columns(line_of(rows7, row), columns7);
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

Grid random_board(std::uint64_t seed, std::uint64_t index, std::uint32_t& tries) {
  RandomStream random(seed, index, RandomPurpose::kBoard);
  Grid board;
  tries = 1;
  for (;; ++tries) {
    BoardChoices choices;
    choices.top = random.below(kBandChoices);
    choices.middle = random.below(kBandChoices);
    choices.rest = random.below(kRestChoices);
    if (may_give_board(choices) && try_board(choices, board)) break;
  }
  const auto names = permutation_of_nine(random.below(kPermutationsOf9));
  for (std::uint8_t& cell : board.cells) cell = static_cast<std::uint8_t>(names[cell] + 1);
  return board;
}

Grid random_board(std::uint64_t seed, std::uint64_t index) {
  std::uint32_t tries = 0;
  return random_board(seed, index, tries);
}

}  // namespace dokumill::boards
