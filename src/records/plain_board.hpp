// Boards in the shapes that nearly all grid records have, sixteen bytes at a time: nine rows
// "d d d d d d d d d\n" (162 bytes) or "ddddddddd\n" (90 bytes), or the same with "\r\n".
//
// Whatever is different in any byte is left to the reader of any rows. Thread safety: pure
// functions. Cost: 9 and 8 ns a board (Zen 5); row by row with a table it took 98 and 125 ns.
#pragma once

#include "dokumill/grid.hpp"

namespace dokumill::records {

// Reads the board at the begin of [at, end) and returns the end of its ninth line; nullptr when
// there is something else, and then `grid` is unspecified. `has_other_marks`: not all cells are
// digits or '.'.
const char* read_plain_board(const char* at, const char* end, Grid& grid, bool& has_other_marks);

}  // namespace dokumill::records
