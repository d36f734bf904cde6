// AnyChain: tests whether a board has a forcing chain or cycle at all, without its length.
//
// Nested forcing chains search chains on thousands of boards, and most of these boards have none:
// of 15,012 boards in the ratings of four of the hardest puzzles, 12,138 have no chain or cycle.
//
// If a candidate is true, other candidates are true that follow in one step, through one false
// candidate. The closure of these steps shows what follows in any number of steps. A chain that
// refutes R exists exactly if R leads to a true candidate that excludes R. A chain that proves S
// exists exactly if S, being false, leads to S. If a cycle removes R, a chain refutes R (see
// static_chains.hpp).
#pragma once

#include "engine/explainer/board/board.hpp"
#include "engine/explainer/chains/links.hpp"

namespace dokumill::explainer {

// False means that the board certainly has no chain or cycle that removes a candidate. `links` has
// all links of the board. If more than 64 candidates have partners, the result is true.
bool may_have_chain(const Board& board, const Links& links);

}  // namespace dokumill::explainer
