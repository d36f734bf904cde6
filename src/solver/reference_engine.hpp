// The reference engine: solves one puzzle at a time by backtracking on bitmasks. It runs on every
// processor, and the faster engines are tested against it.
//
// Cost per puzzle, including the search for a second solution (one thread, Zen 5 at 2.6 GHz
// nominal, GCC 12 -O3, SSE2):
//
//                            time     guesses
//   easy, 33 clues           0.9 us    0
//   17 clues, all 49,151     2.6 us    0.58
//   hardest, 9,754          73 us     69
//   several solutions        4.3 us    7.5    including the search for the smallest solution
//
// The worst of 3,000,000 hostile puzzles took 14,477 guesses and 11 ms. Some of the hostile puzzles
// have few clues, clues of few digits or clues in few rows. The rest are minimal puzzles and
// 17-clue puzzles with clues removed or changed. The empty grid takes 0.05 ms. tests/regression has
// the worst puzzles.
//
// Memory: 15 KB, allocated with the engine. Stack: about a kilobyte.
#pragma once

#include <memory>
#include <string_view>

#include "solver/engine.hpp"

namespace dokumill::solver {

inline constexpr std::string_view kReferenceEngineName = "reference";

std::unique_ptr<Engine> make_reference_engine();

}  // namespace dokumill::solver
