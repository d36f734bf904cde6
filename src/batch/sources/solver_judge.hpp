// The judge of the importer: the solver, which knows right readings of a text from wrong ones.
#pragma once

#include <functional>

#include "formats/import/board_judge.hpp"

namespace dokumill::batch {

// Makes a judge with a solver of its own. One thread at a time may use it. Cost: about a
// microsecond for each board.
// If `should_stop` returns true, the judge ends at once, and what it says then is of no use.
records::BoardJudge solver_judge(std::function<bool()> should_stop = {});

}  // namespace dokumill::batch
