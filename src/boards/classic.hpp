// The family classic: boards made from the permutations of one row.
//
// Source row 1 is the first digit and a permutation of the other eight; source rows 2-9 are source
// row 1 shifted left by 3, 6, 1, 4, 7, 2, 5, 8 places. A board has source row 1 on top, then source
// rows 2, 3 in one of 2 orders, 4, 5, 6 in one of 6 and 7, 8, 9 in one of 6.
//
// Index: permutation of the other digits (lexicographic, slowest), then the order of the rows
// (lexicographic, the last three rows fastest). 8! x 2 x 6 x 6 = 2,903,040.
//
// Why the boards are valid: shifts by 0, 3, 6 put three different stacks of source row 1 above each
// other, so the boxes of the first band are complete; the other bands are the first one shifted by
// 1 and by 2. The nine shifts are all different, so the columns are complete. Why they are
// distinct: a board's first row tells the permutation, and the rows below it (all different) tell
// the order.
#pragma once

#include <cstdint>

#include "boards/row_group.hpp"

namespace dokumill::boards {

inline constexpr std::uint64_t kClassicGroupSize = 72;
inline constexpr std::uint64_t kClassicGroups = 40320;
inline constexpr std::uint64_t kClassicSize = kClassicGroups * kClassicGroupSize;
static_assert(kClassicSize == 2903040);

// The boards [72 * group, 72 * group + 72). REQUIRES: group < kClassicGroups.
RowGroup classic_group(Digit first_digit, std::uint64_t group);

}  // namespace dokumill::boards
