// What the functions of dokumill/many.hpp have in common.
//
// A function checks its spans, and then runs slices (slices.hpp). Each thread has a worker: a
// function of (begin, count) that owns what the thread needs. See worker_of().
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/platform/platform.hpp"
#include "batch/flow/slices.hpp"
#include "batch/flow/without_exceptions.hpp"
#include "dokumill/grid.hpp"
#include "dokumill/many.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::batch {

// The number of puzzles in a slice for the solver. The number is large enough to keep the lanes of
// the solver full, and to fill two blocks of bit planes. At the end of a slice some lanes are idle,
// so smaller slices are slower: in slices of 256, minimal puzzles take 29 % more sweeps than in
// slices of 1,024 (AVX-512).
inline constexpr std::size_t kSolveSlice = 1024;

// As solve_many() of the public header.
Status solve_many_on(Platform& platform, std::span<const Grid> puzzles,
                     std::span<SolveResult> results, const ManyOptions& options);

// kUsage if grids[begin, begin + count) has a value above 9. The message has the name of the
// parameter, and the numbers of the grid and of the cell.
Status check_cells(std::span<const Grid> grids, std::string_view name, std::size_t begin,
                   std::size_t count);

// kUsage if `places`, the size of a span of the caller, is not `expected`. `what`: the words that
// the message has for the elements of this span, such as "places for kinds".
Status check_places(std::size_t places, std::size_t expected, std::string_view what);

// As check_places(), but accepts zero places, too, for results that the caller does not want.
Status check_wanted(std::size_t places, std::size_t expected, std::string_view what);

// kUsage unless there is one puzzle, or as many as answers.
Status check_answers(std::size_t puzzles, std::size_t answers);

// The first failure of several checks.
Status all_of(std::initializer_list<Status> checks);

// The kind of a grid for which the solver returned `solutions`.
GridKind kind_of(const Grid& grid, GridKind solutions);

// The status of a slice whose work was stopped unless `is_done`.
inline Status ended(bool is_done) {
  return is_done ? Status() : Status(ErrorCode::kInterrupted, "interrupted");
}

// Runs slices of `items` items. `make(should_stop)` makes the worker of a thread: a
// std::unique_ptr, or a Result.
template <class Make>
Status run_many(std::size_t items, std::size_t slice_items, const ManyOptions& options,
                const Make& make, Platform& platform = system_platform()) {
  return run_slices(platform, {items, slice_items, options.threads, options.should_stop, make});
}

// How many puzzles of a call are made before the first one that could not be made.
class MadeCount {
 public:
  explicit MadeCount(std::size_t puzzles) : made_(puzzles) {}
  // kUsage if a seed does not have the puzzles `start`, `start + 1`, ...
  Status check(std::uint64_t start) const;
  // Takes the outcome of the puzzles from `begin` on, and returns its status. Thread-safe.
  Status add(std::size_t begin, const PuzzleMaker::Outcome& outcome);
  // Sets the result of a call that ended with `status`, and returns the status.
  Status end(Status status, std::size_t& made) const;

 private:
  std::atomic<std::size_t> made_;
};

// For run_many(): makes a solver, and passes it to make(solver, should_stop), which returns the
// worker.
template <class Make>
auto with_solver(std::string_view engine, const Make& make) {
  return [=](const ShouldStop& should_stop) -> Result<std::unique_ptr<SliceWorker>> {
    Result<Solver> solver = Solver::create(engine);
    if (!solver.ok()) return solver.status();
    solver->set_stop(should_stop);
    return std::unique_ptr<SliceWorker>(make(*std::move(solver), should_stop));
  };
}

// A worker with a solver. Checks the cells of each slice of `grids`.
template <class Make>
class SolvingWorker final : public SliceWorker {
 public:
  SolvingWorker(Solver solver, std::span<const Grid> grids, std::string_view name, const Make& make,
                const ShouldStop& should_stop)
      : solver_(std::move(solver)), grids_(grids), name_(name), work_(make(solver_, should_stop)) {}

  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(grids_, name_, begin, count); !status.ok()) return status;
    return work_(begin, count);
  }

 private:
  Solver solver_;
  std::span<const Grid> grids_;
  std::string_view name_;
  std::invoke_result_t<const Make&, Solver&, const ShouldStop&> work_;
};

// Runs slices of `grids`, whose parameter is `name`. `make(solver, should_stop)` returns the
// function of (begin, count) of a thread. The solver stays where it is.
template <class Make>
Status run_solving(std::span<const Grid> grids, std::string_view name, std::size_t slice_items,
                   const ManyOptions& options, const Make& make,
                   Platform& platform = system_platform()) {
  const auto make_worker = [=](Solver solver, const ShouldStop& should_stop) {
    return std::make_unique<SolvingWorker<Make>>(std::move(solver), grids, name, make, should_stop);
  };
  return run_many(grids.size(), slice_items, options, with_solver(options.engine, make_worker),
                  platform);
}

}  // namespace dokumill::batch
