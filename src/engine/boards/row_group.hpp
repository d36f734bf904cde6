// RowGroup: nine rows, and the orders in which they make boards.
//
// The families classic and wide list their boards group by group. The boards of one group have the
// same nine rows and differ only in the order of the rows. So the slow work (relabelling, printing,
// checking) is done once per group, and making a board means copying nine rows.
//
// Thread safety: a RowGroup is a plain value that refers to a constant table. No allocation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "dokumill/grid.hpp"

namespace dokumill::boards {

// For each row of a board, from the top: the number 0..8 of a row of the group. The three rows of a
// band of the group are also in one band of the board.
using RowOrder = std::array<std::uint8_t, 9>;

struct RowGroup {
  Grid rows;                         // itself a complete and valid board
  std::span<const RowOrder> orders;  // one for each board, all different
};

inline Grid arrange_rows(const Grid& rows, const RowOrder& order) {
  Grid board;
  for (int row = 0; row < 9; ++row) {
    std::copy_n(rows.cells.begin() + 9 * order[row], 9, board.cells.begin() + 9 * row);
  }
  return board;
}

// The 1,296 orders of nine things that keep {0,1,2}, {3,4,5} and {6,7,8} together, in lexicographic
// order. The things are rows (in bands) or columns (in stacks).
inline constexpr unsigned kArrangements = 1296;
extern const std::array<RowOrder, kArrangements> kArrangement;

}  // namespace dokumill::boards
