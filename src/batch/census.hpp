// The census of a solve: what its records are like, counted beside the solving.
//
// Thread safety: a CensusTaker is one worker's; a CensusFold is used as JobFold says.
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
  std::optional<Solver> reference_;  // where guesses and levels are wanted
};

// A JobFold that tells the census while the job runs, where somebody wants it.
class CensusFold final : public JobFold {
 public:
  CensusFold(Platform& platform, const JobOptions& options, Place place, OutputFile& output,
             bool drop_first_byte, const std::function<void(const Census&)>& on_census);

  // The census so far; once more at the end.
  void tell() const;

 private:
  Status take_more(Part& part, std::uint64_t first_record) override;

  Platform& clock_;
  const std::function<void(const Census&)>& on_census_;
  SeenCounts seen_;
  std::uint64_t told_ns_ = 0;
};

}  // namespace dokumill::batch
