// The family classic: boards made from the permutations of one row.
//
// Source row 1 begins with BoardSource::first_digit, and a permutation of the other eight digits
// follows. Source rows 2-9 are source row 1 shifted left by 3, 6, 1, 4, 7, 2, 5, 8 places. A board
// has source row 1 on top, then source rows 2 and 3 in one of 2 orders, then 4, 5, 6 in one of 6
// orders, then 7, 8, 9 in one of 6 orders.
//
// Index: the boards with the same source row 1 follow each other. The permutations in source row 1
// are in lexicographic order. Among the boards with the same source row 1, the orders of the rows
// are in lexicographic order, so the last three rows change fastest. There are
// 8! x 2 x 6 x 6 = 2,903,040 boards.
//
// Why the boards are valid: shifts by 0, 3 and 6 put the three minirows of source row 1 one above
// another, so the boxes of the first band are complete. The other bands are the first band shifted
// by 1 and by 2. All nine shifts are different, so the columns are complete.
//
// Why the boards are distinct: the first row of a board determines the permutation, and the rows
// below it, which are all different, determine the order.
#pragma once

#include <cstdint>

#include "engine/boards/row_group.hpp"

namespace dokumill::boards {

inline constexpr std::uint64_t kClassicGroupSize = 72;
inline constexpr std::uint64_t kClassicGroups = 40320;
inline constexpr std::uint64_t kClassicSize = kClassicGroups * kClassicGroupSize;
static_assert(kClassicSize == 2903040);

// The boards [72 * group, 72 * group + 72). REQUIRES: group < kClassicGroups.
RowGroup classic_group(Digit first_digit, std::uint64_t group);

}  // namespace dokumill::boards
