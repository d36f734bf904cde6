// Implements rate_se121_many(): the ratings of Sudoku Explainer 1.2.1 for arrays of puzzles.
#include <algorithm>
#include <vector>

#include "batch/many.hpp"
#include "batch/without_exceptions.hpp"
#include "dokumill/many.hpp"

namespace dokumill {
namespace batch {
namespace {

class RateSe121Worker final : public SolverSliceWorker {
 public:
  static constexpr std::size_t kSlice = 32;

  RateSe121Worker(Solver solver, std::span<const Grid> puzzles,
                  std::span<Se121PuzzleRating> ratings)
      : SolverSliceWorker(std::move(solver)),
        puzzles_(puzzles),
        ratings_(ratings),
        results_(std::min(kSlice, puzzles.size())) {}

  void set_stop(std::function<bool()> should_stop) override {
    should_stop_ = should_stop;
    SolverSliceWorker::set_stop(std::move(should_stop));
  }

  Status work(std::size_t begin, std::size_t count) override {
    if (Status status = check_cells(puzzles_, "puzzles", begin, count); !status.ok()) return status;
    const std::span<const Grid> puzzles = puzzles_.subspan(begin, count);
    if (!solver_.solve(puzzles, std::span(results_).first(count))) return ended(false);
    for (std::size_t i = 0; i < count; ++i) {
      if (should_stop_()) return ended(false);
      Se121PuzzleRating& out = ratings_[begin + i];
      out = {};
      out.kind = kind_of(puzzles[i], results_[i].solutions);
      out.clues = static_cast<std::uint8_t>(count_clues(puzzles[i]));
      if (out.kind != GridKind::kUnique && out.kind != GridKind::kComplete) continue;
      const Se121Rating rating = rater_.rate(puzzles[i]);
      out.score = static_cast<std::uint16_t>(rating.score);
      out.pearl = static_cast<std::uint16_t>(rating.pearl);
      out.diamond = static_cast<std::uint16_t>(rating.diamond);
      out.hardest = rating.hardest;
      out.is_exact = rating.is_exact;
    }
    return {};
  }

 private:
  Se121Rater rater_;
  const std::span<const Grid> puzzles_;
  const std::span<Se121PuzzleRating> ratings_;
  std::vector<SolveResult> results_;
  std::function<bool()> should_stop_;
};

}  // namespace
}  // namespace batch

Status rate_se121_many(std::span<const Grid> puzzles, std::span<Se121PuzzleRating> ratings,
                       const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(ratings.size(), puzzles.size(), "places for ratings");
    if (!status.ok()) return status;
    const auto make = [&](Solver solver) {
      return std::make_unique<batch::RateSe121Worker>(std::move(solver), puzzles, ratings);
    };
    return batch::run_slices(system_platform(),
                             {puzzles.size(), batch::RateSe121Worker::kSlice, options.threads,
                              options.should_stop, batch::with_solver(options.engine, make)});
  });
}

}  // namespace dokumill
