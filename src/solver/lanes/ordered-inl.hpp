// OrderedPool: a pool of lanes that search in cell order, all in step.
//
// Of several solutions the smallest is wanted. The search in cell order finds it first: it gives the
// first open cell of the node, in row-major order, its smallest digit, and parks the node if there
// are other digits. Few of these nodes are dead ends. So it does not pay to sweep a node until
// nothing changes, which takes three sweeps or more. Instead all lanes do the same round together:
//
//   1. Idle lanes take nodes that wait.
//   2. Lanes whose node was dead or solved take the next digit of the last node that they parked. All
//      other lanes branch on their first open cell.
//   3. The nodes are swept twice. The first sweep is a quick one.
//
// Every lane works in every round, so the lanes share the cost of steps 1 and 2. All nodes get the
// same number of sweeps, so the tree of a puzzle depends on the puzzle alone.
//
// The first solution is the smallest one, although a node may change in further sweeps: sweeps only
// remove digits that no solution of the node has, and all cells before the first open cell are
// solved.
//
// Parked nodes are in slots, each in the column of its lane. The slots of a lane form a list:
//
//   top_[lane] -> slots_[top].below[lane] -> ... -> kNoSlot
//
// A round parks the nodes of all lanes in one slot, as long as a slot is free in all these lanes. So
// most lanes that end in the same round find their last node in the same slot, too.
//
// Memory: allocates nothing. A path has a branch for each cell at most, so a lane needs kCells slots.
//
// Measured (2026-11, Sapphire Rapids, GCC 12, AVX-512), puzzles with several solutions (make_puzzles
// several), without reading and printing: 760 ns a puzzle with the search before this one, which mixed
// both orders in one pool and swept until nothing changed; 500 ns now. Steps of the change:
// - A pool of its own, all lanes in step: 650 ns. With two (four) sweeps a round: 690 (670) ns.
// - Branches by logic instead of masks of lanes: 610 ns.
// - A better choice of the puzzles (order-inl.hpp): 565 ns.
// - Quick sweeps: 545 ns. With three of them in a round, 2 % faster for sets with few clues, but 5 %
//   slower for random holes; with one, slower for all.
// - Shorter sweeps (sweep-inl.hpp), and 26 rounds instead of 20 before a puzzle leaves: 500 ns.
// - Since a sweep has stages, there is one quick sweep in a round instead of two: 27 % fewer sweeps
//   than before the stages, and with two of them 11 % fewer, which gained nothing.
//
// A round was 3 sweeps of about 0.2 us and 0.35 us for everything else. A puzzle takes 7 rounds, 0.9
// of them for the second solution. Sweeping once before each branch finds dead ends too late: 34
// branches a puzzle instead of 6.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

class OrderedPool {
 public:
  void start();

  // Lets the nodes of the lanes wait until lanes are idle. Returns the lanes for which there was no
  // room. `budget`: rounds before `spent`, 1..32767.
  LaneMask enqueue(const Block& source, const LaneVector& puzzle, const LaneVector& budget,
                   LaneMask lanes);
  int count_waiting() const { return count_lanes(waiting_); }
  void drop_waiting() { waiting_ = 0; }
  bool is_full() const { return waiting_ == kAllLanes; }
  bool is_empty() const { return (waiting_ | live_) == 0; }

  // The lanes that cannot go on after a round. Call resume() or leave() for them before the next one.
  struct Ended {
    LaneMask solved;  // the node holds a solution: the smallest one that was not found before
    LaneMask dead;
    LaneMask spent;  // the budget is spent; such a lane may also be solved or dead
  };
  Ended round(KernelWork& work);

  // The lanes continue with the next digits of their last open cells. Returns those that cannot,
  // because all of their nodes have been searched.
  LaneMask resume(LaneMask lanes);
  // The lanes become idle.
  void leave(LaneMask lanes);
  // The guesses since the last call. REQUIRES: at most 1,024 rounds between two calls.
  std::uint64_t take_guesses();

  const Block& node() const { return node_; }
  const LaneVector& puzzle() const { return puzzle_; }

 private:
  static constexpr int kSlots = kCells;
  static constexpr int kNoSlot = kSlots;
  static constexpr int kQuickSweeps = 1;

