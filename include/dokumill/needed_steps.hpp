// Which steps of a path its last step depends on, for hints that leave out all others.
//
// Thread safety: a pure function. Errors: none.
#pragma once

#include <vector>

#include "dokumill/logic.hpp"

namespace dokumill {

// Removes the steps that the last one does not depend on. `steps`: steps that follow each other, for
// example those of next_step() up to the first one that places a digit. The order stays. A step is
// removed only if no later step that stays can depend on what it eliminates, so a few steps may stay
// that are not needed. Time: quadratic in the number of steps.
std::vector<Step> needed_steps(std::vector<Step> steps);

}  // namespace dokumill
