// Implements the functions of dokumill/many.hpp that make grids: images, boards and puzzles.
#include <algorithm>
#include <vector>

#include "base/text/format.hpp"
#include "batch/many/many.hpp"
#include "batch/stages/puzzle_rating.hpp"
#include "batch/stages/random_map.hpp"

namespace dokumill {
namespace batch {
namespace {

constexpr std::size_t kImagesPerSlice = 256;
constexpr std::size_t kBoardsPerSlice = 4096;

// The spans to which a call writes its puzzles. All spans except `puzzles` may be empty.
struct PuzzlePlaces {
  std::span<Grid> puzzles;
  std::span<Grid> solutions = {};
  std::span<PuzzleRating> ratings = {};
  std::span<std::uint64_t> weights = {};
  std::span<std::uint32_t> tries = {};
  std::span<std::uint8_t> parts = {};
};

// If there are few puzzles, small slices give work to many threads. If there are more puzzles, or
// one thread makes all of them, larger slices fill the lanes of a PuzzleMaker.
std::size_t puzzles_per_slice(std::size_t puzzles, int threads) {
  return threads == 1 ? 1024 : std::clamp<std::size_t>(puzzles / 64, 16, 256);
}

void set_places(const PuzzlePlaces& places, std::size_t index, const MadePuzzle& made) {
  places.puzzles[index] = made.puzzle;
  if (!places.solutions.empty()) places.solutions[index] = made.solution;
  if (!places.ratings.empty()) places.ratings[index] = puzzle_rating(made.rating);
  if (!places.weights.empty()) places.weights[index] = made.weight;
  if (!places.tries.empty()) places.tries[index] = made.tries;
  if (!places.parts.empty()) places.parts[index] = made.part;
}

Status make_puzzles(std::span<const PuzzlePart> parts, std::uint64_t seed, std::uint64_t start,
                    const PuzzlePlaces& places, std::size_t& made, const ManyOptions& options) {
  const std::size_t count = places.puzzles.size();
  MadeCount made_count(count);
  if (Status status = made_count.check(start); !status.ok()) return status;
  const auto make = [&](const ShouldStop& should_stop) -> Result<std::unique_ptr<SliceWorker>> {
    Result<PuzzleMaker> maker = PuzzleMaker::create_mixture(seed, parts, options.engine);
    if (!maker.ok()) return maker.status();
    maker->set_stop(should_stop);
    return worker_of(
        [&places, &made_count, start, own = *std::move(maker), all = std::vector<MadePuzzle>()](
            std::size_t begin, std::size_t wanted) mutable {
          all.resize(wanted);
          const PuzzleMaker::Outcome outcome = own.make(start + begin, all);
          if (outcome.status.code() == ErrorCode::kInterrupted) return outcome.status;
          for (std::size_t i = 0; i < outcome.made; ++i) set_places(places, begin + i, all[i]);
          return made_count.add(begin, outcome);
        });
  };
  return made_count.end(run_many(count, puzzles_per_slice(count, options.threads), options, make),
                        made);
}

}  // namespace

Status MadeCount::check(std::uint64_t start) const {
  const std::uint64_t left = 0 - start;  // 2^64 - start; 0 stands for 2^64
  if (start == 0 || made_ <= left) return {};
  return {ErrorCode::kUsage,
          format_text("asked for {} puzzles from puzzle {} on, and a seed has 2^64",
                      std::size_t{made_}, start)};
}

Status MadeCount::add(std::size_t begin, const PuzzleMaker::Outcome& outcome) {
  if (outcome.status.code() != ErrorCode::kUnmet) return outcome.status;
  std::size_t before = made_;
  while (begin + outcome.made < before &&
         !made_.compare_exchange_weak(before, begin + outcome.made)) {
  }
  return outcome.status;
}

Status MadeCount::end(Status status, std::size_t& made) const {
  if (status.ok() || status.code() == ErrorCode::kUnmet) made = made_;
  return status;
}

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
    Status status = batch::all_of(
        {batch::check_wanted(solutions.size(), puzzles.size(), "solutions"),
         batch::check_places(solution_images.size(), solutions.empty() ? 0 : images.size(),
                             "places for images of solutions")});
    if (!status.ok()) return status;
    const auto make = [=](const batch::ShouldStop& should_stop) {
      return batch::worker_of([=](std::size_t begin, std::size_t count) {
        if (should_stop()) return batch::ended(false);
        const auto times = static_cast<std::size_t>(choice.times);
        const std::size_t first = begin / times;
        const std::size_t slice = (begin + count - 1) / times - first + 1;  // puzzles
        Status cells = batch::check_cells(puzzles, "puzzles", first, slice);
        if (cells.ok() && !solutions.empty()) {
          cells = batch::check_cells(solutions, "solutions", first, slice);
        }
        if (!cells.ok()) return cells;
        for (std::size_t i = begin; i < begin + count; ++i) {
          const std::size_t puzzle = i / times;
          RandomStream random =
              batch::image_stream(choice.seed, choice.first_number + puzzle, i % times);
          const CanonicalMap map = batch::random_map(random);
          images[i] = map.apply(puzzles[puzzle]);
          if (!solutions.empty()) solution_images[i] = map.apply(solutions[puzzle]);
        }
        return Status();
      });
    };
    return batch::run_many(images.size(), batch::kImagesPerSlice, options, make);
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
    const auto make = [=](const batch::ShouldStop& should_stop) {
      return batch::worker_of([=](std::size_t begin, std::size_t count) {
        if (should_stop()) return batch::ended(false);
        make_boards(source, start + begin, boards.subspan(begin, count));
        return Status();
      });
    };
    return batch::run_many(boards.size(), batch::kBoardsPerSlice, options, make);
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
    Status status = batch::all_of(
        {batch::check_wanted(solutions.size(), puzzles.size(), "places for solutions"),
         batch::check_wanted(ratings.size(), puzzles.size(), "places for ratings"),
         batch::check_wanted(part_numbers.size(), puzzles.size(), "places for parts")});
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
    Status status = batch::all_of(
        {batch::check_wanted(solutions.size(), puzzles.size(), "places for solutions"),
         batch::check_places(weights.size(), puzzles.size(), "places for weights"),
         batch::check_wanted(tries.size(), puzzles.size(), "places for tries")});
    if (!status.ok()) return status;
    PuzzlePart part;
    part.constraints.unbiased = true;
    std::size_t made = 0;
    return batch::make_puzzles(std::span(&part, 1), seed, start,
                               {puzzles, solutions, {}, weights, tries, {}}, made, options);
  });
}

}  // namespace dokumill
