// LaneSearch: a pool of lanes, each of which searches depth-first with a stack of its own.
//
//            lane 0   lane 1   lane 2   ...
//   node_      n        n        -        the current node of each live lane
//   parked_    n        n        .        slot 0
//              n        .        .        slot 1
//              ...
//
// n: a node; -: an idle lane; .: a free place. The slots hold siblings that wait, each in the
// column of the lane that parked it. So parking and fetching move no node from one lane to another.
//
// The search is a loop of sweeps. When enough lanes have nothing to do (their nodes are dead,
// solved or stalled), a service handles all of these lanes together. It records solutions, divides
// the nodes of stalled lanes, and supplies idle lanes with work:
//   1. a sibling that was just created, if its puzzle has met a dead end and so will need the
//      sibling;
//   2. else the sibling that the lane itself parked last, which is depth-first order;
//   3. else a new puzzle that the intake has not decided (see intake-inl.hpp);
//   4. else, at the end of the input, the oldest sibling of the lane that has most siblings.
//
// Siblings that no lane takes are parked. Without rule 1 the search is correct, too, but it parks
// and fetches every sibling. Without the condition of rule 1 the search is breadth-first. Then it
// visits siblings although the first child of each node would be enough, so puzzles with several
// solutions take twice the guesses.
//
// If solve() needs the smallest of several solutions, the puzzle can leave this pool. It goes to
// another pool, which searches in cell order (cell_order_pool-inl.hpp, cell_order_search-inl.hpp).
//
// Counting and enumerating use the same search. Only the end of a puzzle differs: a count ends at
// its limit, and an enumeration has no limit. After a service, the kernel asks the host from time
// to time whether to stop. If a run ends early, the pool keeps its contents, so call start() before
// the next run.
//
// Memory: a search allocates nothing. A lane's stack holds the siblings of one path. Each branch
// takes a row (or column) in which the place of a digit is open, and its first child fixes the
// digit's minirow (or minicolumn) there. In a band or stack, at most two such branches per digit
// are possible, because two of them determine the digit's minirow (or minicolumn) in the third row
// (or column). So a path has at most 6 * 9 * 2 = 108 siblings. A lane that has parked kTakeLimit
// siblings does not take siblings of other lanes.
//
// docs/kernels/search.md has where the time goes, what was tried, and an example.
//
// The tree of a puzzle depends on the puzzle alone. The search visits the whole tree unless a
// second solution ends it or the puzzle has taken kGuessBudget guesses. So the number of guesses of
// a puzzle with one or no solution does not depend on the other puzzles of the call, with one
// exception: if the other puzzles are easy, the puzzle may be solved in bit planes
// (plane_solver-inl.hpp).

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

class LaneSearch {
 public:
  void start(const PlaneKernel* planes, void* plane_workspace);
  bool solve(const Host& host, const Grid* puzzles, SolveResult* results, std::uint32_t size,
             KernelWork& work);
  bool count(const Host& host, const Grid* puzzles, std::uint64_t* counts, std::uint32_t size,
             std::uint64_t limit, KernelWork& work);
  bool enumerate(const Host& host, const Grid* puzzles, std::uint32_t size, KernelWork& work);

