// What the functions of dokumill/many.hpp have in common.
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

#include "batch/flow/slices.hpp"
#include "dokumill/grid.hpp"
#include "dokumill/many.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::batch {

// The number of puzzles in a slice for the solver. The number is large enough to keep the lanes of
// the solver full, and to fill two blocks of bit planes. At the end of a slice some lanes are idle,
// so smaller slices are slower: in slices of 256, minimal puzzles take 29 % more sweeps than in
// slices of 1,024 (AVX-512).
inline constexpr std::size_t kSolveSlice = 1024;

// kUsage if grids[begin, begin + count) has a value above 9. The message has the name of the
// parameter, and the numbers of the grid and of the cell.
Status check_cells(std::span<const Grid> grids, std::string_view name, std::size_t begin,
                   std::size_t count);

// kUsage if `places`, the size of a span of the caller, is not `expected`. `what`: the words that
// the message has for the elements of this span, such as "places for kinds".
Status check_places(std::size_t places, std::size_t expected, std::string_view what);

// As check_places(), but accepts zero places, too, for results that the caller does not want.
Status check_wanted(std::size_t places, std::size_t expected, std::string_view what);

// The kind of a grid for which the solver returned `solutions`.
GridKind kind_of(const Grid& grid, GridKind solutions);

// A worker whose solver polls the stop function.
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

// A worker that first solves all puzzles of a slice in one call, and then calls use() for each
// puzzle.
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
  // Writes the results of puzzles_[index]. Returns false if the stop function ended the work.
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

// Returns a function that makes a solver and passes it to `make`, which returns the worker.
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
