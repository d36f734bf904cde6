// Writes records back as they were read. The jobs dedupe, split and canon share this file.
//
// A csv row that keeps its columns is written byte for byte. Other records are written as cells, in
// the output format. A malformed record is written as 81 '?'; in a csv row, the other columns stay.
// Thread safety: an EchoWorker belongs to one thread.
#pragma once

#include <optional>
#include <string>

#include "batch/text_worker.hpp"
#include "dokumill/canon.hpp"
#include "records/csv_cells.hpp"
#include "records/detect.hpp"

namespace dokumill::batch {

// The output format of a job that writes records back.
struct RecordLayout {
  records::Format format = records::Format::kLine;
  bool keeps_columns = false;  // input and output are csv
  std::string header;          // with its line end; empty if the format has no header

  // True if every record begins with the blank line that separates it from the record before.
  bool has_separators() const { return format == records::Format::kGrid; }
};
RecordLayout record_layout(const records::Detection& input, std::optional<TextFormat> wanted);

// Appends a grid to the part's text: nine rows in the grid format, otherwise one line of 81 cells.
void print_cells(Part& part, const Grid& grid, records::Format format);

// What is compared: the cells of records, or their canonical forms.
enum class Compare : std::uint8_t { kCells, kForms };

class EchoWorker : public TextWorker {
 public:
  // REQUIRES: `read` keeps rows exactly if the layout keeps columns.
  EchoWorker(const records::ReadOptions& read, std::size_t batch_records, Malformed malformed,
             const RecordLayout& layout, Compare compare);

 protected:
  // Called for each record that is not malformed. `record` is its number in the part, `compared`
  // its cells or its canonical form.
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
