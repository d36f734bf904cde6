// 256 hard puzzles of our own. They are stored because finding them takes minutes.
//
// Each is minimal, has one solution, and takes as many guesses as a hill climb could find
// (`make_puzzles climb 256 1`, bench/hard_puzzles.hpp).
//
// Thread safety: pure function.
#pragma once

#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::puzzles {

// Returns all 256 puzzles.
std::vector<Grid> hard_puzzles();

}  // namespace dokumill::puzzles
