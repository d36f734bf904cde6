// Records the solutions of the search, writes the boards of many solutions at a time, and ends
// puzzles.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline void LaneSearch::note_solutions() {
  if (limit_ == 0) {
    note_results();
  } else if (counts_ != nullptr) {
    note_counts();
  } else {
    show_solutions();
  }
  solved_ = 0;
}

inline void LaneSearch::note_results() {
  LaneMask boards = 0;
  for (LaneMask rest = solved_; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const std::uint32_t puzzle = get(puzzle_, lane);
    GridKind& solutions = results_[puzzle].solutions;
    if (solutions == GridKind::kUnsolvable) {
      solutions = GridKind::kUnique;
      boards |= one_lane(lane);
    } else if (solutions == GridKind::kUnique) {
      solutions = GridKind::kMultiple;
      again_[again_count_++] = static_cast<std::uint16_t>(puzzle);
      end_puzzle(puzzle);
    }
  }
  if (boards != 0) note_boards(node_, puzzle_, boards);
}

inline void LaneSearch::note_counts() {
  for (LaneMask rest = solved_; rest != 0; rest &= rest - 1) {
    const std::uint32_t puzzle = get(puzzle_, first_lane(rest));
    guesses_[puzzle] = kUnlimited;
    std::uint64_t& count = counts_[puzzle];
    if (count == limit_) continue;  // another lane has already reached the limit
    if (++count == limit_) end_puzzle(puzzle);
  }
}

inline void LaneSearch::show_solutions() {
  std::uint8_t* boards[kLanes];
  for (int lane = 0; lane < kLanes; ++lane) boards[lane] = shown_[lane].cells.data();
  write_grids(node_, boards);
  for (LaneMask rest = solved_; rest != 0 && !is_stopped_; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const std::uint32_t puzzle = get(puzzle_, lane);
    guesses_[puzzle] = kUnlimited;
    is_stopped_ = !host_->visit(host_->context, puzzle, shown_[lane]);
  }
}

// Queues the boards of the lanes for write_boards().
inline void LaneSearch::note_boards(const Block& node, const LaneVector& puzzle, LaneMask lanes) {
  boards_.add(node, puzzle, lanes,
              [&](std::uint32_t number) -> Grid& { return results_[number].solution; });
}

inline void LaneSearch::write_boards() {
  boards_.write([&](std::uint32_t number) -> Grid& { return results_[number].solution; });
}

// Removes a puzzle from all lanes. Its siblings stay parked until a lane fetches or steals them.
// Then they are dropped.
inline void LaneSearch::end_puzzle(std::uint32_t puzzle) {
  live_ &= ~lanes_equal(puzzle_, set1(static_cast<int>(puzzle)));
}

inline bool LaneSearch::has_ended(std::uint32_t puzzle) const {
  if (guesses_[puzzle] == kGuessBudget) return true;
  if (limit_ == 0) return results_[puzzle].solutions == GridKind::kMultiple;
  return counts_ != nullptr && counts_[puzzle] == limit_;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