 private:
  static constexpr int kPathLimit = 108;
  static constexpr int kTakeLimit = 20;
  static constexpr int kSlots = kPathLimit + kTakeLimit;
  // A service begins when this many lanes have nothing to do. With a lower number, there are more
  // services; with a higher one, more lanes are idle.
  static constexpr int kServedTogether = kLanes / 2;
  // A puzzle is given up after kGuessBudget guesses. In the lanes, every puzzle of 17clue.txt or
  // hardest.txt takes fewer than 400 guesses. There are puzzles that the scalar search refutes with
  // one guess, but the lanes only with a million. kCellOrderBudget limits the rounds in cell order
  // of a puzzle that cannot have exactly one solution: it is known to have several, or it has fewer
  // than 17 clues. After these rounds, leave_cell_order() handles the puzzle.
  static constexpr int kGuessBudget = 2000;
  static constexpr int kCellOrderBudget = 300;
  // The limit of the rounds for a new puzzle with 17 or more clues that is searched in cell order.
  // Most puzzles with several solutions take about ten rounds (docs/kernels/cell-order.md has other
  // limits).
  static constexpr int kFirstCellOrderBudget = 26;
  static constexpr std::uint16_t kUnlimited = kGuessBudget + 1;
  // New puzzles are swept together until at most this many need more sweeps.
  static constexpr int kIntakeLeft = kLanes / 4;
  // The puzzles of a call are easy if settle_intake() takes at most kEasySweeps sweeps for the
  // first kLanes puzzles, and leaves at most kEasyLeft of them undecided. With kIntakeLeft instead
  // of kEasyLeft, a tenth of the calls with 1,024 puzzles of 31 to 45 clues did not use bit planes.
  static constexpr std::uint64_t kEasySweeps = 8;
  static constexpr int kEasyLeft = kLanes * 5 / 16;
  // The search order of a new puzzle with few clues (order_choice-inl.hpp) is chosen after this
  // many sweeps, or earlier if the node stalls. So this choice depends on the puzzle alone.
  static constexpr int kSweepsBeforeOrder = 5;
  // A sweep, with the work that follows it, takes 0.2 to 1 us. So the kernel asks the host about
  // once in 0.2 to 1 ms whether to stop.
  static constexpr std::uint64_t kSweepsBetweenLooks = 1024;

  // A slot of siblings. The sibling of a lane is in the lane's column.
  struct Parked {
    Block node;
    LaneVector puzzle;
  };

  void run();
  void look_for_stop();

  void note_solutions();
  void note_results();
  void note_counts();
  void show_solutions();
  void note_boards(const Block& node, const LaneVector& puzzle, LaneMask lanes);
  void write_boards();
  void end_puzzle(std::uint32_t puzzle);

  void branch(LaneMask lanes);
  void give_up(std::uint32_t puzzle);
  LaneMask note_guesses(LaneMask lanes);
  void branch_in(int slot, LaneMask lanes);
  void park(int slot, LaneMask lanes);
  void fork(int slot, LaneMask from, LaneMask to);

  void fetch_own(LaneMask lanes);
  void pop(int lane);
  void note_height(int lane);
  bool has_ended(std::uint32_t puzzle) const;
  void steal();

  void take_new();
  bool take_puzzle(std::uint16_t& puzzle);
  bool load_intake();
  void sweep_intake(LaneMask& open, LaneMask& solved);
  int settle_intake();
  void settle_again();

  void start_cell_order(const Block& source, const LaneVector& puzzle, const LaneVector& budget,
                        LaneMask lanes);
  void search_cell_order(bool to_end);
  LaneMask note_cell_order(LaneMask solved);
  void leave_cell_order(LaneMask lanes);

  LaneMask idle() const { return kAllLanes & ~live_; }
  int last_slot(int lane) const { return stack_[lane][height_[lane] - 1]; }

  Block node_;
  Block intake_;       // new puzzles that have not entered the pool
  BoardQueue boards_;  // solutions that wait for write_boards()
  Parked parked_[kSlots];
  LaneVector puzzle_;
  LaneVector clues_;  // numbers of clues; only the lanes of unordered_ are used

  LaneMask live_;                       // lanes that have a node
  LaneMask solved_;                     // lanes whose solution has not been recorded
  LaneMask unordered_;                  // lanes whose order is chosen at their first branch
  LaneMask proving_;                    // lanes whose node is a sibling or descends from one
  LaneMask with_parked_;                // lanes with parked siblings
  LaneMask can_take_;                   // lanes that may take siblings of other lanes
  LaneMask free_[kSlots];               // the lanes in which a slot is free
  std::uint8_t stack_[kLanes][kSlots];  // entries [bottom_, height_) are slots of waiting siblings
  std::uint8_t bottom_[kLanes];
  std::uint8_t height_[kLanes];

  LaneMask intake_lanes_;      // lanes of intake_ whose puzzles wait for a lane of the pool
  bool intake_is_again_;       // the puzzles of intake_ come from again_
  LaneMask intake_unordered_;  // the same as unordered_, for intake_
  LaneVector intake_clues_;
  LaneVector intake_puzzle_;
  // Guesses of each puzzle. kGuessBudget: the puzzle was given up. kUnlimited: a solution was
  // counted or shown, so the puzzle is never given up.
  std::uint16_t guesses_[kMaxPuzzles];
  // Puzzles that are searched again. Either several solutions were found and the smallest one is
  // needed, or the search in cell order ended undecided. load_intake() reads up to kLanes new
  // puzzles only while fewer than kLanes puzzles are in this list. At that time, at most kLanes
  // puzzles are in the pool, and at most 2 * kLanes in the CellOrderPool. All of these puzzles, and
  // the new ones, may enter the list. So the list needs fewer than 5 * kLanes places.
  std::uint16_t again_[5 * kLanes];
  int again_count_;

