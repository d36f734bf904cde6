// RecordFilter: removes from a batch the records that InputOptions::where leaves out.
//
// Malformed records stay. The batch keeps the numbers that the other records have in the input.
//
// Thread safety: a RecordFilter belongs to one worker. Memory: that of Features.
#pragma once

#include <memory>
#include <string>

#include "batch/stages/record_values.hpp"

namespace dokumill::batch {

// Parses the expression for an input. Failure: kUsage.
Result<Filter> parse_where(const std::string& where, const records::Detection& input);

class RecordFilter {
 public:
  // REQUIRES: parse_where() accepts these arguments.
  RecordFilter(const std::string& where, const records::Detection& input,
               std::shared_ptr<MemberLog> members);

  bool reads_rows() const { return values_.reads_rows(); }
  // Removes records. Returns false if the job is being stopped.
  bool apply(const ChunkTask& task, records::RecordBatch& batch);

 private:
  Filter filter_;
  RecordValues values_;
};

}  // namespace dokumill::batch
