// The engine "auto": the best lane engine of this processor. But solve() and count() for one puzzle
// start with the scalar search.
//
// A lane engine works on 8 to 32 puzzles at a time and takes as long for one puzzle as for all of
// them. For one puzzle the scalar search is faster, unless the puzzle is hard. So the scalar search
// gets a few guesses, and a puzzle that it has not finished by then goes to the lanes. This choice
// does not change the answers, because all engines give the same answers.
//
// Time in microseconds of a call for one puzzle (Zen 4, GCC 12, real-time priority, 512 puzzles per
// set, best of 7; easy puzzles have 33 clues):
//
//                     easy   minimal   hard   several   no solution
//   avx512            2.19     5.04    12.0     13.3       1.35
//   reference         0.82     2.49    22.6      6.5       0.53
//   auto, 4 guesses   0.82     2.57    15.9     13.8       0.52
//   auto, 16 guesses  0.98     2.36    23.1      7.4       0.46
//
// Four guesses make a hard puzzle at most a third slower than with avx512 alone. A call for two
// puzzles goes directly to the lanes. For such a call, the lanes take 1.27, 3.10, 8.3, 11.3 and
// 0.71 us per puzzle (in the order of the columns of the table). The scalar search would be a third
// faster for easy puzzles and three times slower for hard ones. In calls for three or more puzzles,
// the lanes are faster for all sets except the easy one.
#pragma once

#include <memory>

#include "solver/engine.hpp"

namespace dokumill::solver {

// REQUIRES: `lanes` is not null.
std::unique_ptr<Engine> make_auto_engine(std::unique_ptr<Engine> lanes);

}  // namespace dokumill::solver
