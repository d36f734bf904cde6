// Solves those puzzles of a block that sweeps of bit planes can solve.

namespace dokumill::solver::lanes {
namespace DOKUMILL_LANES_NAMESPACE {

// A block takes at least kMinSweeps sweeps. The sweeps end when a sweep solves fewer than
// kMinGain puzzles, or when at most kMaxLeft puzzles are unsolved. Any kMaxLeft between 1/20
// and 1/10 of the block has the same effect (docs/kernels/planes.md).
inline constexpr int kMinSweeps = 4;
inline constexpr int kMinGain = kPlanePuzzles / 32;
inline constexpr int kMaxLeft = kPlanePuzzles / 16;

// Returns the solved puzzles. `twice`: puzzles that contradict themselves, which are never
// returned.
DOKUMILL_INLINE LaneVector sweep_while_it_pays(Planes& planes, LaneVector twice,
                                               std::uint64_t& sweeps) {
  for (int i = 1, before = 0;; ++i) {
    const LaneVector placed = sweep_planes(planes);
    ++sweeps;
    if (i < kMinSweeps) continue;
    const LaneVector solved = without(placed, twice);
    const int count = count_bits(solved);
    if (count - before < kMinGain || kPlanePuzzles - count <= kMaxLeft) return solved;
    before = count;
  }
}

struct PlaneWorkspace {
  Planes planes;
  CellPlanes bits;
};

inline std::uint32_t solve_planes(void* workspace, const Grid* puzzles, SolveResult* results,
                                  std::uint16_t* left, std::uint64_t& sweeps) {
  auto& [planes, bits] = *static_cast<PlaneWorkspace*>(workspace);
  read_planes(puzzles, bits);
  const LaneVector twice = start_planes(bits, planes);
  LaneVector solved = sweep_while_it_pays(planes, twice, sweeps);
  if (count_bits(solved) < kPlanePuzzles / 8) {
    solved = set1(0);  // not worth writing
  } else {
    digits_of_planes(planes, bits);
    write_planes(bits, results);
  }
  std::uint64_t words[kPlanePuzzles / 64];
  std::memcpy(words, &solved, sizeof words);
  std::uint32_t count = 0;
  for (int first = 0; first < kPlanePuzzles; first += 64) {
    for (int i = 0; i < 64; ++i) results[first + i].solutions = GridKind::kUnique;
    for (std::uint64_t rest = ~words[first / 64]; rest != 0; rest &= rest - 1) {
      const int number = first + __builtin_ctzll(rest);
      results[number].solutions = GridKind::kUnsolvable;
      left[count++] = static_cast<std::uint16_t>(number);
    }
  }
  return count;
}

static_assert(kPlanePuzzles <= kMaxPlanePuzzles);

}  // namespace DOKUMILL_LANES_NAMESPACE

constexpr PlaneKernel DOKUMILL_PLANE_KERNEL = {DOKUMILL_LANES_NAMESPACE::kPlanePuzzles,
                                               sizeof(DOKUMILL_LANES_NAMESPACE::PlaneWorkspace),
                                               DOKUMILL_LANES_NAMESPACE::solve_planes};

}  // namespace dokumill::solver::lanes
