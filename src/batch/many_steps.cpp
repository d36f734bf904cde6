// Implements rate_many(), rate_se121_many() and steps_many(), which solve arrays of puzzles step by
// step.
#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>

#include "batch/many.hpp"
#include "batch/step_text.hpp"
#include "batch/without_exceptions.hpp"
#include "dokumill/many.hpp"

namespace dokumill {
namespace batch {
namespace {

bool has_one_solution(GridKind kind) {
  return kind == GridKind::kUnique || kind == GridKind::kComplete;
}

class RateManyWorker final : public EachPuzzleWorker {
 public:
  RateManyWorker(Solver solver, std::span<const Grid> puzzles, std::span<PuzzleRating> ratings)
      : EachPuzzleWorker(std::move(solver), puzzles),
        reference_(Solver::create("reference").value()),
        ratings_(ratings) {}

  void set_stop(std::function<bool()> should_stop) override {
    reference_.set_stop(should_stop);
    EachPuzzleWorker::set_stop(std::move(should_stop));
  }

 private:
  bool use(std::size_t index, const Grid& puzzle, GridKind kind) override {
    PuzzleRating& out = ratings_[index];
    out = {};
    out.kind = kind;
    out.clues = static_cast<std::uint8_t>(count_clues(puzzle));
    if (!has_one_solution(kind)) return true;
    const Rating rating = dokumill::rate(puzzle);
    out.score = static_cast<std::uint16_t>(rating.score);
    out.steps = std::accumulate(
        rating.steps.begin(), rating.steps.end(), std::uint16_t{0},
        [](int sum, std::uint16_t steps) { return static_cast<std::uint16_t>(sum + steps); });
    out.level = rating.level;
    out.hardest = rating.hardest;
    const std::uint64_t before = reference_.work().guesses;
    std::array<SolveResult, 1> solved;
    if (!reference_.solve(std::span(&puzzle, 1), solved)) return false;
    out.guesses = reference_.work().guesses - before;
    return true;
  }

  Solver reference_;  // counts the guesses, which differ between engines
  const std::span<PuzzleRating> ratings_;
};

class RateSe121ManyWorker final : public EachPuzzleWorker {
 public:
  RateSe121ManyWorker(Solver solver, std::span<const Grid> puzzles,
                      std::span<Se121PuzzleRating> ratings)
      : EachPuzzleWorker(std::move(solver), puzzles), ratings_(ratings) {}

  void set_stop(std::function<bool()> should_stop) override {
    rater_.set_stop([this, should_stop] { return is_stopped_ = should_stop(); });
    EachPuzzleWorker::set_stop(std::move(should_stop));
  }

 private:
  bool use(std::size_t index, const Grid& puzzle, GridKind kind) override {
    Se121PuzzleRating& out = ratings_[index];
    out = {};
    out.kind = kind;
    out.clues = static_cast<std::uint8_t>(count_clues(puzzle));
    if (!has_one_solution(kind)) return true;
    is_stopped_ = false;
    const Se121Rating rating = rater_.rate(puzzle);
    if (is_stopped_) return false;
    out.score = static_cast<std::uint16_t>(rating.score);
    out.pearl = static_cast<std::uint16_t>(rating.pearl);
    out.diamond = static_cast<std::uint16_t>(rating.diamond);
    out.hardest = rating.hardest;
    out.is_exact = rating.is_exact;
    return true;
  }

  Se121Rater rater_;
  bool is_stopped_ = false;  // the last rating was stopped
  const std::span<Se121PuzzleRating> ratings_;
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

// Runs workers of the class Worker on all puzzles. They write their results to `places`.
template <class Worker, class... Places>
Status run_each(std::span<const Grid> puzzles, const ManyOptions& options, Places... places) {
  const auto make = [&](Solver solver) {
    return std::make_unique<Worker>(std::move(solver), puzzles, places...);
  };
  return run_slices(system_platform(), {puzzles.size(), Worker::kSlice, options.threads,
                                        options.should_stop, with_solver(options.engine, make)});
}

}  // namespace
}  // namespace batch

Status rate_many(std::span<const Grid> puzzles, std::span<PuzzleRating> ratings,
                 const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(ratings.size(), puzzles.size(), "places for ratings");
    if (!status.ok()) return status;
    return batch::run_each<batch::RateManyWorker>(puzzles, options, ratings);
  });
}

Status rate_se121_many(std::span<const Grid> puzzles, std::span<Se121PuzzleRating> ratings,
                       const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(ratings.size(), puzzles.size(), "places for ratings");
    if (!status.ok()) return status;
    return batch::run_each<batch::RateSe121ManyWorker>(puzzles, options, ratings);
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
