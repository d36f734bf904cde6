// Counts the clues of the records while a solve job runs (Census in dokumill/batch.hpp), and the
// solutions that it lists.
//
// Thread safety: as for JobFold.
#pragma once

#include <functional>

#include "batch/frame/job_fold.hpp"

namespace dokumill::batch {

// The payload of a solve job: the counts for the records of one ChunkResult.
struct CensusCounts final : Payload {
  std::array<std::uint64_t, kCells + 1> clues{};
  std::uint64_t written = 0;  // solutions, if all are listed
  std::uint64_t cut = 0;      // records with more solutions than were listed

  void count(const Grid& puzzle, GridKind outcome) {
    if (outcome != GridKind::kMalformed) ++clues[static_cast<std::size_t>(count_clues(puzzle))];
  }
  void clear() override { *this = CensusCounts(); }
};

// A JobFold for solve. If a callback is set, adds up the counts of the results, and reports the
// census to the callback while the job runs.
class CensusFold final : public JobFold {
 public:
  CensusFold(const Setup& setup, const std::function<void(const Census&)>& on_census);

  std::unique_ptr<Payload> make_payload() const override {
    return std::make_unique<CensusCounts>();
  }

  // Calls the callback with the census so far. take() calls this function at most ten times a
  // second, and the job calls it once more at the end.
  void report_census() const;

  const CensusCounts& counts() const { return counts_; }

 private:
  Status take_payload(ChunkResult& result, std::uint64_t first_record) override;

  Platform& clock_;
  const std::function<void(const Census&)>& on_census_;
  CensusCounts counts_;
  std::uint64_t reported_ns_ = 0;
};

}  // namespace dokumill::batch
