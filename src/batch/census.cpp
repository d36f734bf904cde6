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

void CensusTaker::count(const Grid& puzzle, Outcome outcome, CensusCounts& counts) {
  if (outcome == Outcome::kMalformed) return;
  const auto clues = static_cast<std::size_t>(count_clues(puzzle));
  ++counts.clues[clues];
  if (!reference_ || outcome != Outcome::kUnique || clues == kCells) return;
  ++counts.levels[static_cast<std::size_t>(dokumill::rate(puzzle).level)];
  const std::uint64_t guesses_before = reference_->work().guesses;
  reference_->solve(puzzle);
  const std::uint64_t guesses = reference_->work().guesses - guesses_before;
  ++counts.guesses[std::min<std::size_t>(std::bit_width(guesses), kGuessBuckets - 1)];
}

CensusFold::CensusFold(const Setup& setup, const std::function<void(const Census&)>& on_census)
    : JobFold(setup), clock_(setup.platform), on_census_(on_census) {}

Status CensusFold::take_payload(ChunkResult& result, std::uint64_t) {
  if (!on_census_) return {};
  const auto& counts = result.payload_as<CensusCounts>();
  add(counts.clues, counts_.clues);
  add(counts.guesses, counts_.guesses);
  add(counts.levels, counts_.levels);
  constexpr std::uint64_t kReportEveryNs = 100'000'000;
  const std::uint64_t now = clock_.now_ns();
  if (now - reported_ns_ < kReportEveryNs) return {};
  reported_ns_ = now;
  report_census();
  return {};
}

void CensusFold::report_census() const {
  if (!on_census_) return;
  Census census;
  census.unique = outcome(Outcome::kUnique);
  census.multiple = outcome(Outcome::kMultiple);
  census.unsolvable = outcome(Outcome::kUnsolvable);
  census.malformed = outcome(Outcome::kMalformed);
  census.records = census.unique + census.multiple + census.unsolvable + census.malformed;
  census.clues = counts_.clues;
  census.guesses = counts_.guesses;
  census.levels = counts_.levels;
  on_census_(census);
}

}  // namespace dokumill::batch
