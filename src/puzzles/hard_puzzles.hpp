// Hard puzzles of our own, kept because finding them takes minutes: minimal, one solution each, and
// as many guesses as a climb found (`make_puzzles climb 256 1`, bench/hard_puzzles.hpp).
//
// Thread safety: pure function.
#pragma once

#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::puzzles {

// All 256 of them.
std::vector<Grid> hard_puzzles();

}  // namespace dokumill::puzzles
