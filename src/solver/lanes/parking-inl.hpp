// Parked siblings: idle lanes fetch their own last sibling, or steal the oldest of another lane.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

// Moves the last sibling of each lane back into the lane. Drops siblings whose puzzles have ended.
// REQUIRES: the lanes are idle and have siblings.
inline void LaneSearch::fetch_own(LaneMask lanes) {
  LaneMask divided = 0, fetched = 0;
  Choices choices{set1(0), set1(0)};
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = first_lane(lanes);
    const LaneMask me = one_lane(lane);
    if ((in_cell_order_ & me) == 0) {
      while (height_[lane] != bottom_[lane] &&
             has_ended(get(parked_[last_slot(lane)].puzzle, lane)))
        pop(lane);
      if (height_[lane] == 0) continue;
    }
    Parked& parked = parked_[last_slot(lane)];
    copy_lanes(node_, parked.node, me);
    puzzle_ = select(me, parked.puzzle, puzzle_);
    level_ = select(me, parked.level, level_);
    fetched |= me;
    const int options = get(parked.choices.options, lane);
    if (options != 0) {
      divided |= me;
      choices.cell = select(me, parked.choices.cell, choices.cell);
      choices.options = select(me, parked.choices.options, choices.options);
      set(parked.choices.options, lane, options & (options - 1));
    }
    if ((options & (options - 1)) == 0) pop(lane);
  }
  live_ |= fetched;
  proving_ |= fetched;
  if (divided != 0) take_lowest(node_, choices, divided);
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
  const bool is_in_order = (in_cell_order_ & one_lane(lane)) != 0;
  if (height_[lane] < (is_in_order ? 1 : kTakeLimit)) can_take_ |= one_lane(lane);
}

// Gives each idle lane the oldest sibling of the lane that has most siblings.
inline void LaneSearch::steal() {
  for (LaneMask rest = idle(); rest != 0;) {
    int victim = -1;
    int most = 0;
    for (LaneMask others = with_parked_ & ~in_cell_order_; others != 0; others &= others - 1) {
      const int other = first_lane(others);
      const int waiting = height_[other] - bottom_[other];
      if (waiting > most) {
        most = waiting;
        victim = other;
      }
    }
    if (victim < 0) return;
    const int slot = stack_[victim][bottom_[victim]];
    Parked& parked = parked_[slot];
    if (!has_ended(get(parked.puzzle, victim))) {
      const int lane = first_lane(rest);
      rest &= rest - 1;
      const LaneVector* const from = rows_of(parked.node);
      for (int i = 0; i < kRows; ++i) set(rows_of(node_)[i], lane, get(from[i], victim));
      set(puzzle_, lane, get(parked.puzzle, victim));
      set(level_, lane, get(parked.level, victim));
      in_cell_order_ &= ~one_lane(lane);
      proving_ |= one_lane(lane);
      live_ |= one_lane(lane);
      const int options = get(parked.choices.options, victim);
      if (options != 0) {
        take_lowest(node_, {set1(get(parked.choices.cell, victim)), set1(options)}, one_lane(lane));
        set(parked.choices.options, victim, options & (options - 1));
        if ((options & (options - 1)) != 0) continue;
      }
    }
    free_[slot] |= one_lane(victim);
    ++bottom_[victim];
    note_height(victim);
  }
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
