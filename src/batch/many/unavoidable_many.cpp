// Implements unavoidable_many() (dokumill/many.hpp).
#include <algorithm>
#include <vector>

#include "base/text/format.hpp"
#include "batch/flow/without_exceptions.hpp"
#include "batch/many/many.hpp"

namespace dokumill {
namespace batch {
namespace {

class UnavoidableManyWorker final : public SolverSliceWorker {
 public:
  static constexpr std::size_t kSlice = 8;  // a board takes 10 ms with 12 cells

  UnavoidableManyWorker(Solver solver, std::span<const Grid> grids, int most_cells,
                        std::span<std::uint32_t> counts,
                        std::span<std::vector<UnavoidableSet>> sets)
      : SolverSliceWorker(std::move(solver)),
        grids_(grids),
        sizes_(static_cast<std::size_t>(most_cells) + 1),
        counts_(counts),
        sets_(sets),
        finder_(most_cells) {}

  void set_stop(std::function<bool()> should_stop) override {
    finder_.set_stop(should_stop);
    SolverSliceWorker::set_stop(std::move(should_stop));
  }

  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(grids_, "grids", begin, count); !status.ok()) return status;
    if (!solver_.solve(grids_.subspan(begin, count), std::span(results_).first(count))) {
      return ended(false);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::span<std::uint32_t> counts = counts_.subspan((begin + i) * sizes_, sizes_);
      std::fill(counts.begin(), counts.end(), 0U);
      std::span<const UnavoidableSet> found;
      if (results_[i].solutions == GridKind::kUnique) found = finder_.find(results_[i].solution);
      if (finder_.is_stopped()) return ended(false);
      for (const UnavoidableSet& set : found) ++counts[set.size];
      if (!sets_.empty()) sets_[begin + i].assign(found.begin(), found.end());
    }
    return {};
  }

 private:
  const std::span<const Grid> grids_;
  const std::size_t sizes_;
  const std::span<std::uint32_t> counts_;
  const std::span<std::vector<UnavoidableSet>> sets_;
  UnavoidableFinder finder_;
  std::array<SolveResult, kSlice> results_;
};

}  // namespace
}  // namespace batch

Status unavoidable_many(std::span<const Grid> grids, int most_cells,
                        std::span<std::uint32_t> counts,
                        std::span<std::vector<UnavoidableSet>> sets, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    if (most_cells < kLeastUnavoidable || most_cells > kMostUnavoidable) {
      return {ErrorCode::kUsage,
              format_text("most_cells: expected {} to {}, got {}", kLeastUnavoidable,
                          kMostUnavoidable, most_cells),
              "most_cells"};
    }
    const std::size_t sizes = static_cast<std::size_t>(most_cells) + 1;
    Status status = batch::check_places(counts.size(), grids.size() * sizes, "places for counts");
    if (status.ok()) status = batch::check_wanted(sets.size(), grids.size(), "places for sets");
    if (!status.ok()) return status;
    const auto make = [&](Solver solver) {
      return std::make_unique<batch::UnavoidableManyWorker>(std::move(solver), grids, most_cells,
                                                            counts, sets);
    };
    return batch::run_slices(system_platform(),
                             {grids.size(), batch::UnavoidableManyWorker::kSlice, options.threads,
                              options.should_stop, batch::with_solver(options.engine, make)});
  });
}

}  // namespace dokumill