  struct Slot {
    Block node;
    Choices choices;   // the digits that were not tried
    LaneVector below;  // the slot of the node that the lane parked before
  };

  void take_waiting();
  void descend(LaneMask lanes);
  void park(const Choices& choices, LaneMask lanes);
  void park_in(int slot, const Choices& choices, LaneMask lanes);

  Block node_;
  Block waiting_node_;
  LaneVector puzzle_, waiting_puzzle_;
  LaneVector budget_, waiting_budget_;
  LaneVector guesses_;  // of the last rounds, in each lane
  Choices choices_;     // what the lanes of chosen_ do next
  LaneVector top_;
  LaneMask live_, waiting_, chosen_;
  LaneMask free_[kSlots];
  Slot slots_[kSlots];
};

inline void OrderedPool::start() {
  live_ = waiting_ = chosen_ = 0;
  for (LaneMask& lanes : free_) lanes = kAllLanes;
  top_ = set1(kNoSlot);
  puzzle_ = waiting_puzzle_ = budget_ = waiting_budget_ = guesses_ = set1(0);
  choices_ = {set1(0), set1(0)};
  // Idle lanes are swept and parked, too. Any value is fine for them, but it must be initialized.
  for (int i = 0; i < kRows; ++i) rows_of(node_)[i] = rows_of(waiting_node_)[i] = set1(0);
}

inline LaneMask OrderedPool::enqueue(const Block& source, const LaneVector& puzzle,
                                     const LaneVector& budget, LaneMask lanes) {
  const auto [from, to, match] = hand_over(lanes, kAllLanes & ~waiting_);
  move_lanes(waiting_node_, source, match, to);
  move_lanes(waiting_puzzle_, puzzle, match, to);
  move_lanes(waiting_budget_, budget, match, to);
  waiting_ |= to;
  return lanes & ~from;
}

inline void OrderedPool::take_waiting() {
  const LaneMask idle = kAllLanes & ~live_;
  if (idle == 0 || waiting_ == 0) return;
  const auto [from, to, match] = hand_over(waiting_, idle);
  move_lanes(node_, waiting_node_, match, to);
  move_lanes(puzzle_, waiting_puzzle_, match, to);
  move_lanes(budget_, waiting_budget_, match, to);
  waiting_ &= ~from;
  live_ |= to;
}

// Gives the first open cell of each lane its smallest digit and parks the node if there are others.
inline void OrderedPool::descend(LaneMask lanes) {
  const Choices first = first_open_cells(node_, lanes);
  choices_.place = select(lanes, first.place, choices_.place);
  choices_.options = select(lanes, first.options, choices_.options);
  const LaneVector others = without_lowest_bit(first.options);
  const LaneMask parking = lanes_with_any(others);
  if (parking == 0) return;
  guesses_ = add(guesses_, popcount(others));
  park({first.place, others}, parking);
}

inline void OrderedPool::park(const Choices& choices, LaneMask lanes) {
  // Use the first slot that is free in all lanes. If there is no such slot, use several.
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
inline void OrderedPool::park_in(int slot, const Choices& choices, LaneMask lanes) {
  Slot& to = slots_[slot];
  const LaneMask written = free_[slot] == kAllLanes ? kAllLanes : lanes;
  copy_lanes(to.node, node_, written);
  to.choices.place = select(written, choices.place, to.choices.place);
  to.choices.options = select(written, choices.options, to.choices.options);
  to.below = select(written, top_, to.below);
  top_ = select(lanes, set1(slot), top_);
  free_[slot] &= ~lanes;
}

inline std::uint64_t OrderedPool::take_guesses() {
  const std::uint64_t sum = sum_of_lanes(guesses_, kAllLanes);
  guesses_ = set1(0);
  return sum;
}

inline LaneMask OrderedPool::resume(LaneMask lanes) {
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

inline void OrderedPool::leave(LaneMask lanes) {
  live_ &= ~lanes;
  chosen_ &= ~lanes;
  for (LaneMask& slot : free_) slot |= lanes;
  top_ = select(lanes, set1(kNoSlot), top_);
}

DOKUMILL_ALIGNED inline OrderedPool::Ended OrderedPool::round(KernelWork& work) {
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
