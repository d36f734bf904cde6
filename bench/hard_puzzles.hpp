// Hard puzzles by hill climbing.
//
// The climb to puzzle i starts at sample puzzle i. A step removes two clues, adds five other clues
// of the solution, and then removes the clues that are not needed, in a random order. The result
// replaces the puzzle if it takes at least as many guesses. (Collectors of hard puzzles search near
// known ones in the same way.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::bench {

// Returns `count` minimal puzzles. They stay the same only as long as the guesses of the engines
// stay the same. So the set for comparisons over time is stored in
// src/engine/puzzles/hard_puzzles.cpp. REQUIRES: count <= puzzles::kSampleBases. Cost: 0.6 s per
// puzzle.
std::vector<Grid> make_hard_puzzles(std::uint64_t seed, std::size_t count);

}  // namespace dokumill::bench
