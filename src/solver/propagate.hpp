// Propagation: singles and locked candidates, swept over the digits until nothing changes.
//
// What a sweep does for one digit, for all boxes at once and without a branch or a table:
//   1. cells taken by another digit go; a naked single empties the rest of its box;
//   2. the digit's minirows in a band must lie on one of the six permutation patterns (one minirow
//      in each row and in each box); minirows on no pattern go. That is every hidden single of a
//      row or box at the level of minirows, and locked candidates in rows, both ways;
//   3. the same for columns: in a stack the digit's columns must be a permutation over the three
//      bands;
//   4. a cell whose minirow and column are alone in their box is the digit's place: it is taken.
// The permutation patterns come from tdoku (T. Dillon, 2019), the closure of minirows in a band
// from the shrink tables of the JCZSolve family (zhouyundong, champagne, JasonLion, 2012).
// Computing both with rotations instead of tables, and all three bands in one vector, is ours.
//
// Thread safety: pure function. Cost: about 100 vector operations a changed digit, 0.12 us a sweep
// (Zen 5 at 2.6 GHz nominal, SSE2, GCC 12), 5 sweeps for an easy puzzle; about 500 bytes of stack.
#pragma once

#include "solver/candidates.hpp"

namespace dokumill::solver {

enum class Verdict {
  kDead,     // no solution below this node
  kSolved,   // every cell has one candidate and the board obeys all rules
  kStalled,  // neither; some cell has two or more candidates
};

// Removes candidates that cannot be part of a solution of `node`; on kStalled records in the node
// that it was propagated. When the verdict is kDead the contents of `node` are unspecified.
Verdict propagate(Candidates& node);

}  // namespace dokumill::solver
