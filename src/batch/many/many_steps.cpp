// Implements the functions of dokumill/many.hpp that read each grid on its own: ratings, steps,
// traces, features, unavoidable sets.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "batch/layouts/step_text.hpp"
#include "batch/layouts/trace.hpp"
#include "batch/many/many.hpp"
#include "batch/stages/puzzle_rating.hpp"
#include "dokumill/features.hpp"

namespace dokumill {
namespace batch {
namespace {

constexpr std::size_t kPuzzlesPerSlice = 32;
constexpr std::size_t kUnavoidablePerSlice = 8;  // a board takes 10 ms with 12 cells

bool has_one_solution(GridKind kind) {
  return kind == GridKind::kUnique || kind == GridKind::kComplete;
}

// A worker that first solves all puzzles of a slice in one call, and then calls
// use(index, puzzle, kind) for each puzzle. `make(should_stop)` makes the use.
template <class Make>
class EachPuzzleWorker final : public SliceWorker {
 public:
  EachPuzzleWorker(Solver solver, std::span<const Grid> puzzles, const Make& make,
                   const ShouldStop& should_stop)
      : solver_(std::move(solver)),
        puzzles_(puzzles),
        results_(std::min(kPuzzlesPerSlice, puzzles.size())),
        should_stop_(should_stop),
        use_(make([this] { return is_stopped_ = should_stop_(); })) {}

  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(puzzles_, "puzzles", begin, count); !status.ok()) return status;
    const std::span<const Grid> puzzles = puzzles_.subspan(begin, count);
    if (!solver_.solve(puzzles, std::span(results_).first(count))) return ended(false);
    for (std::size_t i = 0; i < count; ++i) {
      if (should_stop_()) return ended(false);
      is_stopped_ = false;
      use_(begin + i, puzzles[i], kind_of(puzzles[i], results_[i].solutions));
      if (is_stopped_) return ended(false);
    }
    return {};
  }

 private:
  Solver solver_;
  std::span<const Grid> puzzles_;
  std::vector<SolveResult> results_;
  ShouldStop should_stop_;
  bool is_stopped_ = false;  // the last use was stopped
  std::invoke_result_t<const Make&, ShouldStop> use_;
};

template <class Make>
Status run_each(std::span<const Grid> puzzles, const ManyOptions& options, const Make& make) {
  const auto make_worker = [=](Solver solver, const ShouldStop& should_stop) {
    return std::make_unique<EachPuzzleWorker<Make>>(std::move(solver), puzzles, make, should_stop);
  };
  return run_many(puzzles.size(), kPuzzlesPerSlice, options,
                  with_solver(options.engine, make_worker));
}

}  // namespace
}  // namespace batch

Status rate_many(std::span<const Grid> puzzles, std::span<PuzzleRating> ratings,
                 const ManyOptions& options, const RaterOptions& rater) {
  return batch::without_exceptions([&]() -> Status {
    Status status =
        batch::all_of({batch::check_places(ratings.size(), puzzles.size(), "places for ratings"),
                       batch::check_at_most(rater)});
    if (!status.ok()) return status;
    const auto make = [=](batch::ShouldStop should_stop) {
      Rater made(rater);
      made.set_stop(std::move(should_stop));
      return
          [=, own = std::move(made)](std::size_t index, const Grid& puzzle, GridKind kind) mutable {
            if (batch::has_one_solution(kind)) {
              ratings[index] = batch::puzzle_rating(own.rate(puzzle));
              return;
            }
            ratings[index] = {};
            ratings[index].kind = kind;
            ratings[index].clues = static_cast<std::uint8_t>(count_clues(puzzle));
          };
    };
    return batch::run_each(puzzles, options, make);
  });
}

Status steps_many(std::span<const Grid> puzzles, std::span<FillOrder> orders,
                  std::span<GridKind> kinds, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status =
        batch::all_of({batch::check_places(orders.size(), puzzles.size(), "places for orders"),
                       batch::check_wanted(kinds.size(), puzzles.size(), "places for kinds")});
    if (!status.ok()) return status;
    const auto make = [=](batch::ShouldStop should_stop) {
      auto rater = std::make_unique<explainer::LimitedRater>();
      rater->set_stop(std::move(should_stop));
      return [=, own = std::move(rater)](std::size_t index, const Grid& puzzle,
                                         GridKind kind) mutable {
        orders[index].fill(kNoOrder);
        if (batch::has_one_solution(kind)) orders[index] = batch::fill_order(puzzle, *own);
        if (!kinds.empty()) kinds[index] = kind;
      };
    };
    return batch::run_each(puzzles, options, make);
  });
}

