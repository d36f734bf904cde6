// Stands in for the plane stage in the 128-bit engine, which has no plane stage.
//
// Measured (2026-11, Sapphire Rapids, GCC 12): with planes of 128 puzzles, easy33.txt took 9 %
// longer than without planes. That variant computed the masks of bytes by multiplying 64-bit words.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

class PlaneStage {
 public:
  static constexpr std::uint32_t kBlock = kMaxPuzzles + 1;  // more than any call has
  void start() {}
  bool solve(const Grid*, SolveResult*, std::uint32_t, std::uint64_t&) { return false; }
  bool has_left() const { return false; }
  std::uint16_t take_left() { return 0; }
};

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
