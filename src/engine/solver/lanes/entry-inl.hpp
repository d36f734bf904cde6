// The entry points of a kernel: functions that call LaneSearch or LaneDive, and the Kernel that
// refers to these functions.

namespace dokumill::solver::lanes {
namespace DOKUMILL_LANES_NAMESPACE {
namespace {

struct Workspace {
  LaneSearch search;
  LaneDive dive;
};

LaneSearch& search_in(void* workspace) {
  return static_cast<Workspace*>(workspace)->search;
}

void start(void* workspace, const PlaneKernel* planes, void* plane_workspace) {
  search_in(workspace).start(planes, plane_workspace);
}

bool solve(void* workspace, const Host& host, const Grid* puzzles, SolveResult* results,
           std::uint32_t size, KernelWork& work) {
  return search_in(workspace).solve(host, puzzles, results, size, work);
}

bool count(void* workspace, const Host& host, const Grid* puzzles, std::uint64_t* counts,
           std::uint32_t size, std::uint64_t limit, KernelWork& work) {
  return search_in(workspace).count(host, puzzles, counts, size, limit, work);
}

bool enumerate(void* workspace, const Host& host, const Grid* puzzles, std::uint32_t size,
               KernelWork& work) {
  return search_in(workspace).enumerate(host, puzzles, size, work);
}

bool find_other(void* workspace, const Host& host, const Grid* puzzles, const KnownDigit* known,
                OtherSolution* answers, Grid* others, std::uint32_t size, KernelWork& work) {
  LaneDive& dive = static_cast<Workspace*>(workspace)->dive;
  return dive.run(host, puzzles, known, answers, others, size, work);
}

}  // namespace
}  // namespace DOKUMILL_LANES_NAMESPACE

constexpr Kernel DOKUMILL_LANES_KERNEL = {
    DOKUMILL_LANES_NAMESPACE::kLanes,    sizeof(DOKUMILL_LANES_NAMESPACE::Workspace),
    DOKUMILL_LANES_NAMESPACE::start,     DOKUMILL_LANES_NAMESPACE::solve,
    DOKUMILL_LANES_NAMESPACE::count,     DOKUMILL_LANES_NAMESPACE::enumerate,
    DOKUMILL_LANES_NAMESPACE::find_other};

}  // namespace dokumill::solver::lanes
