// The intake: reads as many new puzzles as there are lanes and sweeps them together until most of
// them are decided. Only undecided puzzles enter the pool of lanes, so easy puzzles skip the pool.
// When enumerating, solved puzzles enter the pool, too.
//
// docs/kernels/search.md has what was measured and tried.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline void LaneSearch::take_new() {
  for (LaneMask empty = idle() & ~with_parked_; empty != 0;) {
    if (intake_lanes_ == 0 && !load_intake()) return;
    const auto [from, taken, match] = hand_over(intake_lanes_, empty);
    intake_lanes_ &= ~from;
    empty &= ~taken;
    move_lanes(node_, intake_, match, taken);
    move_lanes(puzzle_, intake_puzzle_, match, taken);
    move_lanes(clues_, intake_clues_, match, taken);
    const LaneVector unordered = permute(match, row_of(intake_unordered_));
    unordered_ = (unordered_ & ~taken) | (taken & lanes_with_any(unordered));
    live_ |= taken;
    proving_ &= ~taken;
  }
}

inline void LaneSearch::sweep_intake(LaneMask& open, LaneMask& solved) {
  const Verdicts verdicts = sweep(intake_);
  ++work_.sweeps;
  solved |= open & verdicts.solved;
  intake_lanes_ &= ~(open & verdicts.dead);
  open &= ~(verdicts.dead | verdicts.solved | verdicts.stalled);
}

// Sweeps the new puzzles until most of them are solved, dead or stalled. Records the solved
// puzzles, and chooses the order of search of the undecided ones. Returns the number of puzzles
// that the pool of LaneSearch or the CellOrderPool must search.
inline int LaneSearch::settle_intake() {
  LaneMask open = intake_lanes_;
  LaneMask ordered = 0;
  LaneMask solved = 0;
  if (limit_ == 0) {
    // The search in cell order begins after a fixed number of sweeps, or earlier if the node
    // stalls. So the search tree of a puzzle depends on the puzzle alone.
    const LaneMask few = kAllLanes & ~with_many_clues(intake_clues_);
    for (int i = 0; i < kSweepsBeforeOrder; ++i) {
      if (count_lanes(open) <= kIntakeLeft && (open & few) == 0) break;
      sweep_intake(open, solved);
    }
    const LaneMask improper = below_unique(intake_clues_);
    LaneMask in_order = intake_lanes_ & ~solved & few;
    if ((in_order & ~improper) != 0) {
      in_order &= improper | cell_order_of_few(intake_, intake_clues_);
    }
    if (in_order != 0) {
      intake_lanes_ &= ~in_order;
      open &= ~in_order;
      ordered |= in_order;
      start_cell_order(intake_, intake_puzzle_,
                       select(improper, set1(kCellOrderBudget), set1(kFirstCellOrderBudget)),
                       in_order);
    }
  }
  while (count_lanes(open) > kIntakeLeft) sweep_intake(open, solved);
  intake_unordered_ = 0;
  if (limit_ == 0) {
    intake_unordered_ = intake_lanes_ & ~solved & with_many_clues(intake_clues_);
    const LaneMask stalled = intake_unordered_ & ~open;
    if (stalled != 0) {
      const LaneMask in_order = stalled & cell_order_of_many(intake_, intake_clues_);
      intake_unordered_ &= ~stalled;
      intake_lanes_ &= ~in_order;
      ordered |= in_order;
      start_cell_order(intake_, intake_puzzle_, set1(kFirstCellOrderBudget), in_order);
    }
  }
  const bool is_shown = limit_ != 0 && counts_ == nullptr;
  // When enumerating, solved puzzles go to the pool, which shows their solutions to the visitor.
  if (!is_shown) intake_lanes_ &= ~solved;
  const int left = count_lanes(intake_lanes_ | ordered);
  if (solved == 0 || is_shown) return left;
  std::uint8_t nobody[kCells];
  std::uint8_t* boards[kLanes];
  for (int i = 0; i < kLanes; ++i) boards[i] = nobody;
  for (; solved != 0; solved &= solved - 1) {
    const int lane = first_lane(solved);
    const std::uint32_t puzzle = get(intake_puzzle_, lane);
    if (limit_ != 0) {
      counts_[puzzle] = 1;
    } else {
      results_[puzzle].solutions = GridKind::kUnique;
      boards[lane] = results_[puzzle].solution.cells.data();
    }
  }
  if (limit_ == 0) write_grids(intake_, boards);
  return left;
}

