// The plane stage: solves easy puzzles in bit planes, before the lanes.
//
// A block has one puzzle for each bit of the kernel's vectors. The stage leaves all puzzles that it
// does not solve to the lanes, including puzzles with a contradiction. The lanes start these
// puzzles again from the clues. So the stage changes no answer. It may save guesses: a few puzzles
// that the lanes would search in cell order (order-inl.hpp) are solved here without a guess.
//
// A block of puzzles that are not easy takes as long as an easy block and gains nothing. So a call
// begins with the lanes. If most of the first puzzles are solved after a few sweeps, the call
// starts again with planes. After a block that was not easy, the call continues with the lanes (see
// intake-inl.hpp). All of this depends on the puzzles of the call alone.
//
// Measured (2026-11, Sapphire Rapids, GCC 12, one thread), easy33.txt in calls of 1,024 puzzles:
// with AVX-512, 1.25 times as fast as without planes; with AVX2, 1.4 times. Of the time with
// AVX-512, sweeping took 47 % (8.6 sweeps a block), writing 26 %, reading 11 %, and the lanes 5 %.
// Other sets are as fast as without planes. Later, sweeps were divided into three stages
// (sweep-inl.hpp). Since then, a block takes 5 sweeps.
//
// We also tried planes of 128 puzzles. They computed the masks with one bit of each byte by
// multiplying 64-bit words. With them, easy33.txt took 9 % longer than without planes. So the
// engine "portable" has no planes.
//
// A variant did not try the first puzzles in the lanes, but tried a block in planes now and then.
// easy33.txt was 1.3 times as fast with AVX-512, but the sweeps of a call depended on the calls
// before it.
//
// Before sweeps had three stages, no puzzle of a block of 17clue.txt was solved after 8 sweeps.
// After 20 sweeps, 65 % were solved, but 20 sweeps took longer than the lanes. Since sweeps have
// three stages, 18 % are solved after 8 sweeps and 70 % after 13. We timed 17clue.txt on Zen 4,
// with at least 10 sweeps in planes. 491,510 puzzles take 142 to 150 ms with AVX-512 (147 ms
// without planes), and 183 to 188 ms with AVX2 (205 to 219 ms without planes). The lanes sweep
// 137,000 times instead of 261,000 (AVX-512). If the lanes continued from the state of the planes
// instead of the clues, they would sweep 114,000 times, with the same guesses. This would save at
// most 5 ms, before the cost of moving the state.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

class PlaneStage {
 public:
  // If `kernel` is null, the stage takes no blocks.
  void start(const PlaneKernel* kernel, void* workspace) {
    kernel_ = kernel;
    workspace_ = workspace;
    left_count_ = 0;
  }

  // The number of puzzles in a block. Without a kernel, it is larger than any call.
  std::uint32_t block() const { return kernel_ == nullptr ? kMaxPuzzles + 1 : kernel_->puzzles; }

  // Solves the easy ones of puzzles[first, first + block()) and keeps the numbers of the unsolved
  // ones. Adds its sweeps to `sweeps`. Returns whether the block was easy, which means that at
  // least 5/8 of its puzzles are solved. For such a block, the stage saves time. REQUIRES:
  // has_left() is false.
  bool solve(const Grid* puzzles, SolveResult* results, std::uint32_t first,
             std::uint64_t& sweeps) {
    first_ = first;
    left_count_ = kernel_->solve(workspace_, puzzles + first, results + first, left_, sweeps);
    return left_count_ <= kernel_->puzzles * 3 / 8;
  }

  // The puzzles that solve() left to the lanes.
  bool has_left() const { return left_count_ != 0; }
  std::uint16_t take_left() { return static_cast<std::uint16_t>(first_ + left_[--left_count_]); }

 private:
  const PlaneKernel* kernel_;
  void* workspace_;
  std::uint32_t first_;  // number of the first puzzle of the block
  std::uint32_t left_count_;
  std::uint16_t left_[kMaxPlanePuzzles];
};

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
