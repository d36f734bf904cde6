// The reference engine: one puzzle at a time, bitmask backtracking; the engine that runs everywhere
// and the judge of the faster ones.
//
// Cost, one thread, Zen 5 (2.6 GHz nominal), GCC 12 -O3, SSE2, a second solution always searched
// for:
//   easy, 33 clues           0.9 us, 0    guesses a puzzle
//   17 clues, all 49,151     2.6 us, 0.58
//   hardest, 9,754            73 us, 69
//   several solutions        4.3 us, 7.5, the smallest solution included
// Worst of 3,000,000 hostile lines (few clues, digits or rows; minimal and 17-clue puzzles with
// clues taken away or changed): 14,477 guesses, 11 ms; the empty grid 0.05 ms. tests/regression
// keeps the worst. Memory: 15 KB, allocated with the engine. Stack: about a kilobyte.
#pragma once

#include <memory>
#include <string_view>

#include "solver/engine.hpp"

namespace dokumill::solver {

inline constexpr std::string_view kReferenceEngineName = "reference";

std::unique_ptr<Engine> make_reference_engine();

}  // namespace dokumill::solver
