#include "engine/solver/lanes/lane_engine.hpp"

#include <algorithm>
#include <cassert>
#include <new>
#include <optional>

#include "engine/solver/candidates.hpp"
#include "engine/solver/lanes/kernel.hpp"
#include "engine/solver/one_puzzle.hpp"
#include "engine/solver/search.hpp"
#include "engine/solver/smallest_solution.hpp"

namespace dokumill::solver::lanes {
namespace {

// Memory for a kernel.
class Workspace {
 public:
  explicit Workspace(std::size_t bytes) : memory_(::operator new(bytes, kAlignment)) {}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() { ::operator delete(memory_, kAlignment); }
  void* get() const { return memory_; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  void* memory_;
};

class LaneEngine final : public Engine {
 public:
  // `planes` may be null: then the engine has no bit planes.
  LaneEngine(std::string_view name, const Kernel& kernel, const PlaneKernel* planes)
      : name_(name),
        kernel_(kernel),
        planes_(planes),
        workspace_(kernel.workspace_bytes),
        plane_workspace_(planes == nullptr ? 0 : planes->workspace_bytes),
        host_{this, solve_alone, count_alone, enumerate_alone, visit, should_stop} {
    start();
  }

  std::string_view name() const override { return name_; }

  bool solve(std::span<const Grid> puzzles, std::span<SolveResult> results) override {
    return run(puzzles, [&](std::size_t first, std::uint32_t size, KernelWork& work) {
      SolveResult* const out = results.data() + first;
      const Grid* const in = puzzles.data() + first;
      if (!kernel_.solve(workspace_.get(), host_, in, out, size, work)) return false;
      for (std::size_t i = 0; i < size; ++i) {
        if (out[i].solutions == GridKind::kUnsolvable) out[i].solution = in[i];
      }
      return true;
    });
  }

  bool count(std::span<const Grid> puzzles, std::span<std::uint64_t> counts,
             std::uint64_t limit) override {
    return run(puzzles, [&](std::size_t first, std::uint32_t size, KernelWork& work) {
      return kernel_.count(workspace_.get(), host_, puzzles.data() + first, counts.data() + first,
                           size, limit, work);
    });
  }

  bool enumerate(std::span<const Grid> puzzles, SolutionVisitor visit) override {
    visitor_ = visit;
    return run(puzzles, [&](std::size_t first, std::uint32_t size, KernelWork& work) {
      first_puzzle_ = first;
      return kernel_.enumerate(workspace_.get(), host_, puzzles.data() + first, size, work);
    });
  }

  bool find_other(std::span<const Grid> puzzles, std::span<const KnownDigit> known,
                  std::span<OtherSolution> answers, std::span<Grid> others) override {
    return run(puzzles, [&](std::size_t first, std::uint32_t size, KernelWork& work) {
      return kernel_.find_other(workspace_.get(), host_, puzzles.data() + first,
                                known.data() + first, answers.data() + first,
                                others.empty() ? nullptr : others.data() + first, size, work);
    });
  }

  const SolverWork& work() const override { return work_; }

 private:
  void start() { kernel_.start(workspace_.get(), planes_, plane_workspace_.get()); }

  // Restarts the workspace after a run that did not finish, because it was stopped or a callback
  // threw.
  struct Restart {
    explicit Restart(LaneEngine& its_engine) : engine(its_engine) {}
    ~Restart() {
      if (is_needed) engine.start();
    }
    LaneEngine& engine;
    bool is_needed = true;
  };

  // Runs the kernel on slices of at most kMaxPuzzles puzzles. run_slice(first, size, work) returns
  // false if the run ended early.
  template <class RunSlice>
  bool run(std::span<const Grid> puzzles, RunSlice run_slice) {
    Restart restart(*this);
    for (std::size_t first = 0; first < puzzles.size(); first += kMaxPuzzles) {
      if (first != 0 && stop_.is_made()) return false;
      const std::size_t size = std::min<std::size_t>(puzzles.size() - first, kMaxPuzzles);
      KernelWork work;
      const bool is_done = run_slice(first, static_cast<std::uint32_t>(size), work);
      work_.puzzles += size;
      work_.guesses += work.guesses;
      work_.sweeps += work.sweeps;
      if (!is_done) return false;
    }
    restart.is_needed = false;
    return true;
  }

  // Calls `search()`, which uses search_, and adds its guesses to work_.
  template <class UseSearch>
  bool with_search(UseSearch search) {
    const std::uint64_t before = search_.guesses();
    const bool is_done = search();
    work_.guesses += search_.guesses() - before;
    return is_done;
  }

  static bool solve_alone(void* context, const Grid& puzzle, SolveResult& result) {
    auto& engine = *static_cast<LaneEngine*>(context);
    return engine.with_search([&] {
      if (result.solutions != GridKind::kMultiple) {
        return solve_one(engine.search_, puzzle, result);
      }
      const auto smallest =
          smallest_solution(engine.search_, candidates_of(puzzle), result.solution, 0);
      if (smallest) result.solution = *smallest;
      return smallest.has_value();
    });
  }

  static bool count_alone(void* context, const Grid& puzzle, std::uint64_t limit,
                          std::uint64_t& count) {
    auto& engine = *static_cast<LaneEngine*>(context);
    return engine.with_search([&] { return count_one(engine.search_, puzzle, limit, count); });
  }

  static bool enumerate_alone(void* context, const Grid& puzzle, std::uint32_t number) {
    auto& engine = *static_cast<LaneEngine*>(context);
    return engine.with_search([&] {
      return enumerate_one(engine.search_, puzzle,
                           [&](const Grid& solution) { return visit(context, number, solution); });
    });
  }

  static bool visit(void* context, std::uint32_t puzzle, const Grid& solution) {
    auto& engine = *static_cast<LaneEngine*>(context);
    return (*engine.visitor_)(engine.first_puzzle_ + puzzle, solution);
  }

  static bool should_stop(void* context) {
    return static_cast<LaneEngine*>(context)->stop_.is_made();
  }

  std::string_view name_;
  const Kernel& kernel_;
  const PlaneKernel* planes_;
  Workspace workspace_;
  Workspace plane_workspace_;
  Host host_;
  solver::Search search_{&stop_};           // for puzzles that the lanes give up
  std::optional<SolutionVisitor> visitor_;  // of the last enumerate()
  std::size_t first_puzzle_ = 0;  // in enumerate(): index of the first puzzle of the slice
  SolverWork work_;
};

}  // namespace

#if defined(__x86_64__)
bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bitalg") &&
         __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("popcnt");
}

std::unique_ptr<Engine> make_avx512_engine() {
  // Zen 4 works on the halves of a 512-bit vector one after the other, and stores of 512 bits take
  // two cycles. There, planes of 256 bits are faster than planes of 512 bits. The lanes still use
  // 512 bits, which are faster for them (docs/kernels/planes.md). Family 19h is Zen 3 and Zen 4.
  const bool has_half_units = __builtin_cpu_is("amdfam19h");
  return std::make_unique<LaneEngine>(kAvx512Name, kAvx512Kernel,
                                      has_half_units ? &kAvx512Planes256 : &kAvx512Planes);
}
std::unique_ptr<Engine> make_avx2_engine() {
  return std::make_unique<LaneEngine>(kAvx2Name, kAvx2Kernel, &kAvx2Planes);
}
#endif

std::unique_ptr<Engine> make_portable_engine() {
  return std::make_unique<LaneEngine>(kPortableName, kPortableKernel, nullptr);
}

}  // namespace dokumill::solver::lanes
