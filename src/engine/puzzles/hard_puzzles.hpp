// 256 hard puzzles of our own. They are stored because finding them takes minutes.
//
// Each puzzle is minimal and has one solution. A hill climb (`make_puzzles climb 256 1`,
// bench/hard_puzzles.hpp) searched for puzzles that take as many guesses as possible.
#pragma once

#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::puzzles {

// Returns all 256 puzzles.
std::vector<Grid> hard_puzzles();

}  // namespace dokumill::puzzles
