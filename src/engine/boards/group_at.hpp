// row_group_at(): finds the row group of a board number in the families classic, wide and sequence.
#pragma once

#include <cstdint>

#include "dokumill/boards.hpp"
#include "engine/boards/row_group.hpp"

namespace dokumill::boards {

// Returns the row group of board `start`, but without the orders of the boards before `start`. The
// result has at least one order, and at most `limit` orders. REQUIRES: limit >= 1,
// start < family_size(source.family), the family is not kRandom.
RowGroup row_group_at(const BoardSource& source, std::uint64_t start, std::uint64_t limit);

}  // namespace dokumill::boards
