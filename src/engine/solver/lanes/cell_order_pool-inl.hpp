// CellOrderPool: a pool of lanes that search in cell order, all in step.
//
// solve() must return the smallest of several solutions. The search in cell order finds it first. A
// branch gives the first open cell of the node, in row-major order, its smallest digit. If the cell
// has other digits, the branch also parks the node with these digits. Few nodes of such a search
// are dead ends. So it does not pay to sweep a node until nothing changes, which takes three sweeps
// or more. Instead, all lanes do the same round together:
//
//   1. Idle lanes take nodes that wait.
//   2. Lanes whose node was dead or solved continue with the next digit of the node that they
//      parked last. All other lanes branch on their first open cell.
//   3. The nodes are swept twice. The first sweep is a quick one.
//
// Every lane works in every round, so the lanes share the cost of steps 1 and 2. All nodes get the
// same number of sweeps, so the tree of a puzzle depends on the puzzle alone.
//
// A node branches after two sweeps, although further sweeps might still change it. The first
// solution is the smallest one all the same: sweeps only remove digits that no solution of the node
// has, and all cells before the first open cell are solved.
//
// Parked nodes are in slots, each in the column of its lane. The slots of a lane form a list:
//
//   top_[lane] -> slots_[top].below[lane] -> ... -> kNoSlot
//
// A round parks all its nodes in one slot if some slot is free in all lanes that park. So if the
// nodes of several lanes end in the same round, the last parked nodes of most of these lanes are in
// the same slot.
//
// Memory: allocates nothing. A path has at most one branch for each cell, so a lane needs kCells
// slots.
//
// docs/kernels/cell-order.md has what was measured and tried.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

class CellOrderPool {
 public:
  void start();

  // Queues the nodes of the lanes. They wait until lanes of the pool are idle. Returns the lanes
  // for which the queue had no room. `budget`: for each node, the number of rounds (1..32767) that
  // the search below it may take. After these rounds, the lane of this search is in Ended::spent.
  LaneMask enqueue(const Block& source, const LaneVector& puzzle, const LaneVector& budget,
                   LaneMask lanes);
  int count_waiting() const { return count_lanes(waiting_); }
  void drop_waiting() { waiting_ = 0; }
  bool is_full() const { return waiting_ == kAllLanes; }
  bool is_empty() const { return (waiting_ | live_) == 0; }

  // The lanes that cannot continue after a round. Call resume() or leave() for them before the next
  // round.
  struct Ended {
    LaneMask solved;  // the node holds a solution, the smallest one that was not found before
    LaneMask dead;
    LaneMask spent;  // the budget is spent; such a lane may also be solved or dead
  };
  Ended round(KernelWork& work);

  // Lets the lanes continue with the next digits of their last parked nodes. Returns the lanes that
  // cannot, because all of their nodes have been searched.
  LaneMask resume(LaneMask lanes);
  // Makes the lanes idle and drops their parked nodes.
  void leave(LaneMask lanes);
  // Returns the number of guesses since the last call. REQUIRES: at most 1,024 rounds between two
  // calls.
  std::uint64_t take_guesses();

  const Block& node() const { return node_; }
  const LaneVector& puzzle() const { return puzzle_; }

 private:
  static constexpr int kSlots = kCells;
  static constexpr int kNoSlot = kSlots;
  static constexpr int kQuickSweeps = 1;

  struct Slot {
    Block node;
    Choices choices;   // the digits that have not been tried
    LaneVector below;  // the slot of the node that the lane parked before this one
  };

  void take_waiting();
  void descend(LaneMask lanes);
  void park(const Choices& choices, LaneMask lanes);
  void park_in(int slot, const Choices& choices, LaneMask lanes);

  Block node_;
  Block waiting_node_;
  LaneVector puzzle_, waiting_puzzle_;
  LaneVector budget_, waiting_budget_;
  LaneVector guesses_;  // of each lane since take_guesses()
  Choices choices_;     // the next branches of the lanes of chosen_
  LaneVector top_;
  LaneMask live_, waiting_, chosen_;
  LaneMask free_[kSlots];
  Slot slots_[kSlots];
};

inline void CellOrderPool::start() {
  live_ = waiting_ = chosen_ = 0;
  for (LaneMask& lanes : free_) lanes = kAllLanes;
  top_ = set1(kNoSlot);
  puzzle_ = waiting_puzzle_ = budget_ = waiting_budget_ = guesses_ = set1(0);
  choices_ = {set1(0), set1(0)};
  // Idle lanes are swept and parked, too. Any value is fine for them, but it must be initialized.
  for (int i = 0; i < kRows; ++i) node_.row[i] = waiting_node_.row[i] = set1(0);
}

