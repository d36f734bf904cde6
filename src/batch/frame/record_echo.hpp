// Writes records back as they were read. Used by the jobs dedupe(), split(), sample() and
// shuffle(). The job canonize() uses only EchoJob and print_cells(), and convert() uses only
// print_cells().
//
// If the layout keeps columns, a csv row or a JSON object is written byte for byte. If the output is
// lines, so is a line, with the text before and after its cells. Any other record is written as
// cells, in the output format. A malformed record is written as 81 '?'; the other columns of a csv
// row, or members of an object, stay.
// Thread safety: a RecordEcho belongs to one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "batch/frame/text_job.hpp"
#include "batch/rows/output_name.hpp"
#include "batch/stages/record_stages.hpp"
#include "records/format_table.hpp"
#include "records/row_cells.hpp"

namespace dokumill::batch {

// The output format of a job that writes records back.
struct RecordLayout {
  TextFormat format = TextFormat::kLine;
  // True if the input is csv with columns and the output is csv or another table. Also true if the
  // input and the output are jsonl.
  bool keeps_columns = false;
  // The format of the inputs whose rows are written as they were read: that of the input if the
  // layout keeps columns, kLine for lines. nullopt: records are written as cells.
  std::optional<TextFormat> rows_of;
  std::string header;  // with its line end; empty if the format has no header
};

// Whether lines are written with their text. canonize() changes cells, so it writes only cells.
enum class Lines : std::uint8_t { kAsRead, kAsCells };

RecordLayout record_layout(const records::Detection& input, std::optional<TextFormat> wanted,
                           Lines lines = Lines::kAsRead);

// kUsage if the rows of the inputs do not belong in one output: csv with different columns, or
// lines with the puzzle in different words. Call it before the job runs.
Status check_layout(TextJob& job, const RecordLayout& layout);

// An opened job that writes records back, and its layout.
struct EchoJob {
  TextJob job;
  RecordLayout layout;

  template <class Options>
  static Result<EchoJob> open(const Options& options, const JobHooks& hooks,
                              Lines lines = Lines::kAsRead) {
    const Result<std::optional<TextFormat>> wanted =
        format_of_output(options.output, options.output_format, Tabs::kAsTheInput);
    if (!wanted.ok()) return wanted.status();
    Result<TextJob> job = TextJob::open(options, hooks);
    if (!job.ok()) return job.status();
    Status tabs = check_tabs(options.output, *wanted, job->detection());
    if (!tabs.ok()) return tabs;
    RecordLayout layout = record_layout(job->detection(), *wanted, lines);
    if (Status status = check_layout(*job, layout); !status.ok()) return status;
    Status table = job->set_table(layout.format, layout.keeps_columns);
    if (!table.ok()) return table;
    return EchoJob{*std::move(job), std::move(layout)};
  }
};

// Appends the cells of a grid to the text of the result, in this format.
void print_cells(ChunkResult& result, const Grid& grid, TextFormat format);

// Writes the records of a batch as they were read.
class RecordEcho {
 public:
  // REQUIRES: the records are read with `read`, and rows are kept of inputs in the format
  // layout.rows_of.
  RecordEcho(const records::ReadOptions& read, const RecordLayout& layout);

  // Appends the text of a record to the result.
  void print(const BatchTask& batch, std::size_t record);

 private:
  TextFormat format_;
  bool keeps_columns_;
  records::RowCells row_;
};

}  // namespace dokumill::batch
