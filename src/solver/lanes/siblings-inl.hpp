// Parked siblings: idle lanes fetch their own last one, or steal the oldest of another lane.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

// Puts the last sibling of each lane back into it. REQUIRES: the lanes are idle and have siblings.
inline void Search::fetch_own(LaneSet lanes) {
  for (LaneSet rest = lanes & ~in_cell_order_; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    while (height_[lane] != bottom_[lane] && has_ended(last_entry(lane))) pop(lane);
  }
  lanes &= with_parked_;
  for (LaneSet rest = lanes; rest != 0;) {
    // Lanes of one slot move together, two slots at a time.
    constexpr int kTogether = 2;
    const Row* from[kTogether];
    LaneSet who[kTogether];
    for (int i = 0; i < kTogether; ++i) {
      who[i] = 0;
      from[i] = rows_of(node_);
      if (rest == 0) continue;
      const int slot = last_entry(first_lane(rest)).slot;
      for (LaneSet others = rest; others != 0; others &= others - 1) {
        if (last_entry(first_lane(others)).slot == slot) who[i] |= others & -others;
      }
      from[i] = rows_of(parked_[slot]);
      rest &= ~who[i];
    }
    Row* const out = rows_of(node_);
    for (int i = 0; i < kRows; ++i) {
      out[i] = select(who[1], from[1][i], select(who[0], from[0][i], out[i]));
    }
  }
  live_ |= lanes;
  proving_ |= lanes;
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = first_lane(lanes);
    Entry& entry = last_entry(lane);
    puzzle_[lane] = entry.puzzle;
    level_[lane] = entry.level;
    take_child(lane, entry);
    if (entry.options == 0) pop(lane);
  }
}

// The lane holds the parked node of the entry: makes it the entry's next child.
inline void Search::take_child(int lane, Entry& entry) {
  if (entry.choice == kPattern) return;
  const int others = entry.options & (entry.options - 1);
  const int option = entry.options & ~others;
  entry.options = static_cast<std::uint16_t>(others);
  if (entry.choice < kHouse) {
    fix_cell(node_, lane, entry.choice, option);
  } else {
    const int place = __builtin_ctz(static_cast<unsigned>(option));
    fix_cell(node_, lane, kHouseCells[entry.choice - kHouse][place], 1 << entry.digit);
  }
}

inline void Search::pop(int lane) {
  free_[last_entry(lane).slot] |= one_lane(lane);
  --height_[lane];
  note_height(lane);
}

inline void Search::note_height(int lane) {
  if (height_[lane] == bottom_[lane]) {
    with_parked_ &= ~one_lane(lane);
    bottom_[lane] = height_[lane] = 0;
  }
  const bool is_in_order = (in_cell_order_ & one_lane(lane)) != 0;
  if (height_[lane] < (is_in_order ? 1 : kTakeLimit)) can_take_ |= one_lane(lane);
}

// Gives idle lanes the oldest siblings of other lanes.
inline void Search::steal() {
  for (LaneSet rest = idle(); rest != 0;) {
    int victim = -1;
    int most = 0;
    for (LaneSet others = with_parked_ & ~in_cell_order_; others != 0; others &= others - 1) {
      const int other = first_lane(others);
      const int waiting = height_[other] - bottom_[other];
      if (waiting > most) {
        most = waiting;
        victim = other;
      }
    }
    if (victim < 0) return;
    Entry& entry = stack_[victim][bottom_[victim]];
    if (!has_ended(entry)) {
      const int lane = first_lane(rest);
      rest &= rest - 1;
      const Row* const from = rows_of(parked_[entry.slot]);
      for (int i = 0; i < kRows; ++i) set(rows_of(node_)[i], lane, get(from[i], victim));
      puzzle_[lane] = entry.puzzle;
      level_[lane] = entry.level;
      in_cell_order_ &= ~one_lane(lane);
      proving_ |= one_lane(lane);
      live_ |= one_lane(lane);
      take_child(lane, entry);
      if (entry.options != 0) continue;
    }
    free_[entry.slot] |= one_lane(victim);
    ++bottom_[victim];
    note_height(victim);
  }
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
