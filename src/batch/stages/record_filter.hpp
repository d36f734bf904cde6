// RecordFilter: removes from a batch the records that InputOptions::where leaves out.
//
// Malformed records stay. The batch keeps the numbers that the other records have in the input.
//
// Thread safety: a RecordFilter belongs to one worker. Memory: that of Features.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch/flow/worker.hpp"
#include "dokumill/features.hpp"
#include "formats/detect/detect.hpp"
#include "formats/reader.hpp"
#include "formats/row_cells.hpp"

namespace dokumill::batch {

// Parses the expression for an input. An input without records has no columns, so any name may be
// one. Failure: kUsage.
Result<Filter> parse_where(const std::string& where, const records::Detection& input);

// Which members of JSON Lines an expression asked for, and which of them no record had: their names
// may be wrong. Thread safety: any thread may call note().
class MemberLog {
 public:
  // An expression that is wrong for JSON Lines has no members.
  explicit MemberLog(const std::string& where);

  void note(std::size_t member, bool is_there) {
    std::atomic<std::uint8_t>& seen = seen_[member];
    const std::uint8_t bit = is_there ? 2 : 1;
    if ((seen.load(std::memory_order_relaxed) & bit) == 0) seen |= bit;
  }
  // The names that are not those of features.
  std::vector<std::string> missing() const;

 private:
  std::vector<std::string> names_;
  std::vector<std::atomic<std::uint8_t>> seen_;  // bit 0: missing in a record, bit 1: there
};

class RecordFilter {
 public:
  // REQUIRES: parse_where() accepts these arguments.
  RecordFilter(const std::string& where, const records::Detection& input,
               std::shared_ptr<MemberLog> members);

  // True if the expression has columns, so that the reader must keep rows.
  bool reads_rows() const { return row_.has_value(); }
  // Removes records. Returns false if the job is being stopped.
  bool apply(const ChunkTask& task, records::RecordBatch& batch);

 private:
  std::string_view field(std::size_t column);

  Filter filter_;
  Features features_;
  std::optional<records::RowCells> row_;
  std::shared_ptr<MemberLog> members_;  // nullptr: the input has no members
  std::vector<std::size_t> places_;     // of Filter::columns() in row_
  std::string_view text_;               // the row of the record
  bool is_started_ = false;             // row_ has this row
};

}  // namespace dokumill::batch
