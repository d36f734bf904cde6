// rate_at(): the rating of a puzzle, if it has a given level.
#pragma once

#include <optional>

#include "dokumill/logic.hpp"

namespace dokumill::logic {

// The result of rate() if its level is `level`, else nullopt. It ends when a step needs a technique
// of a higher level, or when singles and locked candidates alone solve a puzzle that should be hard
// or expert. REQUIRES: the puzzle has one solution. Thread safety: pure function.
std::optional<Rating> rate_at(const Grid& puzzle, Level level);

// next_step() with the techniques up to the last one in the order of the scale whose level is at
// most `most`. Returns false if they find none; unless the puzzle is then solved, the next step
// needs a technique of a higher level.
bool next_step_up_to(const LogicState& state, Level most, Step& step);

}  // namespace dokumill::logic
