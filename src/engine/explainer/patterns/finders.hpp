// The finders of the rating. Each finds the step of its technique that Sudoku Explainer would
// take first, or returns false. rater.cpp calls them in the order of the scale.
//
// A finder gets a hint without placement and removals. If it returns false, the hint still has no
// placement and no removals. The behaviour comes from the public source code of two programs:
// Sudoku Explainer 1.2.1 (N. Juillerat, 2006-2007), and its successor SukakuExplainer (M. Dobrichev
// and others). The tests expect the results of SukakuExplainer.
// Thread safety: pure functions, except for the memory in their arguments.
#pragma once

#include "engine/explainer/board/hint.hpp"

namespace dokumill::explainer {

// direct.cpp: steps that place a digit without pencil marks
bool find_hidden_single(const Board& board, Hint& hint);
// The same, for a board whose houses with a single are known: those in which some digit has exactly
// one place, as bits. REQUIRES: there is such a house. Returns true.
bool take_hidden_single(const Board& board, std::uint32_t houses, Hint& hint);
bool find_direct_locking(const Board& board, Hint& hint);
bool find_direct_hidden_set(const Board& board, int size, Hint& hint);
bool find_naked_single(const Board& board, Hint& hint);
// subsets.cpp
bool find_locking(const Board& board, Hint& hint);
bool find_naked_set(const Board& board, int size, Hint& hint);
bool find_hidden_set(const Board& board, int size, Hint& hint);
bool find_fish(const Board& board, int size, Hint& hint);
// `pivot_candidates`: the number of candidates of the pivot
bool find_wing(const Board& board, int pivot_candidates, Hint& hint);
// loops.cpp
bool find_unique_loop(const Board& board, Hint& hint);
// bug.cpp
bool find_bug(const Board& board, Hint& hint);
// Considers all boards that have at least the candidates of `after`. Returns false if certainly
// none of these boards has a BUG, and true if one of them may have a BUG.
bool may_have_bug(const Board& after);
// aligned.cpp
bool find_aligned_exclusion(const Board& board, int size, Hint& hint);
// The same as find_aligned_exclusion(), without the fast test before the search. For tests.
bool search_aligned_exclusion(const Board& board, int size, Hint& hint);

}  // namespace dokumill::explainer
