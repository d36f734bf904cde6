// What the functions of dokumill/many.hpp have in common.
//
// Thread safety: pure functions; a worker belongs to one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "batch/slices.hpp"
#include "dokumill/grid.hpp"
#include "dokumill/many.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::batch {

// The puzzles of a slice for the solver: enough to keep its lanes full, and for two blocks of bit
// planes. At the end of a slice some lanes are idle: with 256 puzzles, minimal ones take 29 % more
// sweeps than with 1,024 (AVX-512).
inline constexpr std::size_t kSolveSlice = 1024;

// kUsage, with the name of the parameter and the numbers of the grid and of the cell, for the first
// value above 9 in grids[begin, begin + count).
Status check_cells(std::span<const Grid> grids, std::string_view name, std::size_t begin,
                   std::size_t count);

// kUsage if there are not `expected` places for `what`.
Status check_places(std::size_t places, std::size_t expected, std::string_view what);

// The same, but zero places are also accepted: then the caller does not want these results.
Status check_wanted(std::size_t places, std::size_t expected, std::string_view what);

// What a grid with these solutions is.
GridKind kind_of(const Grid& grid, Solutions solutions);

// A worker with a solver that can be stopped.
class SolverSliceWorker : public SliceWorker {
 public:
  explicit SolverSliceWorker(Solver solver) : solver_(std::move(solver)) {}
  void set_stop(std::function<bool()> should_stop) override {
    solver_.set_stop(std::move(should_stop));
  }

 protected:
  static Status ended(bool is_done) {
    return is_done ? Status() : Status(ErrorCode::kInterrupted, "interrupted");
  }

  Solver solver_;
};

// A worker that takes the puzzles one after another, after the solver has found what each one is.
class EachPuzzleWorker : public SolverSliceWorker {
 public:
  static constexpr std::size_t kSlice = 32;

  EachPuzzleWorker(Solver solver, std::span<const Grid> puzzles)
      : SolverSliceWorker(std::move(solver)),
        puzzles_(puzzles),
        results_(std::min(kSlice, puzzles.size())) {}

  void set_stop(std::function<bool()> should_stop) override {
    should_stop_ = should_stop;
    SolverSliceWorker::set_stop(std::move(should_stop));
  }
  Status work(std::size_t begin, std::size_t count) final;

 private:
  // Writes the results of puzzles_[index]. Returns false if the stop function ended it.
  virtual bool use(std::size_t index, const Grid& puzzle, GridKind kind) = 0;

  const std::span<const Grid> puzzles_;
  std::vector<SolveResult> results_;
  std::function<bool()> should_stop_;
};

// A worker that polls the stop function itself.
class PollingSliceWorker : public SliceWorker {
 public:
  void set_stop(std::function<bool()> should_stop) override {
    should_stop_ = std::move(should_stop);
  }

 protected:
  static Status interrupted() { return {ErrorCode::kInterrupted, "interrupted"}; }

  std::function<bool()> should_stop_;
};

// A function that makes a solver and passes it to `make`, which returns the worker.
template <class Make>
std::function<Result<std::unique_ptr<SliceWorker>>()> with_solver(std::string_view engine,
                                                                  const Make& make) {
  return [engine, make]() -> Result<std::unique_ptr<SliceWorker>> {
    Result<Solver> solver = Solver::create(engine);
    if (!solver.ok()) return solver.status();
    return std::unique_ptr<SliceWorker>(make(*std::move(solver)));
  };
}

}  // namespace dokumill::batch
