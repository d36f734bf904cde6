#include "batch/census.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace dokumill::batch {
namespace {

template <std::size_t kSize>
void add(const std::array<std::uint64_t, kSize>& from, std::array<std::uint64_t, kSize>& to) {
  for (std::size_t i = 0; i < kSize; ++i) to[i] += from[i];
}

}  // namespace

CensusTaker::CensusTaker(bool rates) {
  if (rates) reference_.emplace(Solver::create("reference").value());
}

void CensusTaker::count(const Grid& puzzle, Outcome outcome, SeenCounts& seen) {
  if (outcome == Outcome::kMalformed) return;
  const auto clues = static_cast<std::size_t>(count_clues(puzzle));
  ++seen.clues[clues];
  if (!reference_ || outcome != Outcome::kUnique || clues == kCells) return;
  ++seen.levels[static_cast<std::size_t>(dokumill::rate(puzzle).level)];
  const std::uint64_t guesses_before = reference_->work().guesses;
  reference_->solve(puzzle);
  const std::uint64_t guesses = reference_->work().guesses - guesses_before;
  ++seen.guesses[std::min<std::size_t>(std::bit_width(guesses), kGuessBuckets - 1)];
}

CensusFold::CensusFold(Platform& platform, const JobOptions& options, Place place,
                       OutputFile& output, bool drop_first_byte,
                       const std::function<void(const Census&)>& on_census)
    : JobFold(platform, options, std::move(place), output, drop_first_byte),
      clock_(platform),
      on_census_(on_census) {}

Status CensusFold::take_more(Part& part, std::uint64_t) {
  if (!on_census_) return {};
  add(part.seen.clues, seen_.clues);
  add(part.seen.guesses, seen_.guesses);
  add(part.seen.levels, seen_.levels);
  constexpr std::uint64_t kTellEveryNs = 100'000'000;
  const std::uint64_t now = clock_.now_ns();
  if (now - told_ns_ < kTellEveryNs) return {};
  told_ns_ = now;
  tell();
  return {};
}

void CensusFold::tell() const {
  if (!on_census_) return;
  Census census;
  census.unique = outcome(Outcome::kUnique);
  census.multiple = outcome(Outcome::kMultiple);
  census.unsolvable = outcome(Outcome::kUnsolvable);
  census.malformed = outcome(Outcome::kMalformed);
  census.records = census.unique + census.multiple + census.unsolvable + census.malformed;
  census.clues = seen_.clues;
  census.guesses = seen_.guesses;
  census.levels = seen_.levels;
  on_census_(census);
}

}  // namespace dokumill::batch
