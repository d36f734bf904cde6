// Branching: for a stalled node, chooses the candidate that the search tries first.
#pragma once

#include "engine/solver/candidates.hpp"

namespace dokumill::solver {

struct Branch {
  int cell;   // 0..80
  int digit;  // 1..9
};

// Both functions return the candidate to branch on. The search visits the node with the digit in
// the cell first, then the node without this candidate. REQUIRES: propagate() left the node
// stalled.

// A choice is an open cell with its candidates, or a digit with its two or more places in a house.
// The options of a choice are these candidates or these places. Returns a candidate from a choice
// with the fewest options.
Branch smallest_choice(const Candidates& node);

// The smallest candidate of the first cell with two or more candidates. With this choice the search
// finds the solutions in lexicographical order.
Branch first_in_cell_order(const Candidates& node);

}  // namespace dokumill::solver
