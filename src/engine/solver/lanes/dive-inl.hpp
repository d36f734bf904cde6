// LaneDive: a pool of lanes that finds out whether a puzzle has a solution besides a known one.
//
// The generator asks this whenever it removes a clue. The puzzle with the clue has one solution, so
// any other solution of the puzzle without the clue has another digit in the cell of the clue. A
// lane first sweeps the puzzle. If the known digit becomes the only candidate of its cell, there is
// no other solution. Otherwise the lane excludes the known digit: the cell gets one of its other
// digits. Then the lane guesses until it meets a contradiction or a solution. Such a solution is
// not the known one.
//
//   known digit 5   cell {5}       no other solution
//                   cell {2 5}     2 is placed; a contradiction then excludes other solutions
//                   cell {2 5 7}   when the node stalls, 2 is guessed, and 7 is its sibling
//
// If sweeps alone do not answer a question, another solution nearly always exists, and most guesses
// are right. For minimal puzzles, such a question takes 3.1 guesses, and a contradiction follows
// one guess in fifteen. So a lane keeps only the sibling of its last guess, without stack and
// slots. If this sibling is dead, too, and the lane made earlier guesses, the lane gives up
// (kUnknown). LaneSearch, which counts to two, also finds the known solution.
//
// If the caller wants the solutions that are found, their boards are queued and written for all
// lanes at a time.
//
// docs/kernels/dive.md has what was measured and tried.
//
// Memory: a dive allocates nothing.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

class LaneDive {
 public:
  // Implements Kernel::find_other().
  bool run(const Host& host, const Grid* puzzles, const KnownDigit* known, OtherSolution* answers,
           Grid* others, std::uint32_t size, KernelWork& work);

 private:
  // These constants have the same meaning as in LaneSearch.
  static constexpr int kServedTogether = kLanes / 2;
  static constexpr int kIntakeLeft = kLanes * 3 / 4;
  static constexpr std::uint64_t kSweepsBetweenLooks = 1024;

  // The question of each lane.
  struct Asked {
    LaneVector puzzle;
    LaneVector place;  // the place of the cell, as in Choices
    LaneVector digit;  // the bit of the known digit
  };

  void take_new();
  bool load_intake();
  void serve(LaneMask stalled);
  void exclude(LaneMask lanes, LaneMask stalled);
  void branch(LaneMask lanes);
  void answer(LaneMask lanes, OtherSolution what);
  void give_up_intake(LaneMask lanes);
  static LaneVector other_digits(const Block& node, const Asked& asked, LaneMask lanes);

  Block node_;
  Block sibling_;  // for each lane, the sibling of its last guess
  Block intake_;
  BoardQueue boards_;  // solutions that were found, if the caller wants them
  Asked asked_;
  Asked intake_asked_;
  LaneMask live_;            // lanes that have a node
  LaneMask solved_, dead_;   // lanes that were solved or died since the last service
  LaneMask excluded_;        // lanes whose cell has lost the known digit
  LaneMask is_all_;          // lanes whose node has every solution other than the known one
  LaneMask has_sibling_;     // lanes that have a sibling
  LaneMask sibling_is_all_;  // lanes whose sibling has all these solutions if the node has none
  LaneMask intake_lanes_;    // lanes of intake_ that no lane of the pool has taken
  LaneMask intake_excluded_;
  LaneMask only_propagates_, intake_only_propagates_;  // lanes whose question has no known digit

  const Grid* puzzles_;
  const KnownDigit* known_;
  OtherSolution* answers_;
  Grid* others_;
  std::uint32_t size_;
  std::uint32_t next_;
  KernelWork work_;
};

inline bool LaneDive::run(const Host& host, const Grid* puzzles, const KnownDigit* known,
                          OtherSolution* answers, Grid* others, std::uint32_t size,
                          KernelWork& work) {
  puzzles_ = puzzles;
  known_ = known;
  answers_ = answers;
  others_ = others;
  size_ = size;
  next_ = 0;
  work_ = {};
  live_ = solved_ = dead_ = excluded_ = is_all_ = has_sibling_ = sibling_is_all_ = 0;
  intake_lanes_ = intake_excluded_ = 0;
  only_propagates_ = intake_only_propagates_ = 0;
  for (int i = 0; i < kRows; ++i) node_.row[i] = sibling_.row[i] = set1(0);
  boards_.clear();
  asked_ = {set1(0), set1(0), set1(0)};
  const auto board_of = [&](std::uint32_t number) -> Grid& { return others_[number]; };
  std::uint64_t look_at = kSweepsBetweenLooks;
  take_new();
  while (live_ != 0) {
    const Verdicts verdicts = sweep<Thoroughness::kWithoutTriples>(node_);
    ++work_.sweeps;
    solved_ |= live_ & verdicts.solved;
    dead_ |= live_ & verdicts.dead;
    live_ &= ~(verdicts.dead | verdicts.solved);
    const LaneMask stalled = live_ & verdicts.stalled;
    if (count_lanes(live_ & ~stalled) > kLanes - kServedTogether) continue;
    serve(stalled);
    if (work_.sweeps >= look_at) {
      look_at = work_.sweeps + kSweepsBetweenLooks;
      if (host.should_stop(host.context)) return false;
    }
  }
  boards_.write(board_of);
  work = work_;
  return true;
}

