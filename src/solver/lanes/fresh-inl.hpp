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
    alignas(64) std::int32_t offsets[kLanes];
    for (int i = 0; i < kLanes; ++i) {
      offsets[i] = static_cast<std::int32_t>(puzzles[i < count ? i : 0] * sizeof(Grid));
    }
    const GridReader reader(puzzles_->cells.data(), offsets);
    for (int cell = 0; cell < 80; cell += 4) reader.read_four(cell, cells_ + cell);
    reader.read_four(77, cells_ + 77);
    const LaneSet dead = start_nodes(cells_, fresh_);
    for (int i = 0; i < count; ++i) {
      const int lane = GridReader::lane_of_grid(i);
      fresh_puzzle_[lane] = puzzles[i];
      fresh_lanes_ |= one_lane(lane);
    }
    fresh_lanes_ &= ~dead;
  }
  return true;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
