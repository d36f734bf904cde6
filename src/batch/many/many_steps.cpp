// Implements rate_many() and steps_many(), which solve arrays of puzzles step by step, and
// features_many().
#include <cstdint>
#include <memory>
#include <utility>

#include "batch/flow/without_exceptions.hpp"
#include "batch/layouts/step_text.hpp"
#include "batch/many/many.hpp"
#include "batch/stages/puzzle_rating.hpp"
#include "dokumill/features.hpp"
#include "dokumill/many.hpp"

namespace dokumill {
namespace batch {
namespace {

bool has_one_solution(GridKind kind) {
  return kind == GridKind::kUnique || kind == GridKind::kComplete;
}

class RateManyWorker final : public EachPuzzleWorker {
 public:
  RateManyWorker(Solver solver, std::span<const Grid> puzzles, std::span<PuzzleRating> ratings,
                 const RaterOptions& rater)
      : EachPuzzleWorker(std::move(solver), puzzles), rater_(rater), ratings_(ratings) {}

  void set_stop(std::function<bool()> should_stop) override {
    rater_.set_stop([this, should_stop] { return is_stopped_ = should_stop(); });
    EachPuzzleWorker::set_stop(std::move(should_stop));
  }

 private:
  bool use(std::size_t index, const Grid& puzzle, GridKind kind) override {
    if (!has_one_solution(kind)) {
      ratings_[index] = {};
      ratings_[index].kind = kind;
      ratings_[index].clues = static_cast<std::uint8_t>(count_clues(puzzle));
      return true;
    }
    is_stopped_ = false;
    ratings_[index] = puzzle_rating(rater_.rate(puzzle));
    return !is_stopped_;
  }

  Rater rater_;
  bool is_stopped_ = false;  // the last rating was stopped
  const std::span<PuzzleRating> ratings_;
};

class StepsManyWorker final : public EachPuzzleWorker {
 public:
  StepsManyWorker(Solver solver, std::span<const Grid> puzzles, std::span<FillOrder> orders,
                  std::span<GridKind> kinds)
      : EachPuzzleWorker(std::move(solver), puzzles), orders_(orders), kinds_(kinds) {}

  void set_stop(std::function<bool()> should_stop) override {
    rater_.set_stop([this, should_stop] { return is_stopped_ = should_stop(); });
    EachPuzzleWorker::set_stop(std::move(should_stop));
  }

 private:
  bool use(std::size_t index, const Grid& puzzle, GridKind kind) override {
    if (has_one_solution(kind)) {
      is_stopped_ = false;
      orders_[index] = fill_order(puzzle, rater_);
      if (is_stopped_) return false;
    } else {
      orders_[index].fill(kNoOrder);
    }
    if (!kinds_.empty()) kinds_[index] = kind;
    return true;
  }

  const std::span<FillOrder> orders_;
  const std::span<GridKind> kinds_;
  explainer::LimitedRater rater_;
  bool is_stopped_ = false;  // the last path was stopped
};

class FeaturesManyWorker final : public PollingSliceWorker {
 public:
  static constexpr std::size_t kSlice = 32;

  FeaturesManyWorker(Features features, std::span<const Grid> grids,
                     std::span<const std::size_t> columns, std::span<std::int64_t> values)
      : features_(std::move(features)), grids_(grids), columns_(columns), values_(values) {}

  void set_stop(std::function<bool()> should_stop) override {
    features_.set_stop(should_stop);
    PollingSliceWorker::set_stop(std::move(should_stop));
  }

  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(grids_, "grids", begin, count); !status.ok()) return status;
    features_.expect(grids_.subspan(begin, count));
    for (std::size_t grid = begin; grid < begin + count; ++grid) {
      if (should_stop_()) return interrupted();
      features_.start(grids_[grid]);
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        const FeatureValue value = features_.value(columns_[i]);
        values_[i * grids_.size() + grid] =
            value.is_known ? static_cast<std::int64_t>(value.number) : kMissingFeature;
      }
      if (features_.is_stopped()) return interrupted();
    }
    return {};
  }

 private:
  Features features_;
  const std::span<const Grid> grids_;
  const std::span<const std::size_t> columns_;
  const std::span<std::int64_t> values_;
};

// Runs workers of the class Worker on all puzzles. `more`: the other arguments of a worker.
template <class Worker, class... More>
Status run_each(std::span<const Grid> puzzles, const ManyOptions& options, const More&... more) {
  const auto make = [&](Solver solver) {
    return std::make_unique<Worker>(std::move(solver), puzzles, more...);
  };
  return run_slices(system_platform(), {puzzles.size(), Worker::kSlice, options.threads,
                                        options.should_stop, with_solver(options.engine, make)});
}

}  // namespace
}  // namespace batch

Status rate_many(std::span<const Grid> puzzles, std::span<PuzzleRating> ratings,
                 const ManyOptions& options, const RaterOptions& rater) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(ratings.size(), puzzles.size(), "places for ratings");
    if (status.ok()) status = batch::check_at_most(rater);
    if (!status.ok()) return status;
    return batch::run_each<batch::RateManyWorker>(puzzles, options, ratings, rater);
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
    const auto make = [&]() -> Result<std::unique_ptr<batch::SliceWorker>> {
      Result<Features> features = Features::create(columns, options.engine);
      if (!features.ok()) return features.status();
      return std::unique_ptr<batch::SliceWorker>(std::make_unique<batch::FeaturesManyWorker>(
          *std::move(features), grids, columns, values));
    };
    return batch::run_slices(system_platform(), {grids.size(), batch::FeaturesManyWorker::kSlice,
                                                 options.threads, options.should_stop, make});
  });
}

Status steps_many(std::span<const Grid> puzzles, std::span<FillOrder> orders,
                  std::span<GridKind> kinds, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(orders.size(), puzzles.size(), "places for orders");
    if (status.ok()) status = batch::check_wanted(kinds.size(), puzzles.size(), "places for kinds");
    if (!status.ok()) return status;
    return batch::run_each<batch::StepsManyWorker>(puzzles, options, orders, kinds);
  });
}

}  // namespace dokumill
