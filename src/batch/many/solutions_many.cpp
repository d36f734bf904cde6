// Implements solutions_many() and possible_many() (dokumill/many.hpp).
#include <algorithm>
#include <limits>

#include "batch/flow/without_exceptions.hpp"
#include "batch/many/many.hpp"

namespace dokumill {
namespace batch {
namespace {

constexpr std::size_t kListedPerSlice = 16;

class SolutionsManyWorker final : public SolverSliceWorker {
 public:
  SolutionsManyWorker(Solver solver, std::span<const Grid> puzzles, std::size_t limit,
                      std::span<Grid> solutions, std::span<std::uint64_t> counts)
      : SolverSliceWorker(std::move(solver)),
        puzzles_(puzzles),
        limit_(limit),
        solutions_(solutions),
        counts_(counts),
        lister_(solver_) {}

  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(puzzles_, "puzzles", begin, count); !status.ok()) return status;
    for (std::size_t i = begin; i < begin + count; ++i) {
      const std::span<Grid> places = solutions_.subspan(i * limit_, limit_);
      std::size_t found = 0;
      const bool is_done = lister_.list(puzzles_[i], limit_, [&](std::size_t, const Grid& grid) {
        places[found++] = grid;
        return true;
      });
      if (!is_done) return ended(false);
      std::fill(places.begin() + static_cast<std::ptrdiff_t>(found), places.end(), Grid{});
      counts_[i] = found;
    }
    return {};
  }

 private:
  const std::span<const Grid> puzzles_;
  const std::size_t limit_;
  const std::span<Grid> solutions_;
  const std::span<std::uint64_t> counts_;
  SolutionLister lister_;
};

class PossibleManyWorker final : public SolverSliceWorker {
 public:
  PossibleManyWorker(Solver solver, std::span<const Grid> puzzles, std::span<PossibleDigits> digits)
      : SolverSliceWorker(std::move(solver)), puzzles_(puzzles), digits_(digits) {}

  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(puzzles_, "puzzles", begin, count); !status.ok()) return status;
    for (std::size_t i = begin; i < begin + count; ++i) {
      if (!find_possible(solver_, puzzles_[i], digits_[i])) return ended(false);
    }
    return {};
  }

 private:
  const std::span<const Grid> puzzles_;
  const std::span<PossibleDigits> digits_;
};

}  // namespace
}  // namespace batch

Status solutions_many(std::span<const Grid> puzzles, std::size_t limit, std::span<Grid> solutions,
                      std::span<std::uint64_t> counts, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    if (limit != 0 && puzzles.size() > std::numeric_limits<std::size_t>::max() / limit) {
      return {ErrorCode::kUsage, "limit: the solutions do not fit into the address space", "limit"};
    }
    Status status =
        batch::check_places(solutions.size(), puzzles.size() * limit, "places for solutions");
    if (status.ok()) {
      status = batch::check_places(counts.size(), puzzles.size(), "places for counts");
    }
    if (!status.ok()) return status;
    const auto make = [&](Solver solver) {
      return std::make_unique<batch::SolutionsManyWorker>(std::move(solver), puzzles, limit,
                                                          solutions, counts);
    };
    return batch::run_slices(system_platform(),
                             {puzzles.size(), batch::kListedPerSlice, options.threads,
                              options.should_stop, batch::with_solver(options.engine, make)});
  });
}

Status possible_many(std::span<const Grid> puzzles, std::span<PossibleDigits> digits,
                     const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(digits.size(), puzzles.size(), "places for digits");
    if (!status.ok()) return status;
    const auto make = [&](Solver solver) {
      return std::make_unique<batch::PossibleManyWorker>(std::move(solver), puzzles, digits);
    };
    return batch::run_slices(system_platform(),
                             {puzzles.size(), batch::kListedPerSlice, options.threads,
                              options.should_stop, batch::with_solver(options.engine, make)});
  });
}

}  // namespace dokumill
