// RowGroup: nine rows, and the orders in which they make boards.
//
// The families classic and wide list their boards group by group: within one group the boards have
// the same nine rows and differ in the order of the rows only. What is costly (a relabelling, text,
// a check) is then done once a group, and a board is nine copies of a row.
//
// Thread safety: values that refer to constants. No allocation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "dokumill/grid.hpp"

namespace dokumill::boards {

// For each row of a board, from the top, the number 0..8 of the row of the group that stands there.
// Rows of one band stay in one band.
using RowOrder = std::array<std::uint8_t, 9>;

struct RowGroup {
  Grid rows;                         // complete and valid as it stands
  std::span<const RowOrder> orders;  // one a board, all different
};

inline Grid arrange_rows(const Grid& rows, const RowOrder& order) {
  Grid board;
  for (int row = 0; row < 9; ++row) {
    std::copy_n(rows.cells.begin() + 9 * order[row], 9, board.cells.begin() + 9 * row);
  }
  return board;
}

// The 1,296 orders of nine things that keep {0,1,2}, {3,4,5} and {6,7,8} together, in lexicographic
// order. Things may be rows in their bands or columns in their stacks.
inline constexpr unsigned kArrangements = 1296;
extern const std::array<RowOrder, kArrangements> kArrangement;

}  // namespace dokumill::boards
