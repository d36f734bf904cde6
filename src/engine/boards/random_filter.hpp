// may_give_board(): finds out quickly whether a try for a random board succeeds.
//
// Nine tries of ten fail (random_boards.hpp), most of them at the last step. With AVX2, the answer
// takes a quarter of the time that the try takes, because it needs only the rows and columns of the
// digits and not the boxes. Without AVX2, the answer is always true.
#pragma once

#include "engine/boards/random_choices.hpp"

namespace dokumill::boards {

// With AVX2, returns whether the try with these choices succeeds. Without AVX2, returns true.
bool may_give_board(const BoardChoices& choices);

}  // namespace dokumill::boards
