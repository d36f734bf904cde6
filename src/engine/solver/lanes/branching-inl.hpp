// Divides the nodes of stalled lanes: each lane keeps the first child of its node. The siblings go
// to idle lanes or are parked.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline void LaneSearch::branch(LaneMask lanes) {
  if (const LaneMask unordered = lanes & unordered_; unordered != 0) {
    const LaneMask in_order = unordered & cell_order_of_many(node_, clues_);
    unordered_ &= ~unordered;
    live_ &= ~in_order;
    lanes &= ~in_order;
    start_cell_order(node_, puzzle_, set1(kFirstCellOrderBudget), in_order);
    if (is_stopped_) return;
  }
  // Use the first slot that is free in all lanes of `lanes`. If there is no such slot, use several
  // slots.
  for (int slot = 0; slot < kSlots && lanes != 0; ++slot) {
    if ((free_[slot] & lanes) != lanes) continue;
    branch_in(slot, lanes);
    return;
  }
  for (int slot = 0; lanes != 0; ++slot) {
    const LaneMask room = free_[slot] & lanes;
    if (room != 0) branch_in(slot, room);
    lanes &= live_ & ~room;
  }
}

// Ends a puzzle that has spent its guess budget, and passes it to the host.
inline void LaneSearch::give_up(std::uint32_t puzzle) {
  end_puzzle(puzzle);
  write_boards();
  const Grid& grid = puzzles_[puzzle];
  if (limit_ == 0) {
    is_stopped_ = !host_->solve(host_->context, grid, results_[puzzle]);
  } else if (counts_ != nullptr) {
    is_stopped_ = !host_->count(host_->context, grid, limit_, counts_[puzzle]);
  } else {
    is_stopped_ = !host_->enumerate(host_->context, grid, puzzle);
  }
}

// Counts a guess for each lane. Returns the lanes whose puzzles continue.
inline LaneMask LaneSearch::note_guesses(LaneMask lanes) {
  work_.guesses += static_cast<std::uint64_t>(count_lanes(lanes));
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t puzzle = get(puzzle_, first_lane(rest));
    std::uint16_t& guesses = guesses_[puzzle];
    if (guesses < kGuessBudget) {
      if (++guesses == kGuessBudget && !is_stopped_) give_up(puzzle);
    } else if (guesses == kGuessBudget) {
      --work_.guesses;  // another lane has already given the puzzle up
    }
  }
  return lanes & live_;
}

// Divides the nodes of the lanes, and writes their siblings to the slot. Passes siblings of the
// lanes in proving_ to idle lanes while there are idle lanes that can take them, and parks all
// other siblings. REQUIRES: the slot is free in the lanes.
DOKUMILL_ALIGNED inline void LaneSearch::branch_in(int slot, LaneMask lanes) {
  const LaneVector fewest = band_to_split(node_);
  copy_lanes(parked_[slot].node, node_, free_[slot] == kAllLanes ? kAllLanes : lanes);
  const LaneMask fixed = split_trios(node_, parked_[slot].node, fewest, lanes);
  live_ &= ~fixed;  // only a safeguard: stalled nodes have a digit that is not fixed
  lanes = note_guesses(lanes & ~fixed);
  const LaneMask givers = lanes & proving_;
  const LaneMask takers = idle() & can_take_;
  const int givers_count = count_lanes(givers), takers_count = count_lanes(takers);
  const int forks = givers_count < takers_count ? givers_count : takers_count;
  const LaneMask forking = lowest_lanes(givers, forks);
  if (lanes != forking) park(slot, lanes & ~forking);
  if (forks != 0) fork(slot, forking, lowest_lanes(takers, forks));
}

// Moves the siblings of the lanes `from`, which are in the slot, to the idle lanes `to`. REQUIRES:
// the sets `from` and `to` have the same size.
inline void LaneSearch::fork(int slot, LaneMask from, LaneMask to) {
  const Permutation match = match_lanes(from, to);
  move_lanes(node_, parked_[slot].node, match, to);
  move_lanes(puzzle_, puzzle_, match, to);
  unordered_ &= ~to;
  live_ |= to;
  proving_ |= to;
}

// Pushes the slot onto the stacks of the lanes. The slot holds the siblings of these lanes.
inline void LaneSearch::park(int slot, LaneMask lanes) {
  Parked& parked = parked_[slot];
  parked.puzzle = select(lanes, puzzle_, parked.puzzle);
  free_[slot] &= ~lanes;
  with_parked_ |= lanes;
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = first_lane(lanes);
    stack_[lane][height_[lane]++] = static_cast<std::uint8_t>(slot);
    if (height_[lane] == kTakeLimit) can_take_ &= ~one_lane(lane);
  }
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
