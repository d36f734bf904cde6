// ScoreBound: an upper bound of the score of a puzzle, several times as fast as its rating.
//
// A search for puzzles with a wanted rating rates many puzzles that are too easy or too hard. For
// these, it is enough to know whether the steps up to a score solve the puzzle. Basics
// (explainer/patterns/basics.hpp) and Shortcut (explainer/rating/shortcut.hpp) have the proofs: up
// to the XYZ-Wing (4.4), the order of the steps does not matter, and a puzzle that these steps and
// forcing chains up to a score solve has at most this score.
//
// If all steps up to `min` may be taken at once, the rules that they make superfluous are left
// out: with a start at 4.4 instead of 0, a minimal puzzle takes half the time.
//
// Memory: a few KiB, and that of a StaticChains.
#pragma once

#include "engine/explainer/board/cell_set.hpp"
#include "engine/explainer/rating/shortcut.hpp"

namespace dokumill::puzzles {

class ScoreBound {
 public:
  // The score of the XYZ-Wing, in tenths, and that of the easiest forcing chain.
  static constexpr int kLastBasic = 44;
  static constexpr int kFirstChain = 65;

  // Takes the steps up to the XYZ-Wing, and forcing chains, the easiest ones first, but none with a
  // score above `max`, in tenths. REQUIRES: the puzzle has exactly one solution; 0 <= min <=
  // max. With max <= kLastBasic, it may have several solutions.
  void find(const Grid& puzzle, int min, int max);

  // Continues the last find() with steps up to a higher `max`. REQUIRES: max <= kLastBasic.
  void raise(int max);

  // The same for a puzzle with more clues than the one of the last call that left cells open.
  // Continues from the board on which that call ended. REQUIRES: find() was called with max <
  // kFirstChain; after this, score() has no meaning.
  void find_on(const Grid& puzzle);

  // The cells that were empty at the end. If there are none, the puzzle has at most score().
  explainer::CellSet open() const { return open_; }
  bool is_solved() const { return open_.empty(); }
  // The highest score of the steps that were needed, `min` if they are not above it. If find()
  // took no chain, this is exact.
  int score() const { return score_; }
  // Whether steps up to the XYZ-Wing filled all cells.
  bool is_basic() const { return is_basic_; }

 private:
  explainer::Board board_;
  explainer::Basics basics_;
  explainer::Board next_board_;
  explainer::Basics next_basics_;
  explainer::Shortcut shortcut_;
  explainer::CellSet open_;
  int score_ = 0;
  bool is_basic_ = false;
};

}  // namespace dokumill::puzzles
