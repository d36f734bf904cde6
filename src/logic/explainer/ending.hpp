// Ending: proves that no harder step follows, without the exact path to the solution.
//
// Let R be the score of the hardest step so far, 6.6 or more. If the steps of Basics and forcing
// chains up to R alone solve the board, then the rating is R:
//
//   - Each board on the exact path has a subset of the candidates of the present one, and those of
//     the solution.
//   - Let the exact path come to a board B on which no step up to R is left, and let a basic step or a
//     chain up to R be the first one here that removes a candidate of B. A basic step would also
//     remove it on B (see Basics). A link of the chain from a false candidate to a true one also holds
//     on B if both are there. If one of them is not, then the other one was a single on B and is
//     placed, and along the chain, in one direction or the other, the next ones as well. So either
//     the chain is still complete, or its end has already followed. Both contradict B.
//   - Techniques that come before chains have lower scores, and a shorter chain has no higher score
//     than a longer one. So the exact path takes no step above R as long as there is one up to R.
//
// Unique rectangles and loops, graves, cycles and exclusions may only help the exact path. Without
// them, this proof fails at times, and the exact path goes on. Many steps are taken at once, because
// their order does not matter here.
//
// The proof is tried after each step above all before it, and after each step that comes after
// forcing chains in the search. Without the latter, puzzles from 8.0 to 8.4 take 2 % longer.
//
// Thread safety: an object belongs to one thread. Memory: that of its StaticChains.
#pragma once

#include "logic/explainer/basics.hpp"
#include "logic/explainer/hint.hpp"
#include "logic/explainer/static_chains.hpp"

namespace dokumill::logic::explainer {

class Ending {
 public:
  // Whether the puzzle is certainly solved by steps up to `score`, in tenths. `basics`: at work on
  // this board, which does not change.
  bool is_solved_by(int score, const Basics& basics, const Board& board);

 private:
  Board board_;
  Basics basics_;
  StaticChains chains_;
  Hint hint_;
};

}  // namespace dokumill::logic::explainer
