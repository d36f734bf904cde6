// Search: a pool of lanes, each of which searches depth-first with a stack of its own.
//
//            lane 0   lane 1   lane 2   ...
//   node_      n        n        -        the node that each live lane is at
//   parked_    n        n        .        slot 0: siblings that wait, each in the column of the
//              n        .        .        slot 1  lane that left it there, so that parking and
//              ...                                fetching move no lane
//
// A loop of sweeps. When enough lanes have nothing to do (they died, were solved or stalled), they
// are served together: solutions are noted, stalled lanes branch (the second child is parked), and
// empty lanes take their own last sibling, else a new puzzle, else, when the input is at its end,
// the oldest sibling of the lane that has most. So a puzzle is searched depth-first by one lane
// while there are others, and by all lanes when it is the last.
//
// A lane's stack holds siblings of one path. Each first child fixes a digit's minirow in a row, or
// minicolumn in a column, that was open; a band or stack has room for two such steps a digit (the
// third row follows), so a path has at most 6 * 9 * 2 = 108 of them: kSlots. Memory is bounded by
// that, and a search allocates nothing.
//
// The tree of a puzzle depends on the puzzle alone. All of it is searched unless a second solution
// ends it, so the guesses of puzzles with one or no solution are exact, wherever they are in the
// batch.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

class Search {
 public:
  void start();
  void solve(const Host& host, const Grid* puzzles, SolveResult* results, std::uint32_t size,
             KernelWork& work);
  std::uint64_t count(const Grid& puzzle, std::uint64_t limit, KernelWork& work);

 private:
  static constexpr int kSlots = 108;
  // Lanes are served when so many have nothing to do. Fewer: more service; more: idle lanes.
  static constexpr int kServedTogether = kLanes * 5 / 16;
  // From this level (branches above the node) on, the search branches on the smallest cell. A
  // search that got so deep is in a puzzle with few clues and few digits, where patterns explode.
  static constexpr int kDeep = 14;
  // The smallest solution: nodes in cell order before the puzzle is left to the host.
  static constexpr int kCellOrderBudget = 300;

  static constexpr std::uint8_t kPattern = 255;
  struct Entry {
    std::uint8_t slot;
    std::uint8_t level;    // of its children
    std::uint8_t cell;     // kPattern: the parked node is the child; else its parent, and
    std::uint16_t digits;  // these digits of the cell are the children
  };

  void run();
  void note_solutions(LaneSet solved);
  void note_board(int lane);
  void end_puzzle(std::uint32_t puzzle);
  void drop_lane(int lane);
  void branch(LaneSet stalled);
  void branch_in(int slot, LaneSet lanes);
  void park(int slot, int lane, int cell, int digits);
  void fetch_own(LaneSet lanes);
  void take_child(int lane, Entry& entry);
  void pop_if_done(int lane);
  void take_new();
  bool load_fresh();
  void steal();
  void write_boards();

  LaneSet idle() const { return kAllLanes & ~live_; }
  bool has_parked(int lane) const { return height_[lane] != bottom_[lane]; }

  Block node_;
  Block fresh_;   // new puzzles
  Block boards_;  // solutions to be written
  Block parked_[kSlots];
  Row cells_[81];  // scratch

  LaneSet live_;           // lanes that are at a node
  LaneSet stalled_;        // those that nothing but a branch can move
  LaneSet solved_;         // lanes whose solution has not been noted
  LaneSet in_cell_order_;  // lanes that search the smallest solution
  LaneSet with_parked_;    // lanes with siblings
  LaneSet free_[kSlots];   // the lanes in which a slot is free
  std::uint32_t puzzle_[kLanes];
  std::uint8_t level_[kLanes];
  std::uint16_t budget_[kLanes];
  Entry stack_[kLanes][kSlots];  // [bottom_, height_) are waiting
  std::uint8_t bottom_[kLanes];
  std::uint8_t height_[kLanes];

