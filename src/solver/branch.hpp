// Branching: which candidate of a stalled node the search tries first.
#pragma once

#include "solver/candidates.hpp"

namespace dokumill::solver {

struct Branch {
  int cell;   // 0..80
  int digit;  // 1..9
};

// The search then visits the node with the digit in the cell and the node without it.
// REQUIRES of both: propagate() left the node stalled.

// A candidate of the smallest choice among the cells and, for every digit, the places in a house.
Branch smallest_choice(const Candidates& node);

// The smallest digit of the first cell with two or more candidates: visiting "with" before
// "without" meets the solutions in lexicographical order.
Branch first_in_cell_order(const Candidates& node);

}  // namespace dokumill::solver
