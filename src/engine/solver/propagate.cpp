#include "engine/solver/propagate.hpp"

namespace dokumill::solver {
namespace {

constexpr std::uint32_t kFirstRow = 0777;

// A minirow is represented by the bit of its first cell: bit 0, 3 or 6 of one of the three rows. In
// octal, each digit is one minirow, so 0100'010'001 is the main diagonal: row 0 box 0, row 1 box 1,
// row 2 box 2.
constexpr std::uint32_t kMinirows = 0111'111'111;

// All three cells of each minirow in the argument.
inline Bands widen_minirows(Bands minirows) {
  return (minirows << 3) - minirows;
}

// All three cells of each column in the argument. A column is represented by its bit in the first
// row.
inline Bands widen_columns(Bands columns) {
  return columns | columns << 9 | columns << 18;
}

inline Bands columns_of(Bands cells) {
  return (cells | cells >> 9 | cells >> 18) & kFirstRow;
}

// Row r of the result is row r + 1 (or r + 2) of the argument, cyclically. Bits 27 and above of the
// result are undefined, so the caller must mask them.
inline Bands rows_from_1(Bands cells) {
  return cells >> 9 | cells << 18;
}
inline Bands rows_from_2(Bands cells) {
  return cells >> 18 | cells << 9;
}

// Band b of the result is band b + 1 (or b + 2) of the argument, cyclically.
inline Bands bands_from_1(Bands bands) {
  return __builtin_shufflevector(bands, bands, 1, 2, 0, 3);
}
inline Bands bands_from_2(Bands bands) {
  return __builtin_shufflevector(bands, bands, 2, 0, 1, 3);
}

// All cells of every box in which a bit is set.
inline Bands boxes_of(Bands cells) {
  Bands boxes = columns_of(cells);
  boxes = (boxes | boxes >> 1 | boxes >> 2) & (kMinirows & kFirstRow);
  return widen_columns(widen_minirows(boxes));
}

// Keeps the minirows that lie on a possible trio. A trio consists of three minirows (see
// propagate.hpp). It is possible if each of the three has a place for the digit. An example, where
// x is a minirow with a place for the digit:
//
//   boxes   0 1 2
//   row 0   x x .     Rows 0 and 1 use up boxes 0 and 1, so row 2 must take box 2. Two trios
//   row 1   x x .     remain: the boxes of rows 0, 1 and 2 are 0, 1, 2 or 1, 0, 2. The two x on
//   row 2   x x x     the left of row 2 lie on neither of them, so they are removed.
//
// The minirow (r, k), in row r and box k, lies on two of the six trios, one of each cyclic
// direction. The other two minirows of one trio are (r+1, k+1) and (r+2, k+2). The other two
// minirows of the second trio are (r+1, k+2) and (r+2, k+1). These numbers are modulo 3.
inline Bands minirows_on_trios(Bands minirows) {
  const Bands box_before = (minirows << 3 & 0110'110'110U) | (minirows >> 6 & 0001'001'001U);
  const Bands box_after = (minirows << 6 & 0100'100'100U) | (minirows >> 3 & 0011'011'011U);
  return minirows & ((rows_from_1(box_after) & rows_from_2(box_before)) |
                     (rows_from_1(box_before) & rows_from_2(box_after)));
}

// In each stack, keeps the columns that lie on a possible trio. The bands take the
// role of the rows, and the three columns of a stack take the role of the boxes. Bits 0..8 are the
// columns.
inline Bands columns_on_trios(Bands columns) {
  const Bands column_before = (columns << 1 & 0666U) | (columns >> 2 & 0111U);
  const Bands column_after = (columns << 2 & 0444U) | (columns >> 1 & 0333U);
  return columns & ((bands_from_1(column_after) & bands_from_2(column_before)) |
                    (bands_from_1(column_before) & bands_from_2(column_after)));
}

// Steps 2 to 4 of propagate.hpp. Removes places from `cells`, the places of one digit, and returns
// the places that are alone in their box. After the removals, a minirow is alone in its box if and
// only if it is alone in its row. A column is alone in its box if and only if it has no place in
// the other two bands. So a returned cell is the only place of the digit in its row, in its column
// and in its box.
inline Bands close_digit(Bands& cells) {
  const Bands minirows = minirows_on_trios((cells | cells >> 1 | cells >> 2) & kMinirows);
  const Bands lone_minirows = minirows & ~(rows_from_1(minirows) | rows_from_2(minirows));
  cells &= widen_minirows(minirows);
  const Bands columns = columns_on_trios(columns_of(cells));
  const Bands lone_columns = columns & ~(bands_from_1(columns) | bands_from_2(columns));
  cells &= widen_columns(columns);
  return cells & widen_minirows(lone_minirows) & widen_columns(lone_columns);
}

}  // namespace

// Why the verdicts are right. A cell is a lone place of a digit (`lone`) if the digit has no other
// place in the cell's row, column and box. The digit has then taken this cell. A sweep removes all
// other digits from the cells that were taken by the end of the previous sweep (`taken`). From
// cells that are taken during this sweep, the next sweep removes them. So the order of the digits
// does not matter.
// - Dead: a cell has no candidate, a digit has no place in a band, two digits have a lone place in
//   the same cell, or a cell with one candidate (a naked single) is not a lone place of this digit.
// - Solved: the lone places of all digits cover all cells, and no cell twice. No two lone places of
//   a digit share a house, so each digit has at most nine lone places. All digits together have 81,
//   so each digit has exactly nine.
// - Stalled: the last sweep removed no candidate and took no cell. If it had taken a cell, another
//   sweep would first have to remove the other digits from this cell.
//
// docs/kernels/one-puzzle.md has what did not help.
Verdict propagate(Candidates& node) {
  Bands lone[kDigits];  // the places of a digit that are alone in their houses
  // The places that the digit lost in the last sweep that called close_digit() for it. At first:
  // all cells if the digit was touched, otherwise none.
  Bands changed[kDigits];
  for (int d = 0; d < kDigits; ++d) {
    lone[d] = node.places[d] & node.solved;
    changed[d] = (node.touched >> d & 1U) != 0 ? kAllCells : Bands{};
  }
  Bands taken = node.solved;
  for (;;) {
    Bands one = node.places[0];
    Bands two{};
    for (int d = 1; d < kDigits; ++d) {
      two |= one & node.places[d];
      one |= node.places[d];
    }
    const Bands naked = one & ~two;
    Bands dead = one ^ kAllCells;
    Bands any_change{};
    Bands now_taken{};
    for (int d = 0; d < kDigits; ++d) {
      const Bands before = node.places[d];
      Bands cells = before & (~taken | lone[d]);
      const Bands singles = cells & naked;
      if (any((cells ^ before) | (singles & ~lone[d]) | changed[d])) {
        cells &= singles | ~boxes_of(singles);
        lone[d] = close_digit(cells);
        dead |= (singles & ~lone[d]) | (reinterpret_cast<Bands>(cells == Bands{}) & kAllCells);
        changed[d] = cells ^ before;
        any_change |= changed[d];
        node.places[d] = cells;
      }
      dead |= now_taken & lone[d];
      now_taken |= lone[d];
    }
    if (any(dead)) return Verdict::kDead;
    if (!any(now_taken ^ kAllCells)) return Verdict::kSolved;
    if (!any(any_change | (now_taken ^ taken))) {
      node.solved = now_taken;
      node.touched = 0;
      return Verdict::kStalled;
    }
    taken = now_taken;
  }
}

}  // namespace dokumill::solver