inline void LaneDive::answer(LaneMask lanes, OtherSolution what) {
  for (; lanes != 0; lanes &= lanes - 1) {
    answers_[get(asked_.puzzle, first_lane(lanes))] = what;
  }
}

inline void LaneDive::give_up_intake(LaneMask lanes) {
  intake_lanes_ &= ~lanes;
  for (; lanes != 0; lanes &= lanes - 1) {
    answers_[get(intake_asked_.puzzle, first_lane(lanes))] = OtherSolution::kUnknown;
  }
}

// Answers the questions of solved and dead lanes, lets stalled lanes guess, and fills idle lanes.
// If a puzzle is solved while its known digit is not excluded, it has no other solution, and the
// answer stays kNone.
inline void LaneDive::serve(LaneMask stalled) {
  const LaneMask found = solved_ & excluded_;
  answer(found, OtherSolution::kExists);
  if (others_ != nullptr && found != 0) {
    boards_.add(node_, asked_.puzzle, found,
                [&](std::uint32_t number) -> Grid& { return others_[number]; });
  }
  solved_ = 0;
  const LaneMask excluded = excluded_;
  if ((stalled & only_propagates_) != 0) {
    answer(stalled & only_propagates_, OtherSolution::kUnknown);
    live_ &= ~(stalled & only_propagates_);
  }
  if ((stalled & excluded) != 0) branch(stalled & excluded);
  const LaneMask asked = live_ & ~excluded & ~only_propagates_;
  if (asked != 0) exclude(asked, stalled);
  if (dead_ != 0) {
    const LaneMask again = dead_ & has_sibling_;
    answer(dead_ & ~has_sibling_ & ~is_all_, OtherSolution::kUnknown);
    if (again != 0) {
      copy_lanes(node_, sibling_, again);
      is_all_ = (is_all_ & ~again) | (again & sibling_is_all_);
      has_sibling_ &= ~again;
      live_ |= again;
    }
    dead_ = 0;
  }
  if (live_ != kAllLanes) take_new();
}

// The digits of entry (i, j) of a band or stack, in one lane.
DOKUMILL_INLINE int digits_of_entry(const Block& node, int band, int i, int j, int lane) {
  const LaneVector* const trios = node.trio(band);
  return get(trios[even_trio(band, i, j)], lane) | get(trios[odd_trio(band, i, j)], lane);
}

// The candidates of the asked cell except the known digit, in each of the lanes.
inline LaneVector LaneDive::other_digits(const Block& node, const Asked& asked, LaneMask lanes) {
  LaneVector options = set1(0);
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = first_lane(lanes);
    const int place = get(asked.place, lane);
    const int box = place / kBoxPlace, row = place % kBoxPlace / kRowPlace,
              column = place % kRowPlace;
    const int band = box / 3, stack = box % 3;
    const int digits = digits_of_entry(node, band, row, stack, lane) &
                       digits_of_entry(node, 3 + stack, band, column, lane);
    set(options, lane, digits & ~get(asked.digit, lane));
  }
  return options;
}

// Excludes the known digit from the asked cell of each lane. If the cell has no other digit, the
// lane becomes idle, and the answer stays kNone. If the cell has one other digit, it gets this
// digit. If the cell has several other digits, a stalled lane branches: the node gets the lowest of
// these digits, and the sibling gets the next one. A lane that has not stalled is swept again
// first. Node and sibling together have all solutions except the known one only if the cell has
// exactly two other digits.
inline void LaneDive::exclude(LaneMask lanes, LaneMask stalled) {
  Choices choices{asked_.place, other_digits(node_, asked_, lanes)};
  const LaneMask open = lanes & lanes_with_any(choices.options);
  live_ &= ~(lanes & ~open);
  const LaneVector rest = without_lowest_bit(choices.options);
  const LaneMask several = open & lanes_with_any(rest);
  const LaneMask guessed = several & stalled;
  const LaneMask many = guessed & lanes_with_any(without_lowest_bit(rest));
  const LaneMask taken = (open & ~several) | guessed;
  if (taken == 0) return;
  if (guessed != 0) {
    copy_lanes(sibling_, node_, guessed);
    take_lowest(sibling_, {choices.place, rest & row_of(guessed)});
    has_sibling_ |= guessed;
    sibling_is_all_ = (sibling_is_all_ & ~guessed) | (guessed & ~many);
    is_all_ &= ~guessed;
    work_.guesses += static_cast<std::uint64_t>(count_lanes(guessed));
  }
  excluded_ |= taken;
  choices.options = choices.options & row_of(taken);
  take_lowest(node_, choices);
}