  LaneSet fresh_lanes_;  // lanes of fresh_ that nobody has taken
  bool fresh_in_cell_order_;
  std::uint32_t fresh_puzzle_[kLanes];
  std::uint32_t board_puzzle_[kLanes];
  int board_count_;
  // Puzzles with several solutions of which the smallest is to be found. Before a load there are at
  // most kLanes - 1 and one a lane; a load of new puzzles adds kLanes.
  std::uint32_t several_[4 * kLanes];
  int several_count_;

  const Host* host_;
  const Grid* puzzles_;
  SolveResult* results_;
  std::uint32_t size_;
  std::uint32_t next_;   // the first puzzle that was not loaded
  std::uint64_t limit_;  // 0: solve; else count
  std::uint64_t found_;  // when counting
  KernelWork work_;
};

inline void Search::start() {
  live_ = stalled_ = solved_ = in_cell_order_ = with_parked_ = 0;
  for (int slot = 0; slot < kSlots; ++slot) free_[slot] = kAllLanes;
  for (int lane = 0; lane < kLanes; ++lane) bottom_[lane] = height_[lane] = 0;
  fresh_lanes_ = 0;
  board_count_ = 0;
  several_count_ = 0;
  // Lanes that are not live are swept too: any bits will do, but they should be the same every
  // time.
  for (int i = 0; i < kRows; ++i) rows_of(node_)[i] = set1(0);
}

inline void Search::solve(const Host& host, const Grid* puzzles, SolveResult* results,
                          std::uint32_t size, KernelWork& work) {
  host_ = &host;
  puzzles_ = puzzles;
  results_ = results;
  size_ = size;
  next_ = 0;
  limit_ = 0;
  run();
  write_boards();
  work = work_;
}

inline std::uint64_t Search::count(const Grid& puzzle, std::uint64_t limit, KernelWork& work) {
  puzzles_ = &puzzle;
  size_ = 1;
  next_ = 0;
  limit_ = limit;
  found_ = 0;
  run();
  work = work_;
  return found_;
}

inline void Search::run() {
  work_ = {};
  take_new();
  while (live_ != 0) {
    const Verdicts verdicts = sweep(node_);
    ++work_.sweeps;
    solved_ |= live_ & verdicts.solved;
    live_ &= ~(verdicts.dead | verdicts.solved);
    stalled_ = live_ & verdicts.stalled;
    if (count_lanes(live_ & ~stalled_) > kLanes - kServedTogether) continue;
    if (solved_ != 0) note_solutions(solved_);
    if (stalled_ != 0) branch(stalled_);
    if (const LaneSet lanes = idle() & with_parked_; lanes != 0) fetch_own(lanes);
    if (live_ != kAllLanes) take_new();
    if (live_ != kAllLanes && with_parked_ != 0) steal();
  }
}

// ---- Solutions

inline void Search::note_solutions(LaneSet solved) {
  for (LaneSet rest = solved; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    if ((solved_ & one_lane(lane)) == 0) continue;  // its puzzle has ended meanwhile
    const std::uint32_t puzzle = puzzle_[lane];
    if (limit_ != 0) {
      if (++found_ == limit_) return end_puzzle(puzzle);
    } else if ((in_cell_order_ & one_lane(lane)) != 0) {
      note_board(lane);
      drop_lane(lane);
    } else if (results_[puzzle].solutions == Solutions::kNone) {
      results_[puzzle].solutions = Solutions::kOne;
      note_board(lane);
    } else {
      results_[puzzle].solutions = Solutions::kSeveral;
      several_[several_count_++] = puzzle;
      end_puzzle(puzzle);
    }
  }
  solved_ = 0;
}

// Leaves the lane's board to be written. Of two boards of a puzzle the later one stays.
inline void Search::note_board(int lane) {
  const std::uint32_t puzzle = puzzle_[lane];
  int at = 0;
  while (at < board_count_ && board_puzzle_[at] != puzzle) ++at;
  if (at == kLanes) {
    write_boards();
    at = 0;
  }
  const auto to = static_cast<std::uint8_t>(at), from = static_cast<std::uint8_t>(lane);
  move_lanes(boards_, node_, &to, &from, 1);
  board_puzzle_[at] = puzzle;
  if (at == board_count_) ++board_count_;
}

