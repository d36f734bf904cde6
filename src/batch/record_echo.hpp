// Records that are written as they were read: what jobs that choose among records, or map them onto
// each other, have in common.
//
// A csv row that keeps its columns is written byte for byte; elsewhere the cells are written in the
// output's format. A malformed record is 81 '?', a row of it keeps its other columns. Thread
// safety: an EchoWorker is of one thread.
#pragma once

#include <optional>
#include <string>

#include "batch/text_worker.hpp"
#include "dokumill/canon.hpp"
#include "records/csv_cells.hpp"
#include "records/detect.hpp"

namespace dokumill::batch {

// The output of a job that writes records back.
struct RecordLayout {
  records::Format format = records::Format::kLine;
  bool keeps_columns = false;  // csv in and out
  std::string header;          // with its line end; empty where the format has none

  // Every record begins with the blank line between it and the one before.
  bool has_separators() const { return format == records::Format::kGrid; }
};
RecordLayout record_layout(const records::Detection& input, std::optional<TextFormat> wanted);

// Adds a record of one column, or of nine rows, to the part's text.
void print_cells(Part& part, const Grid& grid, records::Format format);

// How records are compared.
enum class Compare : std::uint8_t { kCells, kForms };

class EchoWorker : public TextWorker {
 public:
  // `read` has the layout's keeps_columns.
  EchoWorker(const records::ReadOptions& read, std::size_t batch_records, Malformed malformed,
             const RecordLayout& layout, Compare compare);

 protected:
  // A record that is not malformed, number `record` of the part, with its cells or its canonical
  // form.
  virtual void take_record(Part& part, std::uint64_t record, const Grid& compared) = 0;

 private:
  bool work_batch(Part& part) final;
  void print(Part& part, std::size_t record);

  records::Format format_;
  bool keeps_columns_;
  Compare compare_;
  Canonizer canonizer_;
  records::CsvCells row_;
};

}  // namespace dokumill::batch
