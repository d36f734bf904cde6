// PlaneSolver: solves easy puzzles in bit planes, before the lanes.
//
// A block has one puzzle for each bit of the kernel's vectors. It leaves all puzzles that it does
// not solve to the lanes, including puzzles with a contradiction. The lanes start these puzzles
// again from the clues. So the planes change no answer. They may save guesses: a few puzzles that
// the lanes would search in cell order (order_choice-inl.hpp) are solved here without a guess.
//
// A block of puzzles that are not easy takes as long as an easy block and gains nothing. So a call
// begins with the lanes. If most of the first puzzles are solved after a few sweeps, the call
// starts again with planes. After a block that was not easy, the call continues with the lanes (see
// intake-inl.hpp). All of this depends on the puzzles of the call alone.
//
// docs/kernels/planes.md has what was measured and tried, also for puzzles that are not easy.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

class PlaneSolver {
 public:
  // If `kernel` is null, no block is solved in planes.
  void start(const PlaneKernel* kernel, void* workspace) {
    kernel_ = kernel;
    workspace_ = workspace;
    left_count_ = 0;
  }

  // The number of puzzles in a block. Without a kernel, it is larger than any call.
  std::uint32_t block() const { return kernel_ == nullptr ? kMaxPuzzles + 1 : kernel_->puzzles; }

  // Solves the easy ones of puzzles[first, first + block()) and keeps the numbers of the unsolved
  // ones. Adds its sweeps to `sweeps`. Returns whether the block was easy, which means that at
  // least 5/8 of its puzzles are solved. For such a block, planes save time. REQUIRES:
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
