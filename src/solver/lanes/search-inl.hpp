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
//   3. else a new puzzle;
//   4. else, when the input is at its end, the oldest sibling of the lane that has most.
// Siblings that nobody takes are parked. Without the first rule the search is right, too, but parks
// and fetches every sibling; without its condition it is breadth-first, and puzzles with several
// solutions, where the first child alone would do, take twice the guesses.
//
// Memory: a search allocates nothing. A lane's stack holds the siblings of a path. Each first child
// fixes a digit's minirow in a row, or minicolumn in a column, that was open; a band or stack has
// room for two such steps a digit (the third follows), so a path has at most 6 * 9 * 2 = 108 of
// them. A lane that has parked kTakeLimit does not take siblings of others.
//
// Measured (2026-11, Zen 5, GCC 12, one thread, AVX-512; the clock of the machine is noisy, trust
// the ratios): half of hardest.txt is sweeping (0.14 us a sweep), 14 % splitting, 8 % fetching, 10
// % moving and copying. Serving at 8, 10, 12, 14, 16 of 32 lanes: 160, 172, 173, 180, 186 thousand
// puzzles/s of hardest, although the sweeps grow from 20.0 to 22.6 a puzzle; easy33 loses a seventh
// from 10 to 16. Without forks: fetching alone takes 23 % of hardest. Locked triples in every
// second sweep only: 2 % faster with AVX-512, 2 to 10 % slower with AVX2 and 128 bits, and the
// guesses then depend on when a node came, unless minirows of two digits count as dead.
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
  static constexpr int kPathLimit = 108;
  static constexpr int kTakeLimit = 20;
  static constexpr int kSlots = kPathLimit + kTakeLimit;
  // Lanes are served when so many have nothing to do. Fewer: more service; more: idle lanes.
  static constexpr int kServedTogether = kLanes / 2;
  // The smallest solution: nodes in cell order before the puzzle is left to the host.
  static constexpr int kCellOrderBudget = 300;

  static constexpr std::uint8_t kPattern = kNothing;
  struct Entry {
    std::uint32_t puzzle;
    std::uint16_t level;    // of its children
    std::uint16_t options;  // kPattern: 0; else its children are these digits of the cell, or
                            // places of the digit in the house
    std::uint8_t choice;    // kPattern: the parked node is the child; else it is the parent
    std::uint8_t digit;
    std::uint8_t slot;
  };

  void run();

  void note_solutions();
  void note_boards(LaneSet lanes);
  void write_boards();
  void end_puzzle(std::uint32_t puzzle);

  void branch(LaneSet lanes);
  void branch_in(int slot, LaneSet lanes);
  void branch_on_patterns(int slot, Row fewest, LaneSet lanes);
  void branch_on_choices(int slot, LaneSet in_order, LaneSet smallest);
  Entry entry_of(int lane, int choice) const;
  void park(int slot, int lane, Entry entry);
  void fork(int slot, LaneSet from, LaneSet to);

  void fetch_own(LaneSet lanes);
  void take_child(int lane, Entry& entry);
  void pop(int lane);
  void note_height(int lane);
  bool has_ended(const Entry& entry) const;
  void steal();

  void take_new();
  bool load_fresh();

  LaneSet idle() const { return kAllLanes & ~live_; }
  Entry& last_entry(int lane) { return stack_[lane][height_[lane] - 1]; }

  Block node_;
  Block fresh_;   // new puzzles
  Block boards_;  // solutions to be written
  Block parked_[kSlots];
  Row cells_[kCells];  // scratch

  LaneSet live_;           // lanes that are at a node
  LaneSet solved_;         // lanes whose solution has not been noted
  LaneSet in_cell_order_;  // lanes that search the smallest solution
  LaneSet proving_;        // lanes whose node is not on its puzzle's first descent
  LaneSet with_parked_;    // lanes with siblings
  LaneSet can_take_;       // lanes that may take siblings of others
  LaneSet free_[kSlots];   // the lanes in which a slot is free
  std::uint32_t puzzle_[kLanes];
  std::uint16_t level_[kLanes];  // branches above the node
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

