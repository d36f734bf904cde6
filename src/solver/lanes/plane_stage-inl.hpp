// The plane stage: solves easy puzzles in bit planes, before the lanes.
//
// It takes blocks of as many puzzles as a vector has bits. It leaves all puzzles that it does not
// solve to the lanes, including puzzles with a contradiction. The lanes start these puzzles again
// from the clues. So the stage changes no answer. It may save guesses: a few puzzles that the lanes
// would search in cell order (order-inl.hpp) are solved here without a guess.
//
// A block of puzzles that are not easy takes as long as an easy block and gains nothing. So a call
// begins with the lanes. If most of the first puzzles are solved after a few sweeps, the call
// starts again with planes. After a block that was not easy, the call continues with the lanes (see
// intake-inl.hpp). All of this depends on the puzzles of the call alone.
//
// Measured (2026-11, Sapphire Rapids, GCC 12, one thread), easy33.txt in calls of 1,024 puzzles:
// 1.25 times as fast as without planes with AVX-512, 1.4 times with AVX2. Of the time with AVX-512,
// sweeping took 47 % (8.6 sweeps a block), writing 26 %, reading 11 %, and the lanes 5 %. Other
// sets are as fast as without the stage. Sweeps have had stages since then, and a block takes 5.
//
// A variant did not try the first puzzles in the lanes, but tried a block in planes now and then.
// easy33.txt was 1.3 times as fast with AVX-512, but the sweeps of a call depended on the calls
// before it.
//
// If sweeps have no stages, no puzzle of a block of 17clue.txt is solved after 8 sweeps, and 65 %
// are solved after 20 sweeps, which take longer than the lanes. With stages, 18 % are solved after
// 8 sweeps and 70 % after 13. We timed 17clue.txt on Zen 4, with at least 10 sweeps in planes.
// 491,510 puzzles take 142 to 150 ms with AVX-512 (147 ms without planes), and 183 to 188 ms with
// AVX2 (205 to 219 ms without planes). The lanes sweep 137,000 times instead of 261,000 (AVX-512).
// If the lanes continued from the state of the planes instead of the clues, they would sweep
// 114,000 times, with the same guesses. This would save at most 5 ms, before the cost of moving the
// state.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

class PlaneStage {
 public:
  static constexpr std::uint32_t kBlock = kPlanePuzzles;

  void start() { left_count_ = 0; }

  // Solves the easy ones of puzzles[first, first + kBlock) and keeps the numbers of all others.
  // Adds its sweeps to `sweeps`. Returns whether the block was easy. REQUIRES: has_left() is false.
  bool solve(const Grid* puzzles, SolveResult* results, std::uint32_t first, std::uint64_t& sweeps);

  // The puzzles that solve() left to the lanes.
  bool has_left() const { return left_count_ != 0; }
  std::uint16_t take_left() { return left_[--left_count_]; }

 private:
  // The stage does at least kLeastSweeps sweeps, and then more until a sweep solves fewer than
  // kLeastGain puzzles or at most kMostLeft puzzles are left. Measured (2026-11, Zen 4): with
  // kMostLeft, easy33.txt takes 5 instead of 6 sweeps a block and 36.1 instead of 39.3 ns a puzzle
  // (AVX-512). The output of `make_puzzles easy` takes 50 instead of 57 ns. Any kMostLeft between
  // 1/20 and 1/10 of the block has the same effect.
  static constexpr int kLeastSweeps = 4;
  static constexpr int kLeastGain = kPlanePuzzles / 32;
  static constexpr int kMostLeft = kPlanePuzzles / 16;
  // A block counts as easy if the stage solves at least this many of its puzzles. For such a block,
  // the stage saves time.
  static constexpr int kLeastSolved = kPlanePuzzles * 5 / 8;

  LaneVector sweep_while_it_pays(LaneVector twice, std::uint64_t& sweeps);

  Planes planes_;
  CellPlanes bits_;
  std::uint16_t left_[kPlanePuzzles];
  int left_count_;
};

// Returns the solved puzzles. The puzzles of `twice` contradict themselves.
inline LaneVector PlaneStage::sweep_while_it_pays(LaneVector twice, std::uint64_t& sweeps) {
  for (int i = 1, before = 0;; ++i) {
    const LaneVector placed = sweep_planes(planes_);
    ++sweeps;
    if (i < kLeastSweeps) continue;
    const LaneVector solved = without(placed, twice);
    const int count = count_bits(solved);
    if (count - before < kLeastGain || kPlanePuzzles - count <= kMostLeft) return solved;
    before = count;
  }
}

DOKUMILL_NO_INLINE bool PlaneStage::solve(const Grid* puzzles, SolveResult* results,
                                          std::uint32_t first, std::uint64_t& sweeps) {
  puzzles += first;
  results += first;
  read_planes(puzzles, bits_);
  const LaneVector twice = start_planes(bits_, planes_);
  LaneVector solved = sweep_while_it_pays(twice, sweeps);
  const int count = count_bits(solved);
  if (count < kPlanePuzzles / 8) {
    solved = set1(0);  // not worth writing
  } else {
    digits_of_planes(planes_, bits_);
    write_planes(bits_, results);
  }
  std::uint64_t words[kPlanePuzzles / 64];
  std::memcpy(words, &solved, sizeof words);
  for (int i = 0; i < kPlanePuzzles; ++i) {
    const bool is_solved = (words[i / 64] >> (i % 64) & 1) != 0;
    results[i].solutions = is_solved ? Solutions::kUnique : Solutions::kUnsolvable;
    left_[left_count_] = static_cast<std::uint16_t>(first + static_cast<std::uint32_t>(i));
    left_count_ += is_solved ? 0 : 1;
  }
  return count >= kLeastSolved;
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