inline void Search::write_boards() {
  if (board_count_ == 0) return;
  alignas(64) std::int32_t offsets[kLanes] = {};
  for (int i = 0; i < board_count_; ++i) {
    offsets[i] = static_cast<std::int32_t>(board_puzzle_[i] * sizeof(SolveResult));
  }
  for (int cell = 0; cell < kCells; ++cell) {
    const int row = cell / 9, column = cell % 9;
    cells_[cell] =
        boards_.minirow[3 * row + column / 3] & boards_.minicolumn[9 * (row / 3) + column];
  }
  const BoardWriter writer(results_->solution.cells.data(), offsets, board_count_);
  for (int cell = 0; cell < 80; cell += 4) writer.write_four(cell, cells_ + cell);
  writer.write_four(77, cells_ + 77);
  board_count_ = 0;
}

// Takes a puzzle out of all lanes.
inline void Search::end_puzzle(std::uint32_t puzzle) {
  for (int lane = 0; lane < kLanes; ++lane) {
    if (puzzle_[lane] == puzzle) drop_lane(lane);
  }
}

inline void Search::drop_lane(int lane) {
  const LaneSet others = ~one_lane(lane);
  live_ &= others;
  stalled_ &= others;
  solved_ &= others;
  with_parked_ &= others;
  for (int i = bottom_[lane]; i < height_[lane]; ++i) free_[stack_[lane][i].slot] |= ~others;
  bottom_[lane] = height_[lane] = 0;
}

// ---- Branching and the stacks

inline void Search::branch(LaneSet stalled) {
  for (LaneSet rest = stalled & in_cell_order_; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    if (budget_[lane]-- != 0) continue;
    stalled &= ~one_lane(lane);
    drop_lane(lane);
    write_boards();
    host_->find_smallest(host_->context, puzzles_[puzzle_[lane]], results_[puzzle_[lane]]);
  }
  // The first slot with room for all; when the lanes are too different, more than one.
  for (int slot = 0; slot < kSlots && stalled != 0; ++slot) {
    if ((free_[slot] & stalled) == stalled) {
      branch_in(slot, stalled);
      stalled = 0;
    }
  }
  for (int slot = 0; stalled != 0; ++slot) {
    const LaneSet room = free_[slot] & stalled;
    if (room != 0) branch_in(slot, room);
    stalled &= ~room;
  }
  stalled_ = 0;
}

inline void Search::branch_in(int slot, LaneSet lanes) {
  LaneSet deep = 0;
  for (LaneSet rest = lanes & ~in_cell_order_; rest != 0; rest &= rest - 1) {
    if (level_[first_lane(rest)] >= kDeep) deep |= rest & -rest;
  }
  Block& parked = parked_[slot];
  copy_lanes(parked, node_, free_[slot] == kAllLanes ? kAllLanes : lanes);
  const LaneSet on_patterns = lanes & ~in_cell_order_ & ~deep;
  if (on_patterns != 0) {
    const LaneSet fixed = split_patterns(node_, parked, on_patterns);
    live_ &= ~fixed;  // every digit has its places, and yet no board: dead
    for (LaneSet rest = on_patterns & ~fixed; rest != 0; rest &= rest - 1) {
      park(slot, first_lane(rest), kPattern, 0);
      ++work_.guesses;
    }
  }
  const LaneSet on_cells = lanes & ~on_patterns;
  if (on_cells == 0) return;
  const Row first =
      (on_cells & in_cell_order_) != 0 ? choose_cells<CellOrder::kFirst>(parked) : set1(0);
  const Row smallest = deep != 0 ? choose_cells<CellOrder::kSmallest>(parked) : set1(0);
  const Row cells = select(deep, smallest, first);
  for (LaneSet rest = on_cells; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const int cell = get(cells, lane);
    if (cell == kNoCell) {
      live_ &= ~one_lane(lane);
      continue;
    }
    const int digits = cell_digits(parked, lane, cell);
    const int others = digits & (digits - 1);
    fix_cell(node_, lane, cell, digits & ~others);
    if (others == 0) continue;
    park(slot, lane, cell, others);
    work_.guesses += static_cast<std::uint64_t>(__builtin_popcount(others));
  }
}

