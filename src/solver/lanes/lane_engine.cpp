#include "solver/lanes/lane_engine.hpp"

#include <algorithm>
#include <cassert>
#include <new>

#include "solver/candidates.hpp"
#include "solver/lanes/kernel.hpp"
#include "solver/search.hpp"
#include "solver/smallest_solution.hpp"

namespace dokumill::solver::lanes {
namespace {

class LaneEngine final : public Engine {
 public:
  LaneEngine(std::string_view name, const Kernel& kernel)
      : name_(name),
        kernel_(kernel),
        workspace_(::operator new(kernel.workspace_bytes, kAlignment)),
        host_{this, find_smallest, visit} {
    kernel_.start(workspace_);
  }
  ~LaneEngine() override { ::operator delete(workspace_, kAlignment); }

  std::string_view name() const override { return name_; }

  void solve(std::span<const Grid> puzzles, std::span<SolveResult> results) override {
    assert(puzzles.size() == results.size());
    while (!puzzles.empty()) {
      const std::size_t size = std::min<std::size_t>(puzzles.size(), kMaxPuzzles);
      KernelWork work;
      kernel_.solve(workspace_, host_, puzzles.data(), results.data(),
                    static_cast<std::uint32_t>(size), work);
      for (std::size_t i = 0; i < size; ++i) {
        if (results[i].solutions == Solutions::kNone) results[i].solution = puzzles[i];
      }
      note_work(size, work);
      puzzles = puzzles.subspan(size);
      results = results.subspan(size);
    }
  }

  void count(std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
             std::uint64_t limit) override {
    std::fill(counts.begin(), counts.end(), 0);
    while (!puzzles.empty()) {
      const std::size_t size = std::min<std::size_t>(puzzles.size(), kMaxPuzzles);
      KernelWork work;
      kernel_.count(workspace_, puzzles.data(), counts.data(), static_cast<std::uint32_t>(size),
                    limit, work);
      note_work(size, work);
      puzzles = puzzles.subspan(size);
      counts = counts.subspan(size);
    }
  }

  bool enumerate(std::span<const Grid> puzzles, SolutionVisitor visit) override {
    Restart restart(*this);
    visitor_ = &visit;
    first_puzzle_ = 0;
    while (first_puzzle_ != puzzles.size()) {
      const std::size_t size = std::min<std::size_t>(puzzles.size() - first_puzzle_, kMaxPuzzles);
      KernelWork work;
      const bool goes_on = kernel_.enumerate(workspace_, host_, puzzles.data() + first_puzzle_,
                                             static_cast<std::uint32_t>(size), work);
      note_work(size, work);
      if (!goes_on) return false;
      first_puzzle_ += size;
    }
    restart.is_needed = false;
    return true;
  }

  const SolverWork& work() const override { return work_; }

 private:
  static constexpr std::align_val_t kAlignment{64};

  // Starts the workspace anew after a run that did not come to its end: it was stopped, or a
  // callback threw.
  struct Restart {
    explicit Restart(LaneEngine& its_engine) : engine(its_engine) {}
    ~Restart() {
      if (is_needed) engine.kernel_.start(engine.workspace_);
    }
    LaneEngine& engine;
    bool is_needed = true;
  };

  static void find_smallest(void* context, const Grid& puzzle, SolveResult& result) {
    auto& engine = *static_cast<LaneEngine*>(context);
    const std::uint64_t before = engine.search_.guesses();
    result.solution = smallest_solution(engine.search_, candidates_of(puzzle), result.solution, 0);
    engine.work_.guesses += engine.search_.guesses() - before;
  }

  static bool visit(void* context, std::uint32_t puzzle, const Grid& solution) {
    auto& engine = *static_cast<LaneEngine*>(context);
    return (*engine.visitor_)(engine.first_puzzle_ + puzzle, solution);
  }

  void note_work(std::uint64_t puzzles, const KernelWork& work) {
    work_.puzzles += puzzles;
    work_.guesses += work.guesses;
    work_.sweeps += work.sweeps;
  }

  std::string_view name_;
  const Kernel& kernel_;
  void* workspace_;
  Host host_;
  solver::Search search_;  // for the smallest solutions that the lanes did not find
  const SolutionVisitor* visitor_ = nullptr;
  std::size_t first_puzzle_ = 0;  // of the kernel's run, among those to be enumerated
  SolverWork work_;
};

}  // namespace

#if defined(__x86_64__)
bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bitalg") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
}
bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("popcnt");
}

std::unique_ptr<Engine> make_avx512_engine() {
  return std::make_unique<LaneEngine>(kAvx512Name, kAvx512Kernel);
}
std::unique_ptr<Engine> make_avx2_engine() {
  return std::make_unique<LaneEngine>(kAvx2Name, kAvx2Kernel);
}
#endif

std::unique_ptr<Engine> make_portable_engine() {
  return std::make_unique<LaneEngine>(kPortableName, kPortableKernel);
}

}  // namespace dokumill::solver::lanes
