// Counts clues, guesses and levels of the records while a solve job runs (Census in
// dokumill/batch.hpp).
//
// Thread safety: each worker has its own CensusTaker. For CensusFold, see JobFold.
#pragma once

#include <functional>
#include <optional>

#include "batch/job_fold.hpp"

namespace dokumill::batch {

class CensusTaker {
 public:
  explicit CensusTaker(bool rates);

  void count(const Grid& puzzle, Outcome outcome, SeenCounts& seen);

 private:
  std::optional<Solver> reference_;  // only if guesses and levels are counted
};

// A JobFold that reports the census while the job runs, if a callback is set.
class CensusFold final : public JobFold {
 public:
  CensusFold(Platform& platform, const JobOptions& options, Place place, OutputFile& output,
             bool drop_first_byte, const std::function<void(const Census&)>& on_census);

  // Calls the callback with the census so far. take() does this at most ten times a second, and the
  // job calls it once more at the end.
  void tell() const;

 private:
  Status take_more(Part& part, std::uint64_t first_record) override;

  Platform& clock_;
  const std::function<void(const Census&)>& on_census_;
  SeenCounts seen_;
  std::uint64_t told_ns_ = 0;
};

}  // namespace dokumill::batch
