// Implements the functions of dokumill/many.hpp that make grids: images, boards and puzzles.
#include <algorithm>
#include <atomic>
#include <vector>

#include "base/text/format.hpp"
#include "batch/flow/without_exceptions.hpp"
#include "batch/many/many.hpp"
#include "batch/stages/image_stream.hpp"
#include "batch/stages/puzzle_rating.hpp"
#include "batch/stages/random_map.hpp"
#include "dokumill/many.hpp"

namespace dokumill {
namespace batch {
namespace {

class AugmentManyWorker final : public PollingSliceWorker {
 public:
  static constexpr std::size_t kSlice = 256;  // images

  AugmentManyWorker(std::span<const Grid> puzzles, std::span<const Grid> solutions,
                    const ImageChoice& choice, std::span<Grid> images,
                    std::span<Grid> solution_images)
      : puzzles_(puzzles),
        solutions_(solutions),
        choice_(choice),
        images_(images),
        solution_images_(solution_images) {}

  Status work(std::size_t begin, std::size_t count) override {
    if (should_stop_()) return interrupted();
    const auto times = static_cast<std::size_t>(choice_.times);
    const std::size_t first = begin / times;
    const std::size_t puzzles = (begin + count - 1) / times - first + 1;
    Status status = check_cells(puzzles_, "puzzles", first, puzzles);
    if (status.ok() && !solutions_.empty())
      status = check_cells(solutions_, "solutions", first, puzzles);
    if (!status.ok()) return status;
    for (std::size_t i = begin; i < begin + count; ++i) {
      const std::size_t puzzle = i / times;
      RandomStream random = image_stream(choice_.seed, choice_.first_number + puzzle, i % times);
      const CanonicalMap map = random_map(random);
      images_[i] = map.apply(puzzles_[puzzle]);
      if (!solutions_.empty()) solution_images_[i] = map.apply(solutions_[puzzle]);
    }
    return {};
  }

 private:
  const std::span<const Grid> puzzles_;
  const std::span<const Grid> solutions_;
  const ImageChoice choice_;
  const std::span<Grid> images_;
  const std::span<Grid> solution_images_;
};

class BoardsManyWorker final : public PollingSliceWorker {
 public:
  static constexpr std::size_t kSlice = 4096;

  BoardsManyWorker(const BoardSource& source, std::uint64_t start, std::span<Grid> boards)
      : source_(source), start_(start), boards_(boards) {}

  Status work(std::size_t begin, std::size_t count) override {
    if (should_stop_()) return interrupted();
    make_boards(source_, start_ + begin, boards_.subspan(begin, count));
    return {};
  }

 private:
  const BoardSource source_;
  const std::uint64_t start_;
  const std::span<Grid> boards_;
};

// The spans to which a call writes its puzzles. All spans except `puzzles` may be empty.
struct PuzzlePlaces {
  std::span<Grid> puzzles;
  std::span<Grid> solutions = {};
  std::span<PuzzleRating> ratings = {};
  std::span<std::uint64_t> weights = {};
  std::span<std::uint32_t> tries = {};
  std::span<std::uint8_t> parts = {};
};

class PuzzlesManyWorker final : public SliceWorker {
 public:
  // If there are few puzzles, small slices give work to many threads. If there are more puzzles, or
  // one thread makes all of them, larger slices fill the lanes of a PuzzleMaker.
  static std::size_t slice_for(std::size_t puzzles, int threads) {
    return threads == 1 ? 1024 : std::clamp<std::size_t>(puzzles / 64, 16, 256);
  }

  PuzzlesManyWorker(PuzzleMaker maker, std::uint64_t start, const PuzzlePlaces& places,
                    std::atomic<std::size_t>& unmet)
      : maker_(std::move(maker)), start_(start), places_(places), unmet_(unmet) {}

  void set_stop(std::function<bool()> should_stop) override {
    maker_.set_stop(std::move(should_stop));
  }

  Status work(std::size_t begin, std::size_t count) override {
    made_.resize(count);
    const PuzzleMaker::Outcome outcome = maker_.make(start_ + begin, made_);
    if (outcome.status.code() == ErrorCode::kInterrupted) return outcome.status;
    for (std::size_t i = 0; i < outcome.made; ++i) {
      const MadePuzzle& made = made_[i];
      places_.puzzles[begin + i] = made.puzzle;
      if (!places_.solutions.empty()) places_.solutions[begin + i] = made.solution;
      if (!places_.ratings.empty()) places_.ratings[begin + i] = puzzle_rating(made.rating);
      if (!places_.weights.empty()) places_.weights[begin + i] = made.weight;
      if (!places_.tries.empty()) places_.tries[begin + i] = made.tries;
      if (!places_.parts.empty()) places_.parts[begin + i] = made.part;
    }
    if (!outcome.status.ok()) {
      std::size_t before = unmet_;
      while (begin + outcome.made < before &&
             !unmet_.compare_exchange_weak(before, begin + outcome.made)) {
      }
    }
    return outcome.status;
  }