  const Host* host_;
  const Grid* puzzles_;
  SolveResult* results_;
  std::uint64_t* counts_;  // null: enumerate
  std::uint32_t size_;
  std::uint32_t next_;     // the first puzzle that has not been loaded
  std::uint64_t limit_;    // 0: solve; else count or enumerate
  std::uint64_t look_at_;  // the sweep after which the host is asked again
  bool is_stopped_;        // the run ends early
  KernelWork work_;
  Grid shown_[kLanes];  // the boards that the visitor gets
  PlaneSolver planes_;
  CellOrderPool cell_order_;
  bool with_planes_;  // the next block of puzzles is solved in planes
};

inline void LaneSearch::start(const PlaneKernel* planes, void* plane_workspace) {
  live_ = solved_ = unordered_ = proving_ = with_parked_ = 0;
  can_take_ = kAllLanes;
  for (int slot = 0; slot < kSlots; ++slot) free_[slot] = kAllLanes;
  for (int lane = 0; lane < kLanes; ++lane) bottom_[lane] = height_[lane] = 0;
  intake_lanes_ = 0;
  boards_.clear();
  again_count_ = 0;
  planes_.start(planes, plane_workspace);
  cell_order_.start();
  // Idle lanes are swept, too. Any value is fine for them, but it must be initialized.
  for (int i = 0; i < kRows; ++i) node_.row[i] = set1(0);
}

inline bool LaneSearch::solve(const Host& host, const Grid* puzzles, SolveResult* results,
                              std::uint32_t size, KernelWork& work) {
  host_ = &host;
  puzzles_ = puzzles;
  results_ = results;
  size_ = size;
  limit_ = 0;
  run();
  write_boards();
  work = work_;
  return !is_stopped_;
}

inline bool LaneSearch::count(const Host& host, const Grid* puzzles, std::uint64_t* counts,
                              std::uint32_t size, std::uint64_t limit, KernelWork& work) {
  host_ = &host;
  puzzles_ = puzzles;
  counts_ = counts;
  size_ = size;
  limit_ = limit;
  run();
  work = work_;
  return !is_stopped_;
}

inline bool LaneSearch::enumerate(const Host& host, const Grid* puzzles, std::uint32_t size,
                                  KernelWork& work) {
  host_ = &host;
  puzzles_ = puzzles;
  counts_ = nullptr;
  size_ = size;
  limit_ = ~std::uint64_t{0};
  run();
  work = work_;
  return !is_stopped_;
}

DOKUMILL_ALIGNED inline void LaneSearch::run() {
  work_ = {};
  next_ = 0;
  with_planes_ = false;
  look_at_ = kSweepsBetweenLooks;
  is_stopped_ = false;
  take_new();
  while (!is_stopped_) {
    if (live_ == 0) {
      // Only puzzles in cell order are left. Some of them may return to this pool.
      if (cell_order_.is_empty()) return;
      search_cell_order(true);
      take_new();
      continue;
    }
    const Verdicts verdicts = sweep(node_);
    ++work_.sweeps;
    solved_ |= live_ & verdicts.solved;
    live_ &= ~(verdicts.dead | verdicts.solved);
    const LaneMask stalled = live_ & verdicts.stalled;
    if (count_lanes(live_ & ~stalled) > kLanes - kServedTogether) continue;
    if (solved_ != 0) note_solutions();
    if ((stalled & live_) != 0) branch(stalled & live_);
    if (work_.sweeps >= look_at_) look_for_stop();
    if (is_stopped_) return;
    if (const LaneMask lanes = idle() & with_parked_; lanes != 0) fetch_own(lanes);
    if (live_ != kAllLanes) take_new();
    if (live_ != kAllLanes && with_parked_ != 0) steal();
  }
}

inline void LaneSearch::look_for_stop() {
  look_at_ = work_.sweeps + kSweepsBetweenLooks;
  is_stopped_ = is_stopped_ || host_->should_stop(host_->context);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
