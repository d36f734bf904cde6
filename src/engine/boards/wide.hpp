// The family wide: the images of one base grid under the symmetries of the grid. The only
// automorphism of the base grid is the identity. The family uses only the relabellings that put the
// first digit (BoardSource::first_digit) at the top left.
//
// The parts of a board's index, as a mixed-radix number, the slowest part first:
//   relabelling p           8!     see below
//   transposition           2      0: the base grid, 1: the base grid mirrored at its main diagonal
//   column arrangement      1,296  in lexicographic order of kArrangement
//   row arrangement         1,296  likewise; the fastest part
// The arrangements are the arrays `columns` and `rows`. The cell in row i and column j has the
// relabelled digit of the cell in row rows[i] and column columns[j] of the base grid, or of its
// mirror image.
//
// Relabelling p maps base digit 1 to the first digit D, and the base digits 2-9 to permutation p of
// the other digits (lexicographic). Then base digit 1 and the base digit of the top-left cell
// exchange their new names, so D is at the top left. In this way, each of the 8! relabellings that
// put D at the top left occurs exactly once. The reason: if you exchange the new names of these two
// base digits again, you get p back.
//
// The boards 144 n to 144 n + 143 differ only in the row arrangement, and these arrangements have
// the same top row. So the boards have the same top row, the same relabelling and the same nine
// rows: they are a row group.
//
// Why all boards are distinct: let a and b be symmetries of the cells. Suppose that a with
// relabelling s, and b with relabelling t, map the base grid to the same board. Then a followed by
// the inverse of b, with some relabelling, maps the base grid to itself. A test goes through all
// 3,359,232 symmetries of the cells. It finds that only the identity maps the base grid to itself,
// whatever the relabelling. Hence a = b. Then s = t, because every digit occurs in the grid.
#pragma once

#include <cstdint>

#include "engine/boards/row_group.hpp"

namespace dokumill::boards {

inline constexpr std::uint64_t kWideGroupSize = kArrangements / 9;
inline constexpr std::uint64_t kWideGroups = std::uint64_t{40320} * 2 * kArrangements * 9;
inline constexpr std::uint64_t kWideSize = kWideGroups * kWideGroupSize;
static_assert(kWideSize == 135444234240);

// The base grid: board 0 of kRandom with seed 0, relabelled so that its first row is 123456789. It
// is wide board 0 for first digit 1. It must never change.
Grid wide_base();

// The boards [144 * group, 144 * group + 144). REQUIRES: group < kWideGroups.
RowGroup wide_group(Digit first_digit, std::uint64_t group);

}  // namespace dokumill::boards
