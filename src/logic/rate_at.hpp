// rate_at(): the rating of a puzzle, if it has a given level.
#pragma once

#include <optional>

#include "dokumill/logic.hpp"

namespace dokumill::logic {

// The result of rate() if its level is `level`, else nullopt. It ends when a step needs a technique
// of a higher level, or when singles and locked candidates alone solve a puzzle that should be hard
// or expert. REQUIRES: the puzzle has one solution. Thread safety: pure function.
//
// The first pass takes all singles and locked candidates between two other steps at once, and most
// puzzles of another level end there. The second pass counts every step.
std::optional<Rating> rate_at(const Grid& puzzle, Level level);

// next_step() with singles and locked candidates only.
bool next_single_or_locked(const LogicState& state, Step& step);

// next_step() with the techniques up to the last one in the order of the scale whose level is at
// most `most`. Returns false if they find no step: the next step needs a technique of a higher
// level. REQUIRES: the state is not solved, and next_single_or_locked() finds nothing.
bool next_step_after_locked(const LogicState& state, Level most, Step& step);

}  // namespace dokumill::logic
