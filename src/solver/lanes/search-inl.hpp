// Search: a pool of lanes, each of which searches depth-first with a stack of its own.
//
//            lane 0   lane 1   lane 2   ...
//   node_      n        n        -        the node that each live lane is at
//   parked_    n        n        .        slot 0: siblings that wait, each in the column of the
//              n        .        .        slot 1  lane that left it there, so that parking and
//              ...                                fetching move no lane
//
// A loop of sweeps. When enough lanes have nothing to do (they died, were solved or stalled), they
// are served together: solutions are noted, stalled lanes branch, and idle lanes get work:
//   1. a sibling that has just come to be, if its puzzle has met a dead end and so will need it;
//   2. else their own last sibling, which is depth-first order;
//   3. else a new puzzle that was not decided at once (see fresh-inl.hpp);
//   4. else, when the input is at its end, the oldest sibling of the lane that has most.
// Siblings that nobody takes are parked. Without the first rule the search is right, too, but parks
// and fetches every sibling; without its condition it is breadth-first, and puzzles with several
// solutions, where the first child alone would do, take twice the guesses.
//
// Counting and enumerating are the same search with another end of a puzzle: its limit, or none.
// Between services the host is asked now and then whether to stop; whatever ends a run early leaves
// the pool as it was then, so start() must follow.
//
// Memory: a search allocates nothing. A lane's stack holds the siblings of a path. Each first child
// fixes a digit's minirow in a row, or minicolumn in a column, that was open; a band or stack has
// room for two such steps a digit (the third follows), so a path has at most 6 * 9 * 2 = 108 of
// them. A lane that has parked kTakeLimit does not take siblings of others.
//
// Measured (2026-11, Zen 5, GCC 12, one thread, AVX-512; the clock of the machine is noisy, trust
// the ratios). Of hardest.txt 60 % is sweeping; 7 services a puzzle of 0.28 us are the rest, each
// for some 10 dead and 10 stalled lanes, of which 7 give their sibling away, 2.5 park it and 2.5
// fetch one. Splitting takes 8 %, parking 7 %, fetching 6 %, forking 4 %. Served at 10, 12, 14, 16,
// 18, 20 of 32 lanes: 5.55, 5.48, 5.15, 5.06, 5.06, 5.03 us, although the sweeps grow from 20.6
// to 23.8 a puzzle. Without forks, fetching alone takes 23 %. What did not help: locked triples in
// every second sweep only (2 % faster with AVX-512, 2 to 10 % slower with AVX2 and 128 bits, and
// the guesses then depend on when a node came); siblings split in a block of their own, of which
// only those that are parked take a slot (1 % slower); parked siblings as 108 bytes in a row
// instead of a column (several.txt 20 % slower).
//
// The tree of a puzzle depends on the puzzle alone. All of it is searched unless a second solution
// ends it or it has kGuessBudget guesses, so the guesses of puzzles with one or no solution are
// exact, wherever they are in the batch.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

class Search {
 public:
  void start();
  bool solve(const Host& host, const Grid* puzzles, SolveResult* results, std::uint32_t size,
             KernelWork& work);
  bool count(const Host& host, const Grid* puzzles, std::uint64_t* counts, std::uint32_t size,
             std::uint64_t limit, KernelWork& work);
  bool enumerate(const Host& host, const Grid* puzzles, std::uint32_t size, KernelWork& work);

 private:
  static constexpr int kPathLimit = 108;
  static constexpr int kTakeLimit = 20;
  static constexpr int kSlots = kPathLimit + kTakeLimit;
  // Lanes are served when so many have nothing to do. Fewer: more service; more: idle lanes.
  static constexpr int kServedTogether = kLanes / 2;
  // Before a puzzle is given up: its guesses, and its nodes in cell order for the smallest
  // solution. The lanes take a puzzle of 17clue.txt or hardest.txt less than 400 guesses; there are
  // lines that one guess of the scalar search refutes and that would take the lanes a million.
  static constexpr int kGuessBudget = 2000;
  static constexpr int kCellOrderBudget = 300;
  static constexpr std::uint16_t kUnlimited = kGuessBudget + 1;
  // New puzzles are swept together until only so many need more sweeps.
  static constexpr int kFreshLeft = kLanes / 4;
  // A sweep and what it entails takes 0.2 to 1 us: the host is asked every millisecond at most.
  static constexpr std::uint64_t kSweepsBetweenLooks = 1024;

  // Siblings, those of a lane in its column.
  struct Parked {
    Block node;  // the child, where there are no options; else its parent
    Row puzzle;
    Row level;        // of its children
    Choices choices;  // options: those not yet taken
  };

  void run();
  void look_for_stop();

  void note_solutions();
  void note_results();
  void note_counts();
  void show_solutions();
  void note_boards(LaneSet lanes);
  void write_boards();
  void end_puzzle(std::uint32_t puzzle);

