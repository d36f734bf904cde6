#include "engine/puzzles/score_bound.hpp"

#include <utility>

namespace dokumill::puzzles {

void ScoreBound::find(const Grid& puzzle, int min, int max) {
  board_ = explainer::Board(puzzle);
  basics_.begin(board_, max);
  Rating rating;
  rating.score = min;
  basics_.run(rating);
  score_ = rating.score;
  open_ = board_.open_cells();
  is_basic_ = open_.empty();
  if (is_basic_ || max < kFirstChain) return;
  shortcut_.look_ahead(score_, basics_, board_, max);
  score_ = shortcut_.score();
  open_ = shortcut_.is_solved() ? explainer::CellSet() : shortcut_.stuck().open_cells();
}

void ScoreBound::raise(int max) {
  basics_.raise(max);
  Rating rating;
  rating.score = score_;
  basics_.run(rating);
  score_ = rating.score;
  open_ = board_.open_cells();
}

void ScoreBound::find_on(const Grid& puzzle) {
  next_board_ = board_;
  next_basics_ = basics_;
  next_basics_.move_to(next_board_);
  explainer::Hint clue;
  board_.open_cells().for_each([&](int cell) {
    if (puzzle.cells[cell] == 0) return;
    clue.cell = cell;
    clue.digit = puzzle.cells[cell] - 1;
    next_basics_.apply(clue);
  });
  Rating rating;
  rating.score = score_;
  next_basics_.run(rating);
  open_ = next_board_.open_cells();
  if (open_.empty()) return;
  std::swap(board_, next_board_);
  std::swap(basics_, next_basics_);
  basics_.move_to(board_);
}

}  // namespace dokumill::puzzles
