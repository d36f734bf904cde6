// Solutions of the search: noted in the results, their boards written many at a time, their puzzles
// ended.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline void Search::note_solutions() {
  if (limit_ == 0) {
    note_results();
  } else if (counts_ != nullptr) {
    note_counts();
  } else {
    show_solutions();
  }
  solved_ = 0;
}

inline void Search::note_results() {
  LaneSet boards = 0;
  for (LaneSet rest = solved_; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const std::uint32_t puzzle = puzzle_[lane];
    Solutions& solutions = results_[puzzle].solutions;
    if (solutions == Solutions::kNone) {
      solutions = Solutions::kOne;
      boards |= one_lane(lane);
    } else if ((in_cell_order_ & one_lane(lane)) != 0) {
      // The second solution of a puzzle that was in cell order from the start, or the smallest one.
      if (solutions == Solutions::kSeveral) boards |= one_lane(lane);
      solutions = Solutions::kSeveral;
      while (height_[lane] != 0) pop(lane);
    } else if (solutions == Solutions::kOne) {
      solutions = Solutions::kSeveral;
      several_[several_count_++] = puzzle;
      end_puzzle(puzzle);
    }
  }
  if (boards != 0) note_boards(boards);
}

inline void Search::note_counts() {
  for (LaneSet rest = solved_; rest != 0; rest &= rest - 1) {
    const std::uint32_t puzzle = puzzle_[first_lane(rest)];
    std::uint64_t& count = counts_[puzzle];
    if (count == limit_) continue;  // reached by a lane before
    if (++count == limit_) end_puzzle(puzzle);
  }
}

inline void Search::show_solutions() {
  std::uint32_t puzzles[kLanes];
  std::uint8_t to[kLanes], from[kLanes];
  int count = 0;
  for (LaneSet rest = solved_; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    puzzles[count] = puzzle_[lane];
    board_puzzle_[count] = static_cast<std::uint32_t>(count);  // of shown_
    to[count] = static_cast<std::uint8_t>(count);
    from[count++] = static_cast<std::uint8_t>(lane);
  }
  move_lanes(boards_, node_, to, from, count);
  board_count_ = count;
  write_boards();
  for (int i = 0; i < count && !is_stopped_; ++i) {
    is_stopped_ = !host_->visit(host_->context, puzzles[i], shown_[i].solution);
  }
}

// Leaves the lanes' boards to be written. Of two boards of a puzzle the later one stays.
inline void Search::note_boards(LaneSet lanes) {
  while (lanes != 0) {
    std::uint8_t to[kLanes], from[kLanes];
    int count = 0;
    for (; lanes != 0 && board_count_ < kLanes; lanes &= lanes - 1) {
      const int lane = first_lane(lanes);
      int at = board_count_;
      if ((in_cell_order_ & one_lane(lane)) != 0) {
        for (int i = 0; i < board_count_; ++i) {
          if (board_puzzle_[i] == puzzle_[lane]) at = i;
        }
      }
      board_count_ += at == board_count_;
      board_puzzle_[at] = puzzle_[lane];
      to[count] = static_cast<std::uint8_t>(at);
      from[count++] = static_cast<std::uint8_t>(lane);
    }
    move_lanes(boards_, node_, to, from, count);
    if (board_count_ == kLanes) write_boards();
  }
}

inline void Search::write_boards() {
  if (board_count_ == 0) return;
  std::uint8_t nobody[kCells];
  std::uint8_t* boards[kLanes];
  for (int i = 0; i < kLanes; ++i) {
    boards[i] = i < board_count_ ? results_[board_puzzle_[i]].solution.cells.data() : nobody;
  }
  write_grids(boards_, boards);
  board_count_ = 0;
}

// Takes a puzzle out of all lanes. Its siblings stay where they are until somebody meets them.
inline void Search::end_puzzle(std::uint32_t puzzle) {
  LaneSet lanes = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    lanes |= puzzle_[lane] == puzzle ? one_lane(lane) : LaneSet{0};
  }
  live_ &= ~lanes;
}

inline bool Search::has_ended(const Entry& entry) const {
  if (limit_ == 0) return results_[entry.puzzle].solutions == Solutions::kSeveral;
  return counts_ != nullptr && counts_[entry.puzzle] == limit_;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