Status traces_many(std::span<const Grid> puzzles, std::span<Trace> traces,
                   const TraceContent& content, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(traces.size(), puzzles.size(), "places for traces");
    if (!status.ok()) return status;
    const auto make = [=](batch::ShouldStop should_stop) {
      auto tracer = std::make_unique<batch::Tracer>(content);
      tracer->set_stop(std::move(should_stop));
      return [=, own = std::move(tracer), found = Trace()](std::size_t index, const Grid& puzzle,
                                                           GridKind kind) mutable {
        Trace& trace = traces[index];
        trace = {.kind = kind};
        if (kind != GridKind::kUnique) return;
        // The traces of the caller get no more memory than they need.
        own->trace(puzzle, found);
        trace.steps = found.steps;
        trace.removed = found.removed;
        trace.sentences = std::move(found.sentences);
      };
    };
    return batch::run_each(puzzles, options, make);
  });
}

Status features_many(std::span<const Grid> grids, std::span<const std::size_t> columns,
                     std::span<std::int64_t> values, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status =
        batch::check_places(values.size(), grids.size() * columns.size(), "places for values");
    for (const std::size_t column : columns) {
      if (column < known_features().size()) continue;
      return {ErrorCode::kUsage, "columns: no feature has this index", "columns"};
    }
    if (!status.ok()) return status;
    const auto make =
        [=, &options](
            const batch::ShouldStop& should_stop) -> Result<std::unique_ptr<batch::SliceWorker>> {
      Result<Features> features = Features::create(columns, options.engine);
      if (!features.ok()) return features.status();
      features->set_stop(should_stop);
      return batch::worker_of(
          [=, own = *std::move(features)](std::size_t begin, std::size_t count) mutable {
            Status cells = batch::check_cells(grids, "grids", begin, count);
            if (!cells.ok()) return cells;
            own.expect(grids.subspan(begin, count));
            for (std::size_t grid = begin; grid < begin + count; ++grid) {
              if (should_stop()) return batch::ended(false);
              own.start(grids[grid]);
              for (std::size_t i = 0; i < columns.size(); ++i) {
                const FeatureValue value = own.value(columns[i]);
                values[i * grids.size() + grid] =
                    value.is_known ? static_cast<std::int64_t>(value.number) : kMissingFeature;
              }
              if (own.is_stopped()) return batch::ended(false);
            }
            return Status();
          });
    };
    return batch::run_many(grids.size(), batch::kPuzzlesPerSlice, options, make);
  });
}

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
    Status status = batch::all_of(
        {batch::check_places(counts.size(), grids.size() * sizes, "places for counts"),
         batch::check_wanted(sets.size(), grids.size(), "places for sets")});
    if (!status.ok()) return status;
    const auto make = [=](Solver& solver, const batch::ShouldStop& should_stop) {
      UnavoidableFinder finder(most_cells);
      finder.set_stop(should_stop);
      return [=, &solver, own = std::move(finder)](std::size_t begin, std::size_t count) mutable {
        std::array<SolveResult, batch::kUnavoidablePerSlice> results;
        if (!solver.solve(grids.subspan(begin, count), std::span(results).first(count))) {
          return batch::ended(false);
        }
        for (std::size_t i = 0; i < count; ++i) {
          const std::span<std::uint32_t> by_size = counts.subspan((begin + i) * sizes, sizes);
          std::fill(by_size.begin(), by_size.end(), 0U);
          std::span<const UnavoidableSet> found;
          if (results[i].solutions == GridKind::kUnique) found = own.find(results[i].solution);
          if (own.is_stopped()) return batch::ended(false);
          for (const UnavoidableSet& set : found) ++by_size[set.size];
          if (!sets.empty()) sets[begin + i].assign(found.begin(), found.end());
        }
        return Status();
      };
    };
    return batch::run_solving(grids, "grids", batch::kUnavoidablePerSlice, options, make);
  });
}

}  // namespace dokumill
