#include "logic/explainer/ending.hpp"

namespace dokumill::logic::explainer {

bool Ending::is_solved_by(int score, const Basics& basics, const Board& board) {
  board_ = board;
  basics_ = basics;
  basics_.move_to(board_);
  Se121Rating reached;
  reached.score = score;
  while (true) {
    basics_.run(reached);
    if (board_.is_solved()) return true;
    hint_.clear();
    if (!chains_.find_up_to(score, board_, hint_)) return false;
    basics_.apply(hint_);
  }
}

}  // namespace dokumill::logic::explainer
