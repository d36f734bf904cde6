// Shortcut: where the exact path leads, without its steps one by one.
//
// From a board B of the exact path, steps of Basics and forcing chains are taken many at once, the
// easiest ones first. Let S be the board when none of them up to the score L is left. Then:
//
//   1. As long as the exact path has not come to a subset of S, its steps have at most the score L.
//      So if S is the solution, no step above L follows.
//   2. If no step on a board between S and B removes a candidate of S, the exact path comes to S.
//      So it can go on from there.
//
// Why 1. Each board on the exact path has the candidates of the solution, and those of a subset of
// B. Let C be such a board that is no subset of S, and let the first step here that removes a
// candidate of C be a basic step or a chain. A basic step would also remove it on C (see Basics). A
// link of the chain from a false candidate to a true one also holds on C if both are there. If one
// of them is not, then the other one was a single on C and is placed, and along the chain, in one
// direction or the other, the next ones as well. So either the chain is still complete, or its end
// has already followed. So C has a step up to L. Techniques that come before chains have lower
// scores, and a shorter chain has no higher score than a longer one, so the next step has at most
// L.
//
// Why 2. By 1, the exact path has a step up to L on each board C that is no subset of S. If no step
// removes a candidate of S, all its boards contain S, until one is S. What can remove a candidate c
// of S on a board C between S and B?
//
//   - Basic steps, naked quads and their like, and chains up to L would also remove c on S. A search
//     on S shows that S has no such step.
//   - A unique rectangle or loop, a BUG: such a step is gone when one of its candidates is gone, so
//     C may have it although S does not. possible_loops.hpp and may_have_bug() answer for all
//     boards between S and B.
//   - Aligned pair exclusion. Let c be the digit d of a cell x. Each digit e of the other cell y is
//     excluded beside d: y sees x and e is d, or a cell z with d and e sees both. If z is placed on
//     S, it is not d, because c is on S; so it is e, and y has lost e. So S has the same exclusions
//     for the digits that y still has. If there are two cells z, the search on S finds them. If
//     there is one, y and z are a naked pair in a house with x, so c is not on S.
//   - A cycle up to L. If a member is placed or gone on S, so are all, one after another, and c is
//     gone, because a true and a false member exclude it. So the cycle is complete on S.
//     Distances::nodes_of_cycle() shows whether S has a closed way through such a true and such a
//     false candidate. The search for steps asks this on S.
//   - Techniques that come after chains are not asked as long as chains are left.
//
// The score of the steps between B and S is not known, only that L is its limit. So the path goes
// on from S only if L is no more than the rating so far, or less than the next step.
//
// Unique rectangles, cycles and exclusions may help the exact path, and not the path to S. Then 1
// and 2 sometimes do not apply, and the exact path goes on step by step.
//
// Tried without a gain: from 8.2 on, to go on with multiple forcing chains from cells. They solve
// too few of the puzzles from 8.2 to 8.4, and those from houses cannot be used: they are searched
// only from cells with three candidates, which a later board may not have.
//
// Thread safety: an object belongs to one thread. Memory: that of its StaticChains.
#pragma once

#include "logic/explainer/basics.hpp"
#include "logic/explainer/hint.hpp"
#include "logic/explainer/static_chains.hpp"

namespace dokumill::logic::explainer {

class Shortcut {
 public:
  // Looks ahead from a board of the exact path. `score`: the rating so far, in tenths. `basics`:
  // works on this board and has no step left on it. The board does not change.
  void look_ahead(int score, const Basics& basics, const Board& board);
  void forget() { is_known_ = false; }
  // The exact path takes this step; what is known from look_ahead() may no longer hold.
  void note(const Hint& hint);
  bool is_known() const { return is_known_; }

  // REQUIRES for all that follows: is_known().
  // The puzzle is certainly solved by steps up to score().
  bool is_solved() const { return is_solved_; }
  int score() const { return score_; }

  // The last board on which no step up to stuck_score() is left. REQUIRES: there is one, that is,
  // is_solved() is false or score() is above the rating at look_ahead().
  const Board& stuck() const { return stuck_; }
  const Basics& stuck_basics() const { return stuck_basics_; }
  int stuck_score() const { return stuck_score_; }
  // It differs from the board at look_ahead(), and 2 may hold for it.
  bool is_ahead() const { return is_ahead_; }
  // It has neither a chain nor a cycle of any length.
  bool is_without_chain() const { return !has_chain_; }
  // The number of nodes of its shortest forcing chain, if this is known.
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

}  // namespace dokumill::logic::explainer
