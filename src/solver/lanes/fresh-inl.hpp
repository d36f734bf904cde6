// New puzzles: read as many as there are lanes at a time, handed out one by one.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline void Search::take_new() {
  for (LaneSet empty = idle() & ~with_parked_; empty != 0;) {
    if (fresh_lanes_ == 0 && !load_fresh()) return;
    std::uint8_t to[kLanes], from[kLanes];
    LaneSet taken = 0;
    int count = 0;
    for (; empty != 0 && fresh_lanes_ != 0; empty &= empty - 1, fresh_lanes_ &= fresh_lanes_ - 1) {
      const int lane = first_lane(empty);
      const int fresh = first_lane(fresh_lanes_);
      to[count] = static_cast<std::uint8_t>(lane);
      from[count++] = static_cast<std::uint8_t>(fresh);
      taken |= one_lane(lane);
      puzzle_[lane] = fresh_puzzle_[fresh];
      level_[lane] = 0;
      budget_[lane] = kCellOrderBudget;
    }
    move_lanes(node_, fresh_, to, from, count);
    live_ |= taken;
    proving_ &= ~taken;
    in_cell_order_ = fresh_in_cell_order_ ? in_cell_order_ | taken : in_cell_order_ & ~taken;
  }
}

// Sweeps the new puzzles until most of them are solved, dead or in need of a branch. Solved ones
// are noted; the others are left to the pool.
inline void Search::settle_fresh() {
  LaneSet open = fresh_lanes_;
  LaneSet solved = 0;
  while (count_lanes(open) > kFreshLeft) {
    const Verdicts verdicts = sweep(fresh_);
    ++work_.sweeps;
    solved |= open & verdicts.solved;
    fresh_lanes_ &= ~(open & verdicts.dead);
    open &= ~(verdicts.dead | verdicts.solved | verdicts.stalled);
  }
  const bool is_shown = limit_ != 0 && counts_ == nullptr;
  if (solved == 0 || is_shown) return;  // the pool shows solutions
  fresh_lanes_ &= ~solved;
  std::uint8_t nobody[kCells];
  std::uint8_t* boards[kLanes];
  for (int i = 0; i < kLanes; ++i) boards[i] = nobody;
  for (; solved != 0; solved &= solved - 1) {
    const int lane = first_lane(solved);
    const std::uint32_t puzzle = fresh_puzzle_[lane];
    if (limit_ != 0) {
      counts_[puzzle] = 1;
    } else {
      results_[puzzle].solutions = Solutions::kOne;
      boards[lane] = results_[puzzle].solution.cells.data();
    }
  }
  if (limit_ == 0) write_grids(fresh_, boards);
}

// Reads the next puzzles into fresh_. Returns false when there are none.
inline bool Search::load_fresh() {
  while (fresh_lanes_ == 0) {
    std::uint32_t puzzles[kLanes];
    int count = 0;
    fresh_in_cell_order_ = several_count_ >= kLanes || next_ == size_;
    if (fresh_in_cell_order_) {
      while (several_count_ != 0 && count < kLanes) puzzles[count++] = several_[--several_count_];
    } else {
      while (next_ != size_ && count < kLanes) {
        if (limit_ == 0) results_[next_].solutions = Solutions::kNone;
        puzzles[count++] = next_++;
      }
    }
    if (count == 0) return false;
    const std::uint8_t* grids[kLanes];
    for (int i = 0; i < kLanes; ++i) grids[i] = puzzles_[puzzles[i < count ? i : 0]].cells.data();
    read_grids(grids, cells_);
    fresh_lanes_ = first_lanes(count) & ~start_nodes(cells_, fresh_);
    for (int i = 0; i < count; ++i) fresh_puzzle_[i] = puzzles[i];
    if (!fresh_in_cell_order_) settle_fresh();
  }
  return true;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
