// Hard puzzles by hill climbing.
//
// Each puzzle starts as the sample puzzle of its number and climbs: two clues go, five others of
// the solution come, clues that are not needed go in a random order, and the result stays if it
// takes no fewer guesses. (Collectors of hard puzzles search the vicinity of known ones like this.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::bench {

// Minimal puzzles with one solution. The same ones again only while the engines' guesses stay as
// they are, so a set to be compared over time is kept in src/puzzles/hard_puzzles.cpp.
// REQUIRES: count <= puzzles::kSampleBases. Cost: 0.6 s a puzzle.
std::vector<Grid> make_hard_puzzles(std::uint64_t seed, std::size_t count);

}  // namespace dokumill::bench
