// Parked siblings: an idle lane fetches its own last sibling, or steals the oldest sibling of
// another lane.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

// Moves the last sibling of each lane back into the lane. Drops siblings whose puzzles have ended.
// REQUIRES: the lanes are idle and have siblings.
inline void LaneSearch::fetch_own(LaneMask lanes) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = first_lane(lanes);
    const LaneMask me = one_lane(lane);
    while (height_[lane] != bottom_[lane] &&
           has_ended(get(parked_[last_slot(lane)].puzzle, lane))) {
      pop(lane);
    }
    if (height_[lane] == 0) continue;
    const Parked& parked = parked_[last_slot(lane)];
    copy_lanes(node_, parked.node, me);
    puzzle_ = select(me, parked.puzzle, puzzle_);
    unordered_ &= ~me;
    live_ |= me;
    proving_ |= me;
    pop(lane);
  }
}

inline void LaneSearch::pop(int lane) {
  free_[last_slot(lane)] |= one_lane(lane);
  --height_[lane];
  note_height(lane);
}

inline void LaneSearch::note_height(int lane) {
  if (height_[lane] == bottom_[lane]) {
    with_parked_ &= ~one_lane(lane);
    bottom_[lane] = height_[lane] = 0;
  }
  if (height_[lane] < kTakeLimit) can_take_ |= one_lane(lane);
}

// Gives each idle lane the oldest sibling of the lane that has most siblings.
inline void LaneSearch::steal() {
  for (LaneMask rest = idle(); rest != 0;) {
    int victim = -1;
    int max = 0;
    for (LaneMask others = with_parked_; others != 0; others &= others - 1) {
      const int other = first_lane(others);
      const int waiting = height_[other] - bottom_[other];
      if (waiting > max) {
        max = waiting;
        victim = other;
      }
    }
    if (victim < 0) return;
    const int slot = stack_[victim][bottom_[victim]];
    const Parked& parked = parked_[slot];
    if (!has_ended(get(parked.puzzle, victim))) {
      const int lane = first_lane(rest);
      rest &= rest - 1;
      const LaneVector* const from = parked.node.row;
      for (int i = 0; i < kRows; ++i) set(node_.row[i], lane, get(from[i], victim));
      set(puzzle_, lane, get(parked.puzzle, victim));
      unordered_ &= ~one_lane(lane);
      proving_ |= one_lane(lane);
      live_ |= one_lane(lane);
    }
    free_[slot] |= one_lane(victim);
    ++bottom_[victim];
    note_height(victim);
  }
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