// Notes that the lane left something in the slot.
inline void Search::park(int slot, int lane, int cell, int digits) {
  free_[slot] &= ~one_lane(lane);
  with_parked_ |= one_lane(lane);
  ++level_[lane];
  stack_[lane][height_[lane]++] = {static_cast<std::uint8_t>(slot), level_[lane],
                                   static_cast<std::uint8_t>(cell),
                                   static_cast<std::uint16_t>(digits)};
}

// Puts the last sibling of each lane back into it. REQUIRES: the lanes are idle and have siblings.
inline void Search::fetch_own(LaneSet lanes) {
  for (LaneSet rest = lanes; rest != 0;) {
    const int first = first_lane(rest);
    const int slot = stack_[first][height_[first] - 1].slot;
    LaneSet same = 0;
    for (LaneSet others = rest; others != 0; others &= others - 1) {
      const int lane = first_lane(others);
      if (stack_[lane][height_[lane] - 1].slot == slot) same |= one_lane(lane);
    }
    copy_lanes(node_, parked_[slot], same);
    for (; same != 0; same &= same - 1) {
      const int lane = first_lane(same);
      rest &= ~one_lane(lane);
      Entry& entry = stack_[lane][height_[lane] - 1];
      take_child(lane, entry);
      if (entry.digits != 0) continue;
      free_[entry.slot] |= one_lane(lane);
      if (--height_[lane] == bottom_[lane]) {
        with_parked_ &= ~one_lane(lane);
        bottom_[lane] = height_[lane] = 0;
      }
    }
  }
  live_ |= lanes;
}

// The lane holds the parked node of the entry: makes it the entry's next child.
inline void Search::take_child(int lane, Entry& entry) {
  level_[lane] = entry.level;
  if (entry.cell == kPattern) return;
  const int others = entry.digits & (entry.digits - 1);
  fix_cell(node_, lane, entry.cell, entry.digits & ~others);
  entry.digits = static_cast<std::uint16_t>(others);
}

// Gives idle lanes the oldest siblings of other lanes.
inline void Search::steal() {
  for (LaneSet rest = idle(); rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    int victim = -1;
    int most = 0;
    for (LaneSet others = with_parked_ & ~in_cell_order_; others != 0; others &= others - 1) {
      const int other = first_lane(others);
      const int waiting = height_[other] - bottom_[other];
      if (waiting > most) {
        most = waiting;
        victim = other;
      }
    }
    if (victim < 0) return;
    Entry& entry = stack_[victim][bottom_[victim]];
    const Block& parked = parked_[entry.slot];
    for (int i = 0; i < kRows; ++i) set(rows_of(node_)[i], lane, get(rows_of(parked)[i], victim));
    take_child(lane, entry);
    puzzle_[lane] = puzzle_[victim];
    in_cell_order_ &= ~one_lane(lane);
    live_ |= one_lane(lane);
    if (entry.digits != 0) continue;
    free_[entry.slot] |= one_lane(victim);
    if (++bottom_[victim] == height_[victim]) {
      with_parked_ &= ~one_lane(victim);
      bottom_[victim] = height_[victim] = 0;
    }
  }
}

// ---- New puzzles

inline void Search::take_new() {
  for (LaneSet empty = idle(); empty != 0;) {
    if (fresh_lanes_ == 0 && !load_fresh()) return;
    std::uint8_t to[kLanes], from[kLanes];
    int count = 0;
    for (; empty != 0 && fresh_lanes_ != 0; empty &= empty - 1, fresh_lanes_ &= fresh_lanes_ - 1) {
      const int lane = first_lane(empty);
      const int fresh = first_lane(fresh_lanes_);
      to[count] = static_cast<std::uint8_t>(lane);
      from[count++] = static_cast<std::uint8_t>(fresh);
      puzzle_[lane] = fresh_puzzle_[fresh];
      level_[lane] = 0;
      budget_[lane] = kCellOrderBudget;
      live_ |= one_lane(lane);
      if (fresh_in_cell_order_) {
        in_cell_order_ |= one_lane(lane);
      } else {
        in_cell_order_ &= ~one_lane(lane);
      }
    }
    move_lanes(node_, fresh_, to, from, count);
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
