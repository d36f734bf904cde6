// rate_at(): the rating of a puzzle, if the puzzle has a given level.
#pragma once

#include <optional>

#include "dokumill/logic.hpp"

namespace dokumill::logic {

// Returns the same rating as rate() if the level of this rating is `level`, otherwise nullopt. The
// function ends early if a step needs a technique of a higher level. It also ends early if `level`
// is hard or expert, and singles and locked candidates alone solve the puzzle. REQUIRES: the puzzle
// has one solution. Thread safety: pure function.
//
// The function makes two passes. The first pass rejects most puzzles whose level is not `level`.
// Before each step of another technique, the first pass applies all singles and locked candidates
// at once. The second pass counts every step.
std::optional<Rating> rate_at(const Grid& puzzle, Level level);

// Like next_step(), but tries only singles and locked candidates.
bool next_single_or_locked(const LogicState& state, Step& step);

// Like next_step(), but tries only techniques that come after locked candidates in the table, up to
// the last technique whose level is at most `most`. Returns false if none of these techniques finds
// a step; then the next step needs a technique of a higher level. REQUIRES: the state is not
// solved, and next_single_or_locked() finds nothing.
bool next_step_after_locked(const LogicState& state, Level most, Step& step);

}  // namespace dokumill::logic
