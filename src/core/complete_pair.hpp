// are_both_complete(): is_complete() for two boards at once. With AVX2 it takes half as long a
// board.
//
// Thread safety: pure functions.
#pragma once

#include "dokumill/grid.hpp"

namespace dokumill {

// True if both boards are complete.
bool are_both_complete(const Grid& one, const Grid& other);

}  // namespace dokumill
