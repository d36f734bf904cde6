#include "batch/frame/census.hpp"

namespace dokumill::batch {

CensusFold::CensusFold(const Setup& setup, const std::function<void(const Census&)>& on_census)
    : JobFold(setup), clock_(setup.platform), on_census_(on_census) {}

Status CensusFold::take_payload(ChunkResult& result, std::uint64_t) {
  const auto& own = result.payload_as<CensusCounts>();
  counts_.written += own.written;
  counts_.cut += own.cut;
  if (!on_census_) return {};
  for (std::size_t i = 0; i < own.clues.size(); ++i) counts_.clues[i] += own.clues[i];
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
  census.unique = outcome(GridKind::kUnique);
  census.multiple = outcome(GridKind::kMultiple);
  census.unsolvable = outcome(GridKind::kUnsolvable);
  census.malformed = outcome(GridKind::kMalformed);
  census.records = census.unique + census.multiple + census.unsolvable + census.malformed;
  census.clues = counts_.clues;
  on_census_(census);
}

}  // namespace dokumill::batch