 private:
  PuzzleMaker maker_;
  const std::uint64_t start_;
  const PuzzlePlaces places_;
  std::atomic<std::size_t>& unmet_;  // the first puzzle that could not be made
  std::vector<MadePuzzle> made_;
};

Status make_puzzles(std::span<const PuzzlePart> parts, std::uint64_t seed, std::uint64_t start,
                    const PuzzlePlaces& places, std::size_t& made, const ManyOptions& options) {
  const std::size_t count = places.puzzles.size();
  const std::uint64_t left = 0 - start;  // 2^64 - start; 0 stands for 2^64
  if (start != 0 && count > left) {
    return {
        ErrorCode::kUsage,
        format_text("asked for {} puzzles from puzzle {} on, and a seed has 2^64", count, start)};
  }
  std::atomic<std::size_t> unmet{count};
  const auto make = [&]() -> Result<std::unique_ptr<SliceWorker>> {
    Result<PuzzleMaker> maker = PuzzleMaker::create_mixture(seed, parts, options.engine);
    if (!maker.ok()) return maker.status();
    return std::unique_ptr<SliceWorker>(
        std::make_unique<PuzzlesManyWorker>(*std::move(maker), start, places, unmet));
  };
  Status status =
      run_slices(system_platform(), {count, PuzzlesManyWorker::slice_for(count, options.threads),
                                     options.threads, options.should_stop, make});
  if (status.ok()) made = count;
  if (status.code() == ErrorCode::kUnmet) made = unmet;
  return status;
}

}  // namespace
}  // namespace batch

Status augment_many(std::span<const Grid> puzzles, std::span<const Grid> solutions,
                    const ImageChoice& choice, std::span<Grid> images,
                    std::span<Grid> solution_images, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    if (choice.times < 1 || choice.times > kMostImages) {
      return {ErrorCode::kUsage,
              format_text("times: expected 1 to {}, got {}", kMostImages, choice.times), "times"};
    }
    // The sizes are compared by division, because the product may not fit into 64 bits.
    if (images.size() % choice.times != 0 || images.size() / choice.times != puzzles.size()) {
      return {ErrorCode::kUsage, format_text("{} places for images, expected {} times {}",
                                             images.size(), choice.times, puzzles.size())};
    }
    Status status = batch::check_wanted(solutions.size(), puzzles.size(), "solutions");
    if (status.ok()) {
      status = batch::check_places(solution_images.size(), solutions.empty() ? 0 : images.size(),
                                   "places for images of solutions");
    }
    if (!status.ok()) return status;
    const auto make = [&]() -> Result<std::unique_ptr<batch::SliceWorker>> {
      return std::unique_ptr<batch::SliceWorker>(std::make_unique<batch::AugmentManyWorker>(
          puzzles, solutions, choice, images, solution_images));
    };
    return batch::run_slices(system_platform(), {images.size(), batch::AugmentManyWorker::kSlice,
                                                 options.threads, options.should_stop, make});
  });
}

Status boards_many(const BoardSource& source, std::uint64_t start, std::span<Grid> boards,
                   const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    const std::uint64_t size = family_size(source.family);
    if (start > size || boards.size() > size - start) {
      return {ErrorCode::kUsage, format_text("asked for {} boards from board {} on, and the family "
                                             "has {}",
                                             boards.size(), start, size)};
    }
    const auto make = [&]() -> Result<std::unique_ptr<batch::SliceWorker>> {
      return std::unique_ptr<batch::SliceWorker>(
          std::make_unique<batch::BoardsManyWorker>(source, start, boards));
    };
    return batch::run_slices(system_platform(), {boards.size(), batch::BoardsManyWorker::kSlice,
                                                 options.threads, options.should_stop, make});
  });
}

Status puzzles_many(const PuzzleConstraints& constraints, std::uint64_t seed, std::uint64_t start,
                    std::span<Grid> puzzles, std::span<Grid> solutions,
                    std::span<PuzzleRating> ratings, std::size_t& made,
                    const ManyOptions& options) {
  const PuzzlePart only{{Share::kWhole}, constraints};
  return mixed_puzzles_many(std::span(&only, 1), seed, start, puzzles, solutions, ratings, {}, made,
                            options);
}

Status mixed_puzzles_many(std::span<const PuzzlePart> parts, std::uint64_t seed,
                          std::uint64_t start, std::span<Grid> puzzles, std::span<Grid> solutions,
                          std::span<PuzzleRating> ratings, std::span<std::uint8_t> part_numbers,
                          std::size_t& made, const ManyOptions& options) {
  made = 0;
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_wanted(solutions.size(), puzzles.size(), "places for solutions");
    if (status.ok()) {
      status = batch::check_wanted(ratings.size(), puzzles.size(), "places for ratings");
    }
    if (status.ok()) {
      status = batch::check_wanted(part_numbers.size(), puzzles.size(), "places for parts");
    }
    if (!status.ok()) return status;
    std::vector<PuzzlePart> wanted(parts.begin(), parts.end());
    for (PuzzlePart& part : wanted) part.constraints.with_rating |= !ratings.empty();
    return batch::make_puzzles(wanted, seed, start,
                               {puzzles, solutions, ratings, {}, {}, part_numbers}, made, options);
  });
}

Status unbiased_puzzles_many(std::uint64_t seed, std::uint64_t start, std::span<Grid> puzzles,
                             std::span<Grid> solutions, std::span<std::uint64_t> weights,
                             std::span<std::uint32_t> tries, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_wanted(solutions.size(), puzzles.size(), "places for solutions");
    if (status.ok()) {
      status = batch::check_places(weights.size(), puzzles.size(), "places for weights");
    }
    if (status.ok()) {
      status = batch::check_wanted(tries.size(), puzzles.size(), "places for tries");
    }
    if (!status.ok()) return status;
    PuzzlePart part;
    part.constraints.unbiased = true;
    std::size_t made = 0;
    return batch::make_puzzles(std::span(&part, 1), seed, start,
                               {puzzles, solutions, {}, weights, tries, {}}, made, options);
  });
}

}  // namespace dokumill
