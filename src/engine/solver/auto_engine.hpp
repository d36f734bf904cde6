// The engine "auto": the best lane engine of this processor. But solve() and count() for one puzzle
// start with the scalar search.
//
// A lane engine works on 8 to 32 puzzles at a time and takes as long for one puzzle as for all of
// them. For one puzzle the scalar search is faster, unless the puzzle is hard. So the scalar search
// gets a few guesses, and a puzzle that it has not finished by then goes to the lanes. This choice
// does not change the answers, because all engines give the same answers.
//
// Four guesses make a hard puzzle at most a third slower than with a lane engine alone. A call for
// two puzzles goes directly to the lanes (docs/kernels/one-puzzle.md has the times).
#pragma once

#include <memory>

#include "engine/solver/engine.hpp"

namespace dokumill::solver {

// REQUIRES: `lanes` is not null.
std::unique_ptr<Engine> make_auto_engine(std::unique_ptr<Engine> lanes);

}  // namespace dokumill::solver
