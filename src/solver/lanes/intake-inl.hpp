// New puzzles: reads as many puzzles as there are lanes and sweeps them together until most of them
// are decided. Only the rest enters the pool of lanes, so easy puzzles never pass through it.
//
// Measured (AVX-512, easy33.txt), when the common sweeps end with N of 32 puzzles left:
//
//   N               3     5     8    12    16
//   ns per puzzle  47.9  47.5  46.6  46.6  47.7
//
// When all puzzles passed through the pool, a puzzle took 65 ns.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

inline void LaneSearch::take_new() {
  for (LaneMask empty = idle() & ~with_parked_; empty != 0;) {
    if (intake_lanes_ == 0 && !load_intake()) return;
    const int offered = count_lanes(intake_lanes_), wanted = count_lanes(empty);
    const int count = offered < wanted ? offered : wanted;
    const LaneMask from = lowest_lanes(intake_lanes_, count), taken = lowest_lanes(empty, count);
    intake_lanes_ &= ~from;
    empty &= ~taken;
    const Permutation match = match_lanes(from, taken);
    move_lanes(node_, intake_, match, taken);
    move_lanes(puzzle_, intake_puzzle_, match, taken);
    // A puzzle that left cell order must not return to it, which only level 0 does.
    level_ = select(taken, set1(intake_is_again_ ? 1 : 0), level_);
    move_lanes(budget_, intake_budget_, match, taken);
    live_ |= taken;
    proving_ &= ~taken;
    const LaneVector in_order = permute(match, row_of(intake_in_order_));
    in_cell_order_ = (in_cell_order_ & ~taken) | (taken & lanes_with_any(in_order));
  }
}

inline void LaneSearch::sweep_intake(LaneMask& open, LaneMask& solved) {
  const Verdicts verdicts = sweep(intake_);
  ++work_.sweeps;
  solved |= open & verdicts.solved;
  intake_lanes_ &= ~(open & verdicts.dead);
  open &= ~(verdicts.dead | verdicts.solved | verdicts.stalled);
}

// Sweeps the new puzzles until most of them are solved, dead or in need of a branch. Records the
// solved puzzles and chooses the order of the undecided ones, which the pool takes.
inline void LaneSearch::settle_intake() {
  LaneMask open = intake_lanes_;
  LaneMask solved = 0;
  if (limit_ == 0) {
    intake_in_order_ = cell_order_by_clues(intake_clues_);
    intake_budget_ =
        select(below_unique(intake_clues_), set1(kCellOrderBudget), set1(kFirstCellOrderBudget));
    const LaneMask scored = scored_by_clues(intake_clues_);
    for (int i = 0; i < kSweepsBeforeScore; ++i) {
      if (count_lanes(open) <= kIntakeLeft && (open & scored) == 0) break;
      sweep_intake(open, solved);
    }
    if ((scored & intake_lanes_ & ~solved) != 0) {
      intake_in_order_ |= scored & cell_order_by_freedom(intake_, intake_clues_);
    }
  }
  while (count_lanes(open) > kIntakeLeft) sweep_intake(open, solved);
  const bool is_shown = limit_ != 0 && counts_ == nullptr;
  if (solved == 0 || is_shown) return;  // when enumerating, the pool shows solutions to the visitor
  intake_lanes_ &= ~solved;
  std::uint8_t nobody[kCells];
  std::uint8_t* boards[kLanes];
  for (int i = 0; i < kLanes; ++i) boards[i] = nobody;
  for (; solved != 0; solved &= solved - 1) {
    const int lane = first_lane(solved);
    const std::uint32_t puzzle = get(intake_puzzle_, lane);
    if (limit_ != 0) {
      counts_[puzzle] = 1;
    } else {
      results_[puzzle].solutions = Solutions::kUnique;
      boards[lane] = results_[puzzle].solution.cells.data();
    }
  }
  if (limit_ == 0) write_grids(intake_, boards);
}

// The next puzzle that has not been solved in planes. Returns false when no puzzles are left.
inline bool LaneSearch::take_puzzle(std::uint16_t& puzzle) {
  while (!planes_.has_left()) {
    if (next_ == size_) return false;
    if (with_planes_ && size_ - next_ >= PlaneStage::kBlock) {
      with_planes_ = planes_.solve(puzzles_, results_, next_, work_.sweeps);
      next_ += PlaneStage::kBlock;
      continue;
    }
    if (limit_ == 0) results_[next_].solutions = Solutions::kUnsolvable;
    puzzle = static_cast<std::uint16_t>(next_++);
    return true;
  }
  puzzle = planes_.take_left();
  return true;
}

// Reads the next puzzles into intake_. Returns false when no puzzles are left.
inline bool LaneSearch::load_intake() {
  while (intake_lanes_ == 0) {
    const bool is_probe = next_ == 0 && !with_planes_ && limit_ == 0 && size_ >= PlaneStage::kBlock;
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
    intake_in_order_ = 0;
    intake_budget_ = set1(kCellOrderBudget);
    std::memcpy(&intake_puzzle_, puzzles, sizeof puzzles);
    if (!intake_is_again_) {
      const std::uint64_t sweeps = work_.sweeps;
      settle_intake();
      if (is_probe && work_.sweeps - sweeps <= kEasySweeps &&
          count_lanes(intake_lanes_) <= kIntakeLeft) {
        // The puzzles are easy: start again, with planes.
        with_planes_ = true;
        next_ = 0;
        intake_lanes_ = 0;
      }
      continue;
    }
    for (int i = 0; i < count; ++i) {
      const bool has_several = results_[puzzles[i]].solutions == Solutions::kMultiple;
      if (has_several) intake_in_order_ |= one_lane(i);
    }
  }
  return true;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
