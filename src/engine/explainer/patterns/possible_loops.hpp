// Possible loops: tests whether a board between two boards could have a unique rectangle or loop
// that removes a candidate.
//
// Let B be a board, and S a later board of the same puzzle. A board C is between S and B if it has
// all candidates of S and only candidates of B. All cells of a loop on C have the two digits of a
// pair as candidates. These cells have both candidates on B, too. We say that a cell *keeps* a
// digit that it has on S: an open cell of S keeps its candidates, and a placed cell of S keeps its
// digit. On C, each cell has at least the digits that it keeps. So a cell with just the pair on C
// keeps no other digit, and a cell of the loop that keeps another digit is an extra cell. We search
// all loops that may exist by the rules of loops.cpp. For each loop, we test whether one of the
// types may remove a candidate of S:
//
//   type 1    One cell is extra, and has a digit of the pair on S.
//   type 2    All extra cells keep the same extra digit, and a cell of S that sees all of them has
//             this digit.
//   type 3    Two cells in a house are extra; together they count as one cell. This cell and some
//             open cells of the house on S may be a naked set: they have at most as many digits as
//             cells. (A cell of the set on C that is placed on S takes one digit out of the set.) A
//             hidden set is the same as a naked set of the other cells.
//   type 4    Two cells in a house are extra. One digit of the pair is kept by no other cell of the
//             house, and one of the two cells has the other digit on S.
//
// No step removes a candidate of the solution, so C has exactly one solution. A loop without an
// extra cell would have two solutions, so a loop on C has at least one extra cell.
#pragma once

#include "engine/explainer/board/board.hpp"

namespace dokumill::explainer {

// Whether a loop on a board between the two boards may remove a candidate of `after`. False means
// that no such loop exists. REQUIRES: the candidates of `after` are a subset of the candidates of
// `before`, and include the candidates of the solution.
bool may_have_loop(const Board& before, const Board& after);

}  // namespace dokumill::explainer
