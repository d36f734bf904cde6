// Checks constraints before the first try. why_impossible() finds constraints that no puzzle can
// meet, and check_constraints() also those that cannot be combined. why_rare()
// (dokumill/puzzles.hpp) finds constraints that random tries hardly ever meet.
//
// Only what is proved counts as impossible. For example, no minimal puzzle with more than 40 clues
// is known, but that proves nothing.
#pragma once

#include <bitset>
#include <optional>
#include <string>

#include "dokumill/puzzles.hpp"

namespace dokumill::puzzles {

// A set of numbers of clues, 0..81.
using ClueCounts = std::bitset<kCells + 1>;

// The possible numbers of clues of a pattern. A pattern is the set of the cells that have clues.
// Here, it has the given symmetry, and it leaves at least `empty_in_each_box` (0..9) cells of every
// box empty.
ClueCounts pattern_clues(Symmetry symmetry, int empty_in_each_box);

// The reason why no puzzle meets the constraints, or nullopt if a puzzle may exist. REQUIRES: if
// constraints.clues is set, 0 <= fewest <= most <= 81.
std::optional<std::string> why_impossible(const PuzzleConstraints& constraints);

// kUsage if the constraints cannot be combined, have a value outside its range, or are impossible.
Status check_constraints(const PuzzleConstraints& constraints);

}  // namespace dokumill::puzzles
