// The division of stalled lanes: each keeps the first child of its node; the siblings go to idle
// lanes or are parked.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline void Search::branch(LaneSet lanes) {
  for (LaneSet rest = lanes & in_cell_order_; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    if (budget_[lane]-- != 0) continue;
    lanes &= ~one_lane(lane);
    live_ &= ~one_lane(lane);
    while (height_[lane] != 0) pop(lane);
    write_boards();
    const std::uint32_t puzzle = puzzle_[lane];
    if (!host_->find_smallest(host_->context, puzzles_[puzzle], results_[puzzle])) {
      is_stopped_ = true;
      return;
    }
  }
  // The first slot with room for all; if the lanes are too different, more than one.
  for (int slot = 0; slot < kSlots && lanes != 0; ++slot) {
    if ((free_[slot] & lanes) != lanes) continue;
    branch_in(slot, lanes);
    return;
  }
  for (int slot = 0; lanes != 0; ++slot) {
    const LaneSet room = free_[slot] & lanes;
    if (room != 0) branch_in(slot, room);
    lanes &= ~room;
  }
}

// REQUIRES: the slot is free in the lanes.
inline void Search::branch_in(int slot, LaneSet lanes) {
  BandPatterns patterns{};
  LaneSet crowded = 0;
  if ((lanes & ~in_cell_order_) != 0) {
    patterns = count_bands(node_);
    Row level;
    std::memcpy(&level, level_, sizeof level);
    if (limit_ == 0) in_cell_order_ |= lanes & nearly_solved_lanes(patterns.total, level);
    crowded = lanes & ~in_cell_order_ & crowded_lanes(patterns.total, level);
  }
  const LaneSet in_order = lanes & in_cell_order_;
  const LaneSet free_order = lanes & ~in_cell_order_;
  copy_lanes(parked_[slot], node_, free_[slot] == kAllLanes ? kAllLanes : lanes);
  if ((in_order | crowded) != 0) branch_on_choices(slot, in_order, crowded);
  if (free_order != crowded) branch_on_patterns(slot, patterns.fewest, free_order & ~crowded);
}

inline void Search::branch_on_patterns(int slot, Row fewest, LaneSet lanes) {
  const LaneSet fixed = split_patterns(node_, parked_[slot], fewest, lanes);
  live_ &= ~fixed;  // every digit has its places, and yet no board: dead
  lanes &= ~fixed;
  work_.guesses += static_cast<std::uint64_t>(count_lanes(lanes));
  LaneSet givers = lanes & proving_;
  LaneSet takers = idle() & can_take_;
  const int givers_count = count_lanes(givers), takers_count = count_lanes(takers);
  const int forks = givers_count < takers_count ? givers_count : takers_count;
  givers = lowest_lanes(givers, forks);
  for (LaneSet rest = lanes & ~givers; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    park(slot, lane, {puzzle_[lane], 0, 0, kPattern, 0, 0});
  }
  if (forks != 0) fork(slot, givers, lowest_lanes(takers, forks));
}

// Gives the siblings of the lanes `from`, which are in the slot, to as many idle lanes.
inline void Search::fork(int slot, LaneSet from, LaneSet to) {
  std::uint8_t source[kLanes], target[kLanes];
  int count = 0;
  live_ |= to;
  in_cell_order_ &= ~to;
  proving_ |= to;
  for (; from != 0; from &= from - 1, to &= to - 1) {
    const int lane = first_lane(from), other = first_lane(to);
    source[count] = static_cast<std::uint8_t>(lane);
    target[count++] = static_cast<std::uint8_t>(other);
    puzzle_[other] = puzzle_[lane];
    level_[other] = ++level_[lane];
  }
  move_lanes(node_, parked_[slot], target, source, count);
}

inline void Search::branch_on_choices(int slot, LaneSet in_order, LaneSet smallest) {
  Row choices = first_open_cell(node_, in_order);
  if (smallest != 0) {
    candidates_of(node_, cells_);
    choices = select(smallest, smallest_choice(cells_), choices);
  }
  for (LaneSet rest = in_order | smallest; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const int choice = get(choices, lane);
    if (choice == kNothing) {
      live_ &= ~one_lane(lane);
      continue;
    }
    Entry entry = entry_of(lane, choice);
    take_child(lane, entry);
    work_.guesses += static_cast<std::uint64_t>(__builtin_popcount(entry.options));
    if (entry.options != 0) park(slot, lane, entry);
  }
}

// The children of a choice, from the candidates in cells_.
inline Search::Entry Search::entry_of(int lane, int choice) const {
  Entry entry{puzzle_[lane], 0, 0, static_cast<std::uint8_t>(choice), 0, 0};
  if (choice < kHouse) {
    entry.options = open_cell(node_, lane, choice);
    return entry;
  }
  const auto& house = kHouseCells[choice - kHouse];
  int fewest = 10;
  for (int digit = 0; digit < kDigits; ++digit) {
    int places = 0;
    for (int i = 0; i < 9; ++i) places |= (get(cells_[house[i]], lane) >> digit & 1) << i;
    const int count = __builtin_popcount(static_cast<unsigned>(places));
    if (count < 2 || count >= fewest) continue;
    fewest = count;
    entry.digit = static_cast<std::uint8_t>(digit);
    entry.options = static_cast<std::uint16_t>(places);
  }
  return entry;
}

// Puts the lane's entry, whose node is in the slot, on its stack.
inline void Search::park(int slot, int lane, Entry entry) {
  entry.slot = static_cast<std::uint8_t>(slot);
  entry.level = ++level_[lane];
  free_[slot] &= ~one_lane(lane);
  with_parked_ |= one_lane(lane);
  stack_[lane][height_[lane]++] = entry;
  if (height_[lane] >= kTakeLimit || (in_cell_order_ & one_lane(lane)) != 0) {
    can_take_ &= ~one_lane(lane);
  }
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
