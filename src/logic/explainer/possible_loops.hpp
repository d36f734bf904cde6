// Possible loops: whether a unique rectangle or loop could exist between two boards.
//
// A board C between S and B has all candidates of S, and only candidates of B. A loop on C has only
// cells with both digits of its pair on B. What a cell keeps is its candidates on S, or its digit
// if it is placed there; each cell has at least these on C. So a cell with just the pair on C keeps
// nothing else, and a cell that keeps something else is an extra cell of the loop. All loops that
// may exist are searched by the rules of loops.cpp, and for each of them, the types that may remove
// a candidate of S:
//
//   type 1    One cell is extra, and has a digit of the pair on S.
//   type 2    All extra cells keep the same extra digit, and a cell of S that sees all of them has
//             this digit.
//   type 3    Two cells in a house are extra. Some open cells of this house on S, together with the
//             two cells as one, may be a naked set: they have at most as many digits as there are
//             cells. Cells of the set that are placed on S take one digit each with them. A hidden
//             set is a naked set of the other cells.
//   type 4    Two cells in a house are extra. No other cell of the house keeps one digit of the
//             pair, and one of the two cells has the other digit on S.
//
// A step removes no candidate of the solution, so a loop has at least one extra cell.
//
// Thread safety: pure functions.
#pragma once

#include "logic/explainer/board.hpp"

namespace dokumill::logic::explainer {

// Whether a loop on a board between the two may remove a candidate of `after`. False is certain.
// REQUIRES: `after` has a subset of the candidates of `before`, and those of the solution.
bool may_have_loop(const Board& before, const Board& after);

}  // namespace dokumill::logic::explainer
