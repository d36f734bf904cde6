// row_group_at(): finds the row group of a board number in the families classic, wide and sequence.
#pragma once

#include <cstdint>

#include "boards/row_group.hpp"
#include "dokumill/boards.hpp"

namespace dokumill::boards {

// Returns the row group of board `start`. Its orders are limited to the boards from `start` to the
// end of the group, at most `limit` boards and at least one. REQUIRES: limit >= 1, start <
// family_size(source.family), the family is not kRandom.
RowGroup row_group_at(const BoardSource& source, std::uint64_t start, std::uint64_t limit);

}  // namespace dokumill::boards