inline void Search::solve(const Host& host, const Grid* puzzles, SolveResult* results,
                          std::uint32_t size, KernelWork& work) {
  host_ = &host;
  puzzles_ = puzzles;
  results_ = results;
  size_ = size;
  limit_ = 0;
  run();
  write_boards();
  work = work_;
}

inline std::uint64_t Search::count(const Grid& puzzle, std::uint64_t limit, KernelWork& work) {
  puzzles_ = &puzzle;
  size_ = 1;
  limit_ = limit;
  found_ = 0;
  run();
  work = work_;
  return found_;
}

inline void Search::run() {
  work_ = {};
  next_ = 0;
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
    if (const LaneSet lanes = idle() & with_parked_; lanes != 0) fetch_own(lanes);
    if (live_ != kAllLanes) take_new();
    if (live_ != kAllLanes && with_parked_ != 0) steal();
  }
}

// ---- Solutions

inline void Search::note_solutions() {
  LaneSet boards = 0;
  for (; solved_ != 0; solved_ &= solved_ - 1) {
    const int lane = first_lane(solved_);
    const std::uint32_t puzzle = puzzle_[lane];
    if (limit_ != 0) {
      if (++found_ == limit_) return start();
    } else if ((in_cell_order_ & one_lane(lane)) != 0) {
      boards |= one_lane(lane);
      while (height_[lane] != 0) pop(lane);
    } else if (results_[puzzle].solutions == Solutions::kNone) {
      results_[puzzle].solutions = Solutions::kOne;
      boards |= one_lane(lane);
    } else if (results_[puzzle].solutions == Solutions::kOne) {
      results_[puzzle].solutions = Solutions::kSeveral;
      several_[several_count_++] = puzzle;
      end_puzzle(puzzle);
    }
  }
  if (boards != 0) note_boards(boards);
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

// Takes a puzzle out of all lanes. Its siblings stay where they are until somebody meets them.
inline void Search::end_puzzle(std::uint32_t puzzle) {
  LaneSet lanes = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    lanes |= puzzle_[lane] == puzzle ? one_lane(lane) : LaneSet{0};
  }
  live_ &= ~lanes;
}

inline bool Search::has_ended(const Entry& entry) const {
  return limit_ == 0 && results_[entry.puzzle].solutions == Solutions::kSeveral;
}

// ---- Branching

inline void Search::branch(LaneSet lanes) {
  for (LaneSet rest = lanes & in_cell_order_; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    if (budget_[lane]-- != 0) continue;
    lanes &= ~one_lane(lane);
    live_ &= ~one_lane(lane);
    while (height_[lane] != 0) pop(lane);
    write_boards();
    host_->find_smallest(host_->context, puzzles_[puzzle_[lane]], results_[puzzle_[lane]]);
  }
  // The first slot with room for all; if the lanes are too different, more than one.
  for (int slot = 0; slot < kSlots && lanes != 0; ++slot) {
    if ((free_[slot] & lanes) != lanes) continue;
    branch_in(slot, lanes);
    return;
  }
  for (int slot = 0; lanes != 0; ++slot) {
    const LaneSet room = free_[slot] & lanes;
    if (room != 0) branch_in(slot, room);
    lanes &= ~room;
  }
}

// REQUIRES: the slot is free in the lanes.
inline void Search::branch_in(int slot, LaneSet lanes) {
  const LaneSet in_order = lanes & in_cell_order_;
  const LaneSet free_order = lanes & ~in_cell_order_;
  BandPatterns patterns{};
  LaneSet crowded = 0;
  if (free_order != 0) {
    patterns = count_bands(node_);
    Row level;
    std::memcpy(&level, level_, sizeof level);
    crowded = free_order & crowded_lanes(patterns.total, level);
  }
  copy_lanes(parked_[slot], node_, free_[slot] == kAllLanes ? kAllLanes : lanes);
  if ((in_order | crowded) != 0) branch_on_choices(slot, in_order, crowded);
  if (free_order != crowded) branch_on_patterns(slot, patterns.fewest, free_order & ~crowded);
}