DOKUMILL_ALIGNED inline void LaneDive::branch(LaneMask lanes) {
  const LaneVector fewest = band_to_split(node_);
  copy_lanes(sibling_, node_, lanes);
  const LaneMask fixed = split_trios(node_, sibling_, fewest, lanes);
  if (fixed != 0) {
    answer(fixed, OtherSolution::kUnknown);
    live_ &= ~fixed;
  }
  has_sibling_ |= lanes;
  sibling_is_all_ = (sibling_is_all_ & ~lanes) | (lanes & is_all_);
  is_all_ &= ~lanes;
  work_.guesses += static_cast<std::uint64_t>(count_lanes(lanes));
}

inline void LaneDive::take_new() {
  for (LaneMask empty = kAllLanes & ~live_; empty != 0;) {
    if (intake_lanes_ == 0 && !load_intake()) return;
    const auto [from, taken, match] = hand_over(intake_lanes_, empty);
    intake_lanes_ &= ~from;
    empty &= ~taken;
    move_lanes(node_, intake_, match, taken);
    move_lanes(asked_.puzzle, intake_asked_.puzzle, match, taken);
    move_lanes(asked_.place, intake_asked_.place, match, taken);
    move_lanes(asked_.digit, intake_asked_.digit, match, taken);
    live_ |= taken;
    is_all_ |= taken;
    has_sibling_ &= ~taken;
    const LaneVector excluded = permute(match, row_of(intake_excluded_));
    excluded_ = (excluded_ & ~taken) | (taken & lanes_with_any(excluded));
    const LaneVector only_propagates = permute(match, row_of(intake_only_propagates_));
    only_propagates_ = (only_propagates_ & ~taken) | (taken & lanes_with_any(only_propagates));
  }
}

// Reads the next puzzles into intake_. Returns false when no puzzles are left.
inline bool LaneDive::load_intake() {
  while (intake_lanes_ == 0) {
    const std::uint8_t* grids[kLanes];
    std::uint16_t puzzle[kLanes] = {}, place[kLanes] = {}, digit[kLanes] = {};
    int count = 0;
    intake_only_propagates_ = 0;
    for (; next_ != size_ && count < kLanes; ++next_) {
      const KnownDigit known = known_[next_];
      const bool is_asked = known.digit != 0 || known.propagates;
      answers_[next_] = is_asked ? OtherSolution::kNone : OtherSolution::kUnknown;
      if (!is_asked) continue;
      if (known.digit == 0) intake_only_propagates_ |= LaneMask{1} << count;
      grids[count] = puzzles_[next_].cells.data();
      puzzle[count] = static_cast<std::uint16_t>(next_);
      place[count] = static_cast<std::uint16_t>(place_of(known.cell));
      digit[count] = static_cast<std::uint16_t>(1U << known.digit >> 1);
      ++count;
    }
    if (count == 0) return false;
    for (int i = count; i < kLanes; ++i) grids[i] = grids[0];
    std::memcpy(&intake_asked_.puzzle, puzzle, sizeof puzzle);
    std::memcpy(&intake_asked_.place, place, sizeof place);
    std::memcpy(&intake_asked_.digit, digit, sizeof digit);
    LaneVector givens[kCells];
    read_grids(grids, givens);
    LaneVector clues;
    intake_lanes_ = first_lanes(count) & ~start_nodes(givens, intake_, clues);
    LaneMask open = intake_lanes_;
    LaneVector options = set1(0);
    do {
      const Verdicts verdicts = sweep(intake_);
      ++work_.sweeps;
      const LaneMask decided = verdicts.dead | verdicts.solved;
      intake_lanes_ &= ~decided;
      open &= ~(decided | verdicts.stalled);
      // A question without a known digit gets no guesses. If its puzzle stalls, it is given up.
      const LaneMask given_up = intake_lanes_ & intake_only_propagates_ & verdicts.stalled;
      if (given_up != 0) give_up_intake(given_up);
      options = other_digits(intake_, intake_asked_, intake_lanes_ & ~intake_only_propagates_);
      intake_lanes_ &= lanes_with_any(options) | intake_only_propagates_;
      open &= intake_lanes_;
    } while (count_lanes(open) > kIntakeLeft);
    intake_excluded_ =
        intake_lanes_ & ~intake_only_propagates_ & ~lanes_with_any(without_lowest_bit(options));
    take_lowest(intake_, {intake_asked_.place, options & row_of(intake_excluded_)});
  }
  return true;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
