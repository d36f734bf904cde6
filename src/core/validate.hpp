// The slow, obvious judge of boards, for tests and for the check of templates; it shares nothing
// with any solver.
//
// Thread safety: pure functions. Cost: about a microsecond; no allocation.
#pragma once

#include "dokumill/grid.hpp"

namespace dokumill {

// True if `board` has the digits 1..9 in every row, column and box, checked by counting each digit
// in each house.
bool is_solution_slow(const Grid& board);

// is_solution_slow, and every given of `puzzle` stands at its place.
bool is_solution_of_slow(const Grid& board, const Grid& puzzle);

}  // namespace dokumill
