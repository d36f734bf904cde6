#include "engine/explainer/rating/shortcut.hpp"

#include <algorithm>

namespace dokumill::explainer {

void Shortcut::look_ahead(int score, const Basics& basics, const Board& board, int max) {
  board_ = board;
  basics_ = basics;
  basics_.move_to(board_);
  is_known_ = true;
  is_solved_ = false;
  score_ = score;
  bool has_moved = false;
  while (true) {
    Rating reached;
    reached.score = score_;
    basics_.run(reached);
    score_ = reached.score;
    if (board_.is_solved()) {
      is_solved_ = true;
      return;
    }
    hint_.clear();
    const int found = chains_.find_easiest(score_, board_, hint_);
    if (found == 0 || found > score_) {
      stuck_ = board_;
      stuck_basics_ = basics_;
      stuck_score_ = score_;
      is_ahead_ = has_moved;
      has_chain_ = found != 0;
      fewest_nodes_ = chains_.fewest_nodes();
      if (found == 0 || found > max) return;
      score_ = found;
    }
    basics_.apply(hint_);
    has_moved = true;
  }
}

void Shortcut::note(const Hint& hint) {
  if (!is_known_) return;
  for (const Removal& gone : hint.removals) {
    if ((stuck_.candidates(gone.cell) & gone.digits) != 0) return forget();
  }
  if (hint.cell >= 0 && stuck_.is_open(hint.cell)) forget();
}

}  // namespace dokumill::explainer
