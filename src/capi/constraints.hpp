// Reads the constraints of dokumill/dokumill.h.
#pragma once

#include "dokumill/dokumill.h"
#include "dokumill/puzzles.hpp"
#include "dokumill/status.hpp"

namespace dokumill::capi {

// kUsage for a structure of a wrong size or with a member outside its range. `into` has no
// constraints before the call.
Status read_constraints(const dokumill_constraints* constraints, PuzzleConstraints& into);

}  // namespace dokumill::capi
