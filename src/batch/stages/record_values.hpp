// RecordValues: the values of features, columns and members that a record has.
//
// Thread safety: a RecordValues belongs to one worker. Memory: that of Features.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch/flow/worker.hpp"
#include "dokumill/features.hpp"
#include "formats/detect/detect.hpp"
#include "formats/reader.hpp"
#include "formats/row_cells.hpp"

namespace dokumill::batch {

// The columns that an input has for an expression. An input without records has no columns, so any
// name may be one.
Filter::Columns columns_of(const records::Detection& input);

// Which members of JSON Lines an option asked for, and which of them no record had: their names may
// be wrong. Thread safety: any thread may call note().
class MemberLog {
 public:
  explicit MemberLog(std::span<const std::string> names);

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

class RecordValues {
 public:
  // What an expression asks for: see Filter. REQUIRES: the columns are those of the input.
  struct Wanted {
    std::span<const std::size_t> features;
    RaterOptions rater = {};
    std::span<const std::string> columns;
  };
  RecordValues(const Wanted& wanted, const records::Detection& input,
               std::shared_ptr<MemberLog> members);
  // The field() of an object refers to this object.
  RecordValues(const RecordValues&) = delete;
  RecordValues& operator=(const RecordValues&) = delete;

  // True if columns were asked for, so that the reader must keep rows.
  bool reads_rows() const { return row_.has_value(); }
  // Begins with a chunk: its stop requests stop features(). REQUIRES: the task outlives the calls.
  void enter(const ChunkTask& task) {
    features_.set_stop([&task] { return task.should_stop(); });
  }
  // Begins with a record of a batch that is not malformed.
  void start(const records::RecordBatch& batch, std::size_t record);
  Features& features() { return features_; }
  // The text of a column; see Filter::keeps().
  const Filter::Field& field() const { return field_; }

 private:
  std::string_view text_of(std::size_t column);

  Features features_;
  Filter::Field field_;
  std::optional<records::RowCells> row_;
  std::shared_ptr<MemberLog> members_;  // nullptr: the input has no members
  std::vector<std::size_t> places_;     // of the columns in row_
  std::string_view text_;               // the row of the record
  bool is_started_ = false;             // row_ has this row
};

}  // namespace dokumill::batch
