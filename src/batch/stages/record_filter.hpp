// RecordFilter: removes from a batch the records that InputOptions::where leaves out.
//
// Malformed records stay. The batch keeps the numbers that the other records have in the input.
//
// Thread safety: a RecordFilter belongs to one worker. Memory: that of Features.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "batch/flow/pipeline.hpp"
#include "dokumill/features.hpp"
#include "records/detect/detect.hpp"
#include "records/reader.hpp"
#include "records/row_cells.hpp"

namespace dokumill::batch {

// Parses the expression for an input. An input without records has no columns, so any name may be
// one. Failure: kUsage.
Result<Filter> parse_where(const std::string& where, const records::Detection& input);

class RecordFilter {
 public:
  // REQUIRES: parse_where() accepts these arguments.
  RecordFilter(const std::string& where, const records::Detection& input);

  // True if the expression has columns, so that the reader must keep rows.
  bool reads_rows() const { return row_.has_value(); }
  // Removes records. Returns false if the job is being stopped.
  bool apply(const ChunkTask& task, records::RecordBatch& batch);

 private:
  std::string_view field(std::size_t column);

  Filter filter_;
  Features features_;
  std::optional<records::RowCells> row_;
  std::vector<std::size_t> places_;  // of Filter::columns() in row_
  std::string_view text_;            // the row of the record
  bool is_started_ = false;          // row_ has this row
};

}  // namespace dokumill::batch
