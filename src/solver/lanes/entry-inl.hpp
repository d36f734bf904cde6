// The entry points of a kernel: functions that call LaneSearch, and the Kernel that refers to them.

namespace dokumill::solver::lanes {
namespace DOKUMILL_LANES_NAMESPACE {
namespace {

void start(void* workspace) {
  static_cast<LaneSearch*>(workspace)->start();
}

bool solve(void* workspace, const Host& host, const Grid* puzzles, SolveResult* results,
           std::uint32_t size, KernelWork& work) {
  return static_cast<LaneSearch*>(workspace)->solve(host, puzzles, results, size, work);
}

bool count(void* workspace, const Host& host, const Grid* puzzles, std::uint64_t* counts,
           std::uint32_t size, std::uint64_t limit, KernelWork& work) {
  return static_cast<LaneSearch*>(workspace)->count(host, puzzles, counts, size, limit, work);
}

bool enumerate(void* workspace, const Host& host, const Grid* puzzles, std::uint32_t size,
               KernelWork& work) {
  return static_cast<LaneSearch*>(workspace)->enumerate(host, puzzles, size, work);
}

}  // namespace
}  // namespace DOKUMILL_LANES_NAMESPACE

constexpr Kernel DOKUMILL_LANES_KERNEL = {
    DOKUMILL_LANES_NAMESPACE::kLanes, sizeof(DOKUMILL_LANES_NAMESPACE::LaneSearch),
    DOKUMILL_LANES_NAMESPACE::start,  DOKUMILL_LANES_NAMESPACE::solve,
    DOKUMILL_LANES_NAMESPACE::count,  DOKUMILL_LANES_NAMESPACE::enumerate};

}  // namespace dokumill::solver::lanes
