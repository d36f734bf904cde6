// Shortcut: finds out where the exact path leads without taking its steps one by one. The exact
// path is the sequence of the steps that Sudoku Explainer takes.
//
// From a board B of the exact path, the shortcut takes steps of Basics and forcing chains, many at
// once and the easiest ones first. Let L be a score. Let S be the board that the shortcut reaches
// when no step of these two kinds with a score of at most L is left. In what follows, a board is
// the set of its candidates. A board is between S and B if it contains S and is a subset of B.
// Then:
//
//   1. As long as the exact path has not reached a subset of S, its steps have at most the score L.
//      So if S is the solution, no step above L follows.
//   2. If no step on a board between S and B removes a candidate of S, the exact path reaches S. So
//      the rating can continue from S.
//
// Why 1. Each board of the exact path from B on has all candidates of the solution, and only
// candidates of B. Let C be such a board that is no subset of S. Consider the first step of the
// shortcut that removes a candidate of C. If this is a basic step, it would also remove the
// candidate on C (see Basics). If it is a chain, consider a link from a false candidate to a true
// one. If both candidates are on C, the link also holds on C. If one of them is not on C, the other
// one became a single and was placed. This removed the next candidate of the chain, and so on, up
// to one end of the chain. So either the chain is still complete on C, or its conclusion has
// already followed. So C has a step with a score of at most L. Techniques that come before chains
// have lower scores, and a shorter chain has no higher score than a longer one. So the next step of
// the exact path has at most the score L.
//
// Why 2. By 1, the exact path takes a step with a score of at most L on each board C that is no
// subset of S. If no step removes a candidate of S, all boards of the exact path contain S, until
// one of them is S. So the question is which steps can remove a candidate c of S on a board C
// between S and B:
//
//   - Basic steps, naked and hidden quads, Jellyfish, and chains with a score of at most L would
//     also remove c on S. A search on S shows that S has no such step.
//   - Unique rectangles, unique loops and BUGs: such a step no longer exists when one of its
//     candidates is gone, so C may have it although S does not. may_have_loop() and may_have_bug()
//     test this for all boards between S and B.
//   - Aligned pair exclusion. Let c be the digit d of a cell x. Each digit e of the other cell y is
//     excluded together with d: either e is d and y sees x, or a cell z with the candidates d and e
//     sees both cells. If z is placed on S, its digit is not d, because c is on S. So its digit is
//     e, and y has lost e. So S has the same exclusions for the digits that y still has. If S has
//     two such cells z, the search on S finds the step. If S has only one, y and z are a naked pair
//     in a house with x, so c is not on S.
//   - A cycle with a score of at most L. If one member of the cycle is placed or gone on S, then
//     all members are placed or gone, one after another. In this case c is gone, too, because a
//     true member and a false member both exclude it. But c is on S, so the cycle is complete on S.
//     Distances::nodes_of_cycle() shows whether S has a closed walk (distances.hpp) through a true
//     and a false candidate that both exclude c. The search for steps on S calls this function.
//   - Techniques that come after chains are not tried as long as the board has a chain.
//
// The scores of the steps between B and S are not known, but none of them is above L. So the rating
// continues from S only if L is no more than the rating so far, or less than the score of the first
// step that follows S.
//
// The exact path may use unique rectangles, cycles and exclusions, which the shortcut does not
// take. After such a step, 1 and 2 may no longer hold for S; then look_ahead() starts again from
// the new board (see note()). If neither 1 nor 2 applies, the rating follows the exact path step by
// step.
//
// Tried without a gain: a shortcut that also takes multiple forcing chains from cells, from the
// score 8.2 on. These chains solve too few of the puzzles with ratings from 8.2 to 8.4. Multiple
// forcing chains from houses cannot be used: they are searched only from cells with three
// candidates or more, and a later board may not have such cells.
//
// Memory: that of its StaticChains.
#pragma once

#include "engine/explainer/board/hint.hpp"
#include "engine/explainer/chains/static_chains.hpp"
#include "engine/explainer/patterns/basics.hpp"

namespace dokumill::explainer {

class Shortcut {
 public:
  // Looks ahead from a board of the exact path, without changing it. `score`: the rating so far, in
  // tenths. Takes no chain with a score above `max`. REQUIRES: `basics` works on this board and
  // finds no more steps on it.
  void look_ahead(int score, const Basics& basics, const Board& board, int max = kMostScore);
  void forget() { is_known_ = false; }
  // Call this for each step that the exact path takes. Forgets what look_ahead() found out, if this
  // may no longer hold after the step.
  void note(const Hint& hint);
  bool is_known() const { return is_known_; }

  // REQUIRES for all functions that follow: is_known().
  // True if steps with scores of at most score() certainly solve the puzzle.
  bool is_solved() const { return is_solved_; }
  int score() const { return score_; }

  // look_ahead() goes from board to board. stuck() is the last of these boards that had no basic
  // step and no chain with a score of at most stuck_score(). REQUIRES: such a board exists, that
  // is, is_solved() is false, or score() is above the `score` that look_ahead() got.
  const Board& stuck() const { return stuck_; }
  const Basics& stuck_basics() const { return stuck_basics_; }
  int stuck_score() const { return stuck_score_; }
  // True if stuck() differs from the board that look_ahead() got, and statement 2 (at the top of
  // this file) may hold for stuck().
  bool is_ahead() const { return is_ahead_; }
  // True if stuck() certainly has no step by a forcing chain or a cycle of any length.
  bool is_without_chain() const { return !has_chain_; }
  // The number of nodes of the shortest forcing chain on stuck(), if this is known.
  int fewest_nodes() const { return fewest_nodes_; }

 private:
  bool is_known_ = false;
  bool is_solved_ = false;
  int score_ = 0;
  Board stuck_;
  Basics stuck_basics_;
  int stuck_score_ = 0;
  bool is_ahead_ = false;
  bool has_chain_ = false;
  int fewest_nodes_ = 0;

  Board board_;
  Basics basics_;
  StaticChains chains_;
  Hint hint_;
};

}  // namespace dokumill::explainer