inline LaneMask CellOrderPool::enqueue(const Block& source, const LaneVector& puzzle,
                                       const LaneVector& budget, LaneMask lanes) {
  const auto [from, to, match] = hand_over(lanes, kAllLanes & ~waiting_);
  move_lanes(waiting_node_, source, match, to);
  move_lanes(waiting_puzzle_, puzzle, match, to);
  move_lanes(waiting_budget_, budget, match, to);
  waiting_ |= to;
  return lanes & ~from;
}

inline void CellOrderPool::take_waiting() {
  const LaneMask idle = kAllLanes & ~live_;
  if (idle == 0 || waiting_ == 0) return;
  const auto [from, to, match] = hand_over(waiting_, idle);
  move_lanes(node_, waiting_node_, match, to);
  move_lanes(puzzle_, waiting_puzzle_, match, to);
  move_lanes(budget_, waiting_budget_, match, to);
  waiting_ &= ~from;
  live_ |= to;
}

// Prepares a branch on the first open cell of each lane: choices_ gets the cell and its digits. If
// the cell has more than one digit, parks the node with all digits except the smallest one.
inline void CellOrderPool::descend(LaneMask lanes) {
  const Choices first = first_open_cells(node_, lanes);
  choices_.place = select(lanes, first.place, choices_.place);
  choices_.options = select(lanes, first.options, choices_.options);
  const LaneVector others = without_lowest_bit(first.options);
  const LaneMask parking = lanes_with_any(others);
  if (parking == 0) return;
  guesses_ = add(guesses_, popcount(others));
  park({first.place, others}, parking);
}

inline void CellOrderPool::park(const Choices& choices, LaneMask lanes) {
  // Use the first slot that is free in all lanes of `lanes`. If there is no such slot, use several.
  for (int slot = 0; slot < kSlots; ++slot) {
    if ((free_[slot] & lanes) != lanes) continue;
    park_in(slot, choices, lanes);
    return;
  }
  for (int slot = 0; lanes != 0; ++slot) {
    const LaneMask room = free_[slot] & lanes;
    if (room != 0) park_in(slot, choices, room);
    lanes &= ~room;
  }
}

// REQUIRES: the slot is free in the lanes.
inline void CellOrderPool::park_in(int slot, const Choices& choices, LaneMask lanes) {
  Slot& to = slots_[slot];
  const LaneMask written = free_[slot] == kAllLanes ? kAllLanes : lanes;
  copy_lanes(to.node, node_, written);
  to.choices.place = select(written, choices.place, to.choices.place);
  to.choices.options = select(written, choices.options, to.choices.options);
  to.below = select(written, top_, to.below);
  top_ = select(lanes, set1(slot), top_);
  free_[slot] &= ~lanes;
}

inline std::uint64_t CellOrderPool::take_guesses() {
  const std::uint64_t sum = sum_of_lanes(guesses_, kAllLanes);
  guesses_ = set1(0);
  return sum;
}

inline LaneMask CellOrderPool::resume(LaneMask lanes) {
  const LaneMask finished = lanes & lanes_equal(top_, set1(kNoSlot));
  lanes &= ~finished;
  chosen_ |= lanes;
  while (lanes != 0) {
    const int slot = get(top_, first_lane(lanes));
    const LaneMask here = lanes & lanes_equal(top_, set1(slot));
    lanes &= ~here;
    Slot& from = slots_[slot];
    copy_lanes(node_, from.node, here);
    choices_.place = select(here, from.choices.place, choices_.place);
    choices_.options = select(here, from.choices.options, choices_.options);
    const LaneVector others = without_lowest_bit(from.choices.options);
    from.choices.options = select(here, others, from.choices.options);
    const LaneMask emptied = here & ~lanes_with_any(others);
    top_ = select(emptied, from.below, top_);
    free_[slot] |= emptied;
  }
  return finished;
}

inline void CellOrderPool::leave(LaneMask lanes) {
  live_ &= ~lanes;
  chosen_ &= ~lanes;
  for (LaneMask& slot : free_) slot |= lanes;
  top_ = select(lanes, set1(kNoSlot), top_);
}

DOKUMILL_ALIGNED inline CellOrderPool::Ended CellOrderPool::round(KernelWork& work) {
  take_waiting();
  const LaneMask descending = live_ & ~chosen_;
  if (descending != 0) descend(descending);
  take_lowest(node_, choices_);
  const LaneMask closed = live_ & ~lanes_with_any(choices_.options);
  chosen_ = 0;
  for (int i = 0; i < kQuickSweeps; ++i) sweep<Thoroughness::kQuick>(node_);
  const Verdicts verdicts = sweep(node_);
  work.sweeps += kQuickSweeps + 1;
  Ended ended{live_ & verdicts.solved, live_ & verdicts.dead, 0};
  ended.dead |=
      closed & verdicts.stalled & ~ended.solved;  // no cell is open, but the node is not solved
  budget_ = add(budget_, set1(-1));
  ended.spent = live_ & lanes_equal(budget_, set1(0));
  return ended;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
