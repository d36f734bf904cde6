#include "batch/many/solve_many.hpp"

#include <cstddef>
#include <memory>
#include <utility>

#include "base/text/format.hpp"
#include "batch/flow/slices.hpp"
#include "batch/flow/without_exceptions.hpp"
#include "batch/many/many.hpp"

namespace dokumill {
namespace batch {
namespace {

// Solves each slice in one call of the solver, straight into the results.
class SolveManyWorker final : public SolverSliceWorker {
 public:
  SolveManyWorker(Solver solver, std::span<const Grid> puzzles, std::span<SolveResult> results)
      : SolverSliceWorker(std::move(solver)), puzzles_(puzzles), results_(results) {}

  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(puzzles_, "puzzles", begin, count); !status.ok()) return status;
    return ended(solver_.solve(puzzles_.subspan(begin, count), results_.subspan(begin, count)));
  }

 private:
  const std::span<const Grid> puzzles_;
  const std::span<SolveResult> results_;
};

}  // namespace

Status solve_many_on(Platform& platform, std::span<const Grid> puzzles,
                     std::span<SolveResult> results, const ManyOptions& options) {
  return without_exceptions([&]() -> Status {
    if (puzzles.size() != results.size()) {
      return {ErrorCode::kUsage, format_text("{} puzzles and {} results: expected equal numbers",
                                             puzzles.size(), results.size())};
    }
    return run_slices(platform, {puzzles.size(), kSolveSlice, options.threads, options.should_stop,
                                 with_solver(options.engine, [&](Solver solver) {
                                   return std::make_unique<SolveManyWorker>(std::move(solver),
                                                                            puzzles, results);
                                 })});
  });
}

}  // namespace batch

Status solve_many(std::span<const Grid> puzzles, std::span<SolveResult> results,
                  const ManyOptions& options) {
  return batch::solve_many_on(system_platform(), puzzles, results, options);
}

}  // namespace dokumill
