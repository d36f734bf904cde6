// The plane stage: solves easy puzzles in bit planes, before the lanes.
//
// It takes blocks of as many puzzles as a vector has bits. What it does not solve, puzzles with a
// contradiction too, it leaves to the lanes, which begin with the clues again. So it changes no
// answer and no guess: what singles and locked candidates solve, the lanes solve without a guess.
//
// A block of puzzles that are not easy costs as much as an easy one and solves nothing. So a call
// begins with the lanes. If most of their first puzzles are solved after a few sweeps, it starts
// again with planes, and goes on with the lanes when a block was not easy (see intake-inl.hpp). All
// of this depends on the puzzles of the call alone.
//
// Measured (2026-11, Sapphire Rapids, GCC 12, one thread), easy33.txt in calls of 1,024 puzzles:
// 1.25 times as fast as without planes with AVX-512, 1.4 times with AVX2. Of the time with AVX-512,
// sweeping takes 47 % (8.6 sweeps a block), writing 26 %, reading 11 %, and the lanes 5 %. Other sets
// are as fast as without the stage. Since sweeps have stages, a block takes 6 to 7 of them.
//
// Without the probe by lanes, trying a block now and then instead, easy33.txt was 1.3 times as fast
// with AVX-512, but the sweeps of a call depended on the calls before it. In 17clue.txt a block has no
// solved puzzle after 8 sweeps and 65 % after 20, which take longer than the lanes.
// With stages, 18 % are solved after 8 sweeps and 70 % after 13. Timed on Zen 4, 17clue.txt through the
// planes for at least 10 sweeps: 491,510 puzzles take 142 to 150 ms with AVX-512, as without planes
// (147 ms), and 183 to 188 ms with AVX2 (without: 205 to 219). The lanes sweep 137,000 times instead
// of 261,000 (AVX-512). If they went on from the planes' state instead of the clues, it would be
// 114,000 times, with the same guesses: at most 5 ms less, before the cost of moving the state.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

class PlaneStage {
 public:
  static constexpr std::uint32_t kBlock = kPlanePuzzles;

  void start() { left_count_ = 0; }

  // Solves the easy ones of puzzles[first, first + kBlock) and keeps the numbers of the others. Adds
  // to `sweeps`. Returns whether the block was easy. REQUIRES: no puzzle is left.
  bool solve(const Grid* puzzles, SolveResult* results, std::uint32_t first, std::uint64_t& sweeps);

  // The puzzles that were not solved.
  bool has_left() const { return left_count_ != 0; }
  std::uint16_t take_left() { return left_[--left_count_]; }

 private:
  // The stage sweeps at least this often, and then while a sweep solves this many puzzles.
  static constexpr int kLeastSweeps = 4;
  static constexpr int kLeastGain = kPlanePuzzles / 32;
  // The stage pays if it solves this many puzzles of a block.
  static constexpr int kLeastSolved = kPlanePuzzles * 5 / 8;

  LaneVector sweep_while_it_pays(LaneVector twice, std::uint64_t& sweeps);

  Planes planes_;
  CellBits bits_;
  std::uint16_t left_[kPlanePuzzles];
  int left_count_;
};

// Returns the solved puzzles. The puzzles of `twice` contradict themselves.
inline LaneVector PlaneStage::sweep_while_it_pays(LaneVector twice, std::uint64_t& sweeps) {
  for (int i = 1, before = 0;; ++i) {
    const PlaneVerdicts verdicts = sweep_planes(planes_);
    ++sweeps;
    if (i < kLeastSweeps) continue;
    const LaneVector solved = without(verdicts.solved & verdicts.alive, twice);
    const int count = count_bits(solved);
    if (count - before < kLeastGain) return solved;
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
