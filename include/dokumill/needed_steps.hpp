// Finds, in a sequence of solving steps, those that the last step depends on. A hint can leave out
// all other steps.
//
// Errors: none.
#pragma once

#include <vector>

#include "dokumill/explainer.hpp"

namespace dokumill {

// Removes the steps that the last step does not depend on, and returns the other steps in the same
// order. `steps`: consecutive steps, for example those of an Explainer up to the first one that
// places a digit. REQUIRES: no step before the last one places a digit. A step is removed only if
// no later step that is kept can depend on the candidates that the removed step eliminates. So the
// result may contain a few steps that are not needed. Time: quadratic in the number of steps.
std::vector<Step> needed_steps(std::vector<Step> steps);

}  // namespace dokumill
