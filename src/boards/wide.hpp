// The family wide: all images of one base grid, the only automorphism of which is the identity,
// under the symmetries of the rules, among them the relabellings that give one top-left digit.
//
// Board `index`, read as a mixed-radix number, the slowest part first:
//   relabelling p           8!     see below
//   transposition           2      0: the base grid, 1: the base grid mirrored at its main diagonal
//   column arrangement      1,296  in lexicographic order of kArrangement
//   row arrangement         1,296  likewise; the fastest part
// The cell in row i and column j holds the cell in row rows[i], column columns[j] of the base grid
// or of its mirror image, relabelled. Relabelling p gives base digit 1 the first digit D and the
// base digits 2-9 permutation p of the others (lexicographic); then D and the digit that would
// stand top-left change names. Each of the 8! relabellings that put D top-left comes out once: the
// base digit of the top-left cell is x; undo the exchange of D and the name of 1, and p is there
// again.
//
// So 144 boards in a row have one top row, one relabelling and the same nine rows: a row group.
//
// Why all boards are distinct: if two symmetries (a, relabelling s) and (b, relabelling t) took the
// base grid to one board, then a followed by the inverse of b, with a relabelling, would take the
// base grid to itself. A test runs through all 3,359,232 symmetries and finds that only the
// identity does. Hence a = b, and then s = t, since every digit occurs.
#pragma once

#include <cstdint>

#include "boards/row_group.hpp"

namespace dokumill::boards {

inline constexpr std::uint64_t kWideGroupSize = kArrangements / 9;
inline constexpr std::uint64_t kWideGroups = std::uint64_t{40320} * 2 * kArrangements * 9;
inline constexpr std::uint64_t kWideSize = kWideGroups * kWideGroupSize;
static_assert(kWideSize == 135444234240);

// Board 0 of kRandom with seed 0, relabelled so that its first row is 123456789. It is wide board 0
// for first digit 1. Fixed for ever.
Grid wide_base();

// The boards [144 * group, 144 * group + 144). REQUIRES: group < kWideGroups.
RowGroup wide_group(Digit first_digit, std::uint64_t group);

}  // namespace dokumill::boards
