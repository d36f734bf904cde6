// Where a range of boards of the families classic, wide and sequence lies in their row groups.
#pragma once

#include <cstdint>

#include "boards/row_group.hpp"
#include "dokumill/boards.hpp"

namespace dokumill::boards {

// The boards from `start` on that lie in one row group, `limit` at most: that group with its orders
// cut to these boards, at least one. REQUIRES: limit >= 1, start < family_size(source.family), the
// family is not kRandom.
RowGroup row_group_at(const BoardSource& source, std::uint64_t start, std::uint64_t limit);

}  // namespace dokumill::boards