  void branch(LaneSet lanes);
  void give_up_smallest(LaneSet lanes);
  void give_up(std::uint32_t puzzle);
  LaneSet note_guesses(LaneSet lanes);
  void branch_in(int slot, LaneSet lanes);
  void branch_on_patterns(int slot, Row fewest, LaneSet lanes);
  void branch_in_order(int slot, LaneSet lanes);
  void park(int slot, const Choices& choices, LaneSet lanes);
  void fork(int slot, LaneSet from, LaneSet to);

  void fetch_own(LaneSet lanes);
  void pop(int lane);
  void note_height(int lane);
  bool has_ended(std::uint32_t puzzle) const;
  void steal();

  void take_new();
  bool load_fresh();
  void settle_fresh();

  LaneSet idle() const { return kAllLanes & ~live_; }
  int last_slot(int lane) const { return stack_[lane][height_[lane] - 1]; }

  Block node_;
  Block fresh_;   // new puzzles
  Block boards_;  // solutions to be written
  Parked parked_[kSlots];
  Row puzzle_;
  Row level_;   // branches above the node
  Row budget_;  // of a lane in cell order

  LaneSet live_;                        // lanes that are at a node
  LaneSet solved_;                      // lanes whose solution has not been noted
  LaneSet in_cell_order_;               // lanes that search the smallest solution
  LaneSet proving_;                     // lanes whose node is not on its puzzle's first descent
  LaneSet with_parked_;                 // lanes with siblings
  LaneSet can_take_;                    // lanes that may take siblings of others
  LaneSet free_[kSlots];                // the lanes in which a slot is free
  std::uint8_t stack_[kLanes][kSlots];  // slots: [bottom_, height_) are waiting
  std::uint8_t bottom_[kLanes];
  std::uint8_t height_[kLanes];

  LaneSet fresh_lanes_;  // lanes of fresh_ that nobody has taken
  bool fresh_in_cell_order_;
  Row fresh_puzzle_;
  Row board_puzzle_;
  int board_count_;
  // Of each puzzle. kGuessBudget: it was given up. kUnlimited: a solution was counted or shown.
  std::uint16_t guesses_[kMaxPuzzles];
  // Puzzles with several solutions of which the smallest is to be found. Before a load there are at
  // most kLanes - 1 and one a lane; a load of new puzzles adds kLanes.
  std::uint16_t several_[4 * kLanes];
  int several_count_;

  const Host* host_;
  const Grid* puzzles_;
  SolveResult* results_;
  std::uint64_t* counts_;  // null: enumerate
  std::uint32_t size_;
  std::uint32_t next_;     // the first puzzle that was not loaded
  std::uint64_t limit_;    // 0: solve; else count or enumerate
  std::uint64_t look_at_;  // the sweep at which the host is asked again
  bool is_stopped_;        // the run ends early
  KernelWork work_;
  Grid shown_[kLanes];  // the boards that a visitor looks at
};

inline void Search::start() {
  live_ = solved_ = in_cell_order_ = proving_ = with_parked_ = 0;
  can_take_ = kAllLanes;
  for (int slot = 0; slot < kSlots; ++slot) free_[slot] = kAllLanes;
  for (int lane = 0; lane < kLanes; ++lane) bottom_[lane] = height_[lane] = 0;
  fresh_lanes_ = 0;
  board_count_ = 0;
  several_count_ = 0;
  // Idle lanes are swept, too: any bits will do, but they have to be some.
  for (int i = 0; i < kRows; ++i) rows_of(node_)[i] = rows_of(boards_)[i] = set1(0);
}

inline bool Search::solve(const Host& host, const Grid* puzzles, SolveResult* results,
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

inline bool Search::count(const Host& host, const Grid* puzzles, std::uint64_t* counts,
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

inline bool Search::enumerate(const Host& host, const Grid* puzzles, std::uint32_t size,
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

inline void Search::run() {
  work_ = {};
  next_ = 0;
  look_at_ = kSweepsBetweenLooks;
  is_stopped_ = false;
  take_new();
  while (live_ != 0) {
    const Verdicts verdicts = sweep(node_);
    ++work_.sweeps;
    solved_ |= live_ & verdicts.solved;
    live_ &= ~(verdicts.dead | verdicts.solved);
    const LaneSet stalled = live_ & verdicts.stalled;
    if (count_lanes(live_ & ~stalled) > kLanes - kServedTogether) continue;
    if (solved_ != 0) note_solutions();
    if ((stalled & live_) != 0) branch(stalled & live_);
    if (work_.sweeps >= look_at_) look_for_stop();
    if (is_stopped_) return;
    if (const LaneSet lanes = idle() & with_parked_; lanes != 0) fetch_own(lanes);
    if (live_ != kAllLanes) take_new();
    if (live_ != kAllLanes && with_parked_ != 0) steal();
  }
}

inline void Search::look_for_stop() {
  look_at_ = work_.sweeps + kSweepsBetweenLooks;
  is_stopped_ = is_stopped_ || host_->should_stop(host_->context);
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