// Settles intake_ if its puzzles come from again_. Sweeps the puzzles that are known to have
// several solutions, and passes them to the CellOrderPool. All other puzzles stay in intake_lanes_,
// so they go to the pool of LaneSearch.
inline void LaneSearch::settle_again() {
  LaneMask several = 0;
  for (LaneMask rest = intake_lanes_; rest != 0; rest &= rest - 1) {
    const std::uint32_t puzzle = get(intake_puzzle_, first_lane(rest));
    if (results_[puzzle].solutions == GridKind::kMultiple) several |= one_lane(first_lane(rest));
  }
  if (several == 0) return;
  LaneMask open = several, solved = 0;
  for (int i = 0; i < kSweepsBeforeOrder && open != 0; ++i) sweep_intake(open, solved);
  intake_lanes_ &= ~several;
  start_cell_order(intake_, intake_puzzle_, set1(kCellOrderBudget), several);
}

// Gets the next puzzle for the lanes. Before that, solves blocks of puzzles in planes while
// with_planes_ is set. Returns false when no puzzles are left.
inline bool LaneSearch::take_puzzle(std::uint16_t& puzzle) {
  while (!planes_.has_left()) {
    if (next_ == size_) return false;
    if (with_planes_ && size_ - next_ >= planes_.block()) {
      with_planes_ = planes_.solve(puzzles_, results_, next_, work_.sweeps);
      next_ += planes_.block();
      continue;
    }
    if (limit_ == 0) results_[next_].solutions = GridKind::kUnsolvable;
    puzzle = static_cast<std::uint16_t>(next_++);
    return true;
  }
  puzzle = planes_.take_left();
  return true;
}

// Reads the next puzzles into intake_: new ones, or puzzles of again_. Then settles them. Returns
// false when no puzzles are left, or if the run is stopped.
inline bool LaneSearch::load_intake() {
  while (intake_lanes_ == 0) {
    const bool is_probe = next_ == 0 && !with_planes_ && limit_ == 0 && size_ >= planes_.block();
    std::uint16_t puzzles[kLanes] = {};
    int count = 0;
    intake_is_again_ = again_count_ >= kLanes || (next_ == size_ && !planes_.has_left());
    if (intake_is_again_) {
      while (again_count_ != 0 && count < kLanes) puzzles[count++] = again_[--again_count_];
    } else {
      while (count < kLanes && take_puzzle(puzzles[count])) ++count;
      for (int i = 0; i < count; ++i) guesses_[puzzles[i]] = 0;
    }
    if (count == 0) return false;
    const std::uint8_t* grids[kLanes];
    for (int i = 0; i < kLanes; ++i) grids[i] = puzzles_[puzzles[i]].cells.data();
    LaneVector givens[kCells];
    read_grids(grids, givens);
    intake_lanes_ = first_lanes(count) & ~start_nodes(givens, intake_, intake_clues_);
    std::memcpy(&intake_puzzle_, puzzles, sizeof puzzles);
    if (intake_is_again_) {
      intake_unordered_ = 0;
      settle_again();
    } else {
      const std::uint64_t sweeps = work_.sweeps;
      const int left = settle_intake();
      if (is_probe && work_.sweeps - sweeps <= kEasySweeps && left <= kEasyLeft) {
        // The puzzles are easy: start again, with planes. The CellOrderPool has not begun to
        // search, so its waiting nodes can be dropped.
        with_planes_ = true;
        next_ = 0;
        intake_lanes_ = 0;
        cell_order_.drop_waiting();
      }
    }
    if (is_stopped_) return false;
  }
  return true;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
