// Finds a column, or a member of objects, that has boards, probably the solutions of the puzzles,
// but has no known name and was not named. Used by the jobs canonize() and augment(), which map
// puzzles: such solutions do not belong to the new puzzles.
//
// Thread safety: as JobFold and Payload.
#pragma once

#include <memory>
#include <string>

#include "batch/frame/job_fold.hpp"

namespace dokumill::batch {

struct UnmappedPayload final : Payload {
  std::string column;  // the name of the first such column in the result; empty: none was found

  void clear() override { column.clear(); }
};

class UnmappedFold final : public JobFold {
 public:
  using JobFold::JobFold;

  std::unique_ptr<Payload> make_payload() const override {
    return std::make_unique<UnmappedPayload>();
  }
  // See JobReport::unmapped_column.
  const std::string& column() const { return column_; }

 private:
  Status take_payload(ChunkResult& result, std::uint64_t) override {
    if (column_.empty()) column_ = result.payload_as<UnmappedPayload>().column;
    return {};
  }

  std::string column_;
};

}  // namespace dokumill::batch
