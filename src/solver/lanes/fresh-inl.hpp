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

inline void Search::take_new() {
  for (LaneSet empty = idle() & ~with_parked_; empty != 0;) {
    if (fresh_lanes_ == 0 && !load_fresh()) return;
    const int offered = count_lanes(fresh_lanes_), wanted = count_lanes(empty);
    const int count = offered < wanted ? offered : wanted;
    const LaneSet from = lowest_lanes(fresh_lanes_, count), taken = lowest_lanes(empty, count);
    fresh_lanes_ &= ~from;
    empty &= ~taken;
    const Permutation match = match_lanes(from, taken);
    move_lanes(node_, fresh_, match, taken);
    move_lanes(puzzle_, fresh_puzzle_, match, taken);
    level_ = select(taken, set1(0), level_);
    budget_ = select(taken, set1(kCellOrderBudget), budget_);
    live_ |= taken;
    proving_ &= ~taken;
    in_cell_order_ = fresh_in_cell_order_ ? in_cell_order_ | taken : in_cell_order_ & ~taken;
  }
}

// Sweeps the new puzzles until most of them are solved, dead or in need of a branch. Records the
// solved puzzles. The pool takes the undecided ones.
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
  if (solved == 0 || is_shown) return;  // when enumerating, the pool shows solutions to the visitor
  fresh_lanes_ &= ~solved;
  std::uint8_t nobody[kCells];
  std::uint8_t* boards[kLanes];
  for (int i = 0; i < kLanes; ++i) boards[i] = nobody;
  for (; solved != 0; solved &= solved - 1) {
    const int lane = first_lane(solved);
    const std::uint32_t puzzle = get(fresh_puzzle_, lane);
    if (limit_ != 0) {
      counts_[puzzle] = 1;
    } else {
      results_[puzzle].solutions = Solutions::kOne;
      boards[lane] = results_[puzzle].solution.cells.data();
    }
  }
  if (limit_ == 0) write_grids(fresh_, boards);
}

// Reads the next puzzles into fresh_. Returns false when no puzzles are left.
inline bool Search::load_fresh() {
  while (fresh_lanes_ == 0) {
    std::uint16_t puzzles[kLanes] = {};
    int count = 0;
    fresh_in_cell_order_ = several_count_ >= kLanes || next_ == size_;
    if (fresh_in_cell_order_) {
      while (several_count_ != 0 && count < kLanes) puzzles[count++] = several_[--several_count_];
    } else {
      while (next_ != size_ && count < kLanes) {
        if (limit_ == 0) results_[next_].solutions = Solutions::kNone;
        guesses_[next_] = 0;
        puzzles[count++] = static_cast<std::uint16_t>(next_++);
      }
    }
    if (count == 0) return false;
    const std::uint8_t* grids[kLanes];
    for (int i = 0; i < kLanes; ++i) grids[i] = puzzles_[puzzles[i]].cells.data();
    Row givens[kCells];
    read_grids(grids, givens);
    fresh_lanes_ = first_lanes(count) & ~start_nodes(givens, fresh_);
    std::memcpy(&fresh_puzzle_, puzzles, sizeof puzzles);
    if (!fresh_in_cell_order_) settle_fresh();
  }
  return true;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
