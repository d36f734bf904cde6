// canonize_board(): the canonical form of a complete board. Unlike other grids, a complete board
// does not need a RowSearch, because the first row of its form is 123456789, and at most 648 maps
// can give the smallest second row.
//
// No allocation; about 9 KiB of stack.
#pragma once

#include "dokumill/canon.hpp"

namespace dokumill::canon {

// REQUIRES: is_complete(board).
Canonical canonize_board(const Grid& board);

}  // namespace dokumill::canon
