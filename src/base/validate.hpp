// A slow and obvious check of boards, for tests. It shares no code with any solver.
//
// Cost: about a microsecond; no allocation.
#pragma once

#include "dokumill/grid.hpp"

namespace dokumill {

// True if every row, column and box of `board` has each of the digits 1..9 once. The function
// counts each digit in each house.
bool is_solution_slow(const Grid& board);

// True if is_solution_slow(board) and `board` has every given of `puzzle` in the same cell.
bool is_solution_of_slow(const Grid& board, const Grid& puzzle);

}  // namespace dokumill