inline void Search::branch_on_patterns(int slot, Row fewest, LaneSet lanes) {
  const LaneSet fixed = split_patterns(node_, parked_[slot], fewest, lanes);
  live_ &= ~fixed;  // every digit has its places, and yet no board: dead
  lanes &= ~fixed;
  work_.guesses += static_cast<std::uint64_t>(count_lanes(lanes));
  LaneSet givers = lanes & proving_;
  LaneSet takers = idle() & can_take_;
  const int givers_count = count_lanes(givers), takers_count = count_lanes(takers);
  const int forks = givers_count < takers_count ? givers_count : takers_count;
  givers = lowest_lanes(givers, forks);
  for (LaneSet rest = lanes & ~givers; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    park(slot, lane, {puzzle_[lane], 0, 0, kPattern, 0, 0});
  }
  if (forks != 0) fork(slot, givers, lowest_lanes(takers, forks));
}

// Gives the siblings of the lanes `from`, which are in the slot, to as many idle lanes.
inline void Search::fork(int slot, LaneSet from, LaneSet to) {
  std::uint8_t source[kLanes], target[kLanes];
  int count = 0;
  live_ |= to;
  in_cell_order_ &= ~to;
  proving_ |= to;
  for (; from != 0; from &= from - 1, to &= to - 1) {
    const int lane = first_lane(from), other = first_lane(to);
    source[count] = static_cast<std::uint8_t>(lane);
    target[count++] = static_cast<std::uint8_t>(other);
    puzzle_[other] = puzzle_[lane];
    level_[other] = ++level_[lane];
  }
  move_lanes(node_, parked_[slot], target, source, count);
}

inline void Search::branch_on_choices(int slot, LaneSet in_order, LaneSet smallest) {
  candidates_of(parked_[slot], cells_);
  Row choices = in_order != 0 ? first_open_cell(cells_, in_order) : set1(0);
  if (smallest != 0) choices = select(smallest, smallest_choice(cells_), choices);
  for (LaneSet rest = in_order | smallest; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const int choice = get(choices, lane);
    if (choice == kNothing) {
      live_ &= ~one_lane(lane);
      continue;
    }
    Entry entry = entry_of(lane, choice);
    take_child(lane, entry);
    work_.guesses += static_cast<std::uint64_t>(__builtin_popcount(entry.options));
    if (entry.options != 0) park(slot, lane, entry);
  }
}

// The children of a choice, from the candidates in cells_.
inline Search::Entry Search::entry_of(int lane, int choice) const {
  Entry entry{puzzle_[lane], 0, 0, static_cast<std::uint8_t>(choice), 0, 0};
  if (choice < kHouse) {
    entry.options = get(cells_[choice], lane);
    return entry;
  }
  const auto& house = kHouseCells[choice - kHouse];
  int fewest = 10;
  for (int digit = 0; digit < kDigits; ++digit) {
    int places = 0;
    for (int i = 0; i < 9; ++i) places |= (get(cells_[house[i]], lane) >> digit & 1) << i;
    const int count = __builtin_popcount(static_cast<unsigned>(places));
    if (count < 2 || count >= fewest) continue;
    fewest = count;
    entry.digit = static_cast<std::uint8_t>(digit);
    entry.options = static_cast<std::uint16_t>(places);
  }
  return entry;
}

// Puts the lane's entry, whose node is in the slot, on its stack.
inline void Search::park(int slot, int lane, Entry entry) {
  entry.slot = static_cast<std::uint8_t>(slot);
  entry.level = ++level_[lane];
  free_[slot] &= ~one_lane(lane);
  with_parked_ |= one_lane(lane);
  stack_[lane][height_[lane]++] = entry;
  if (height_[lane] >= kTakeLimit || (in_cell_order_ & one_lane(lane)) != 0) {
    can_take_ &= ~one_lane(lane);
  }
}

// ---- Siblings

