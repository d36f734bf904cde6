// Constraints that no puzzle can meet, found before the first try; and those that random tries
// hardly ever meet.
//
// Only what is proved is called impossible. That no minimal puzzle with more than 40 clues is known
// proves nothing, for example.
//
// Thread safety: pure functions.
#pragma once

#include <bitset>
#include <optional>
#include <string>

#include "dokumill/puzzles.hpp"

namespace dokumill::puzzles {

// A set of numbers of clues, 0..81.
using ClueCounts = std::bitset<kCells + 1>;

// The numbers of clues of all patterns with this symmetry that leave at least `empty_in_each_box`
// cells (0..9) of every box empty.
ClueCounts pattern_clues(Symmetry symmetry, int empty_in_each_box);

// The reason why no puzzle meets the constraints; none if one may. REQUIRES: a range, if there is
// one, with 0 <= fewest <= most <= 81.
std::optional<std::string> why_impossible(const PuzzleWishes& wishes);

}  // namespace dokumill::puzzles