// Puts the last sibling of each lane back into it. REQUIRES: the lanes are idle and have siblings.
inline void Search::fetch_own(LaneSet lanes) {
  for (LaneSet rest = lanes & ~in_cell_order_; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    while (height_[lane] != bottom_[lane] && has_ended(last_entry(lane))) pop(lane);
  }
  lanes &= with_parked_;
  for (LaneSet rest = lanes; rest != 0;) {
    // Lanes of one slot move together, four slots at a time.
    constexpr int kTogether = 4;
    const Row* from[kTogether];
    LaneSet who[kTogether];
    for (int i = 0; i < kTogether; ++i) {
      who[i] = 0;
      from[i] = rows_of(node_);
      if (rest == 0) continue;
      const int slot = last_entry(first_lane(rest)).slot;
      for (LaneSet others = rest; others != 0; others &= others - 1) {
        if (last_entry(first_lane(others)).slot == slot) who[i] |= others & -others;
      }
      from[i] = rows_of(parked_[slot]);
      rest &= ~who[i];
    }
    Row* const out = rows_of(node_);
    for (int i = 0; i < kRows; ++i) {
      const Row ab = select(who[1], from[1][i], select(who[0], from[0][i], out[i]));
      out[i] = select(who[3], from[3][i], select(who[2], from[2][i], ab));
    }
  }
  live_ |= lanes;
  proving_ |= lanes;
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = first_lane(lanes);
    Entry& entry = last_entry(lane);
    puzzle_[lane] = entry.puzzle;
    level_[lane] = entry.level;
    take_child(lane, entry);
    if (entry.options == 0) pop(lane);
  }
}

// The lane holds the parked node of the entry: makes it the entry's next child.
inline void Search::take_child(int lane, Entry& entry) {
  if (entry.choice == kPattern) return;
  const int others = entry.options & (entry.options - 1);
  const int option = entry.options & ~others;
  entry.options = static_cast<std::uint16_t>(others);
  if (entry.choice < kHouse) {
    fix_cell(node_, lane, entry.choice, option);
  } else {
    const int place = __builtin_ctz(static_cast<unsigned>(option));
    fix_cell(node_, lane, kHouseCells[entry.choice - kHouse][place], 1 << entry.digit);
  }
}

inline void Search::pop(int lane) {
  free_[last_entry(lane).slot] |= one_lane(lane);
  --height_[lane];
  note_height(lane);
}

inline void Search::note_height(int lane) {
  if (height_[lane] == bottom_[lane]) {
    with_parked_ &= ~one_lane(lane);
    bottom_[lane] = height_[lane] = 0;
  }
  const bool is_in_order = (in_cell_order_ & one_lane(lane)) != 0;
  if (height_[lane] < (is_in_order ? 1 : kTakeLimit)) can_take_ |= one_lane(lane);
}

// Gives idle lanes the oldest siblings of other lanes.
inline void Search::steal() {
  for (LaneSet rest = idle(); rest != 0;) {
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
    if (!has_ended(entry)) {
      const int lane = first_lane(rest);
      rest &= rest - 1;
      const Row* const from = rows_of(parked_[entry.slot]);
      for (int i = 0; i < kRows; ++i) set(rows_of(node_)[i], lane, get(from[i], victim));
      puzzle_[lane] = entry.puzzle;
      level_[lane] = entry.level;
      in_cell_order_ &= ~one_lane(lane);
      proving_ |= one_lane(lane);
      live_ |= one_lane(lane);
      take_child(lane, entry);
      if (entry.options != 0) continue;
    }
    free_[entry.slot] |= one_lane(victim);
    ++bottom_[victim];
    note_height(victim);
  }
}

// ---- New puzzles

inline void Search::take_new() {
  for (LaneSet empty = idle() & ~with_parked_; empty != 0;) {
    if (fresh_lanes_ == 0 && !load_fresh()) return;
    std::uint8_t to[kLanes], from[kLanes];
    LaneSet taken = 0;
    int count = 0;
    for (; empty != 0 && fresh_lanes_ != 0; empty &= empty - 1, fresh_lanes_ &= fresh_lanes_ - 1) {
      const int lane = first_lane(empty);
      const int fresh = first_lane(fresh_lanes_);
      to[count] = static_cast<std::uint8_t>(lane);
      from[count++] = static_cast<std::uint8_t>(fresh);
      taken |= one_lane(lane);
      puzzle_[lane] = fresh_puzzle_[fresh];
      level_[lane] = 0;
      budget_[lane] = kCellOrderBudget;
    }
    move_lanes(node_, fresh_, to, from, count);
    live_ |= taken;
    proving_ &= ~taken;
    in_cell_order_ = fresh_in_cell_order_ ? in_cell_order_ | taken : in_cell_order_ & ~taken;
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
