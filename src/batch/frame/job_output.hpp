// JobOutput: the rows of a job on their way to a file: header, the text around the records, JSON
// array or Parquet file, compression, and the number of records in the header of a NumPy array.
//
// Thread safety: one thread at a time calls the functions that write. During write(), any thread
// may call has_waiting() and help().
#pragma once

#include <string_view>

#include "base/platform/output/output_file.hpp"
#include "batch/rows/output_plan.hpp"
#include "dokumill/batch.hpp"
#include "formats/format_table.hpp"
#include "formats/tables/table_writer.hpp"

namespace dokumill::batch {

// CountedHeader: a header that states the number of records. Of the output formats, npy has such a
// header. The header is first written with the number 0. When the number is known, the header is
// overwritten. So the output must be a file, and must not be compressed.
class CountedHeader {
 public:
  // REQUIRES: `output` outlives this object.
  // `size`: the number of rows of a board.
  CountedHeader(TextFormat format, CellShape shape, Compression compression, OutputFile& output,
                int size = 9)
      : traits_(records::format_traits(format)),
        shape_(shape),
        compression_(compression),
        output_(output),
        size_(size) {}

  // True if the format has such a header. Otherwise begin() and finish() do nothing.
  bool exists() const { return traits_.counted_header.value() != nullptr; }
  // Writes the header with the number 0. kUsage if the output is compressed or cannot be
  // overwritten. Call this before the first record.
  Status begin();
  // Overwrites the header with the number of records. Call this after the last record.
  Status finish();

 private:
  const records::FormatTraits& traits_;
  CellShape shape_;
  Compression compression_;
  OutputFile& output_;
  int size_;
  std::uint64_t header_bytes_ = 0;
};

class JobOutput {
 public:
  // `has_records_before`: an earlier output has the records before those of this one. REQUIRES:
  // the arguments outlive this object.
  JobOutput(const OutputPlan& plan, OutputFile& file, bool has_records_before,
            const JobOptions& options);

  // Writes what comes before the first record: `text` (a csv header), or the header that states the
  // number of records (npy; see CountedHeader). Call it once. Failure: kUsage if the format cannot
  // be written to this output.
  Status write_header(std::string_view text);
  // Writes text of whole records. Leaves out the line end before the first record of all. Failure:
  // also kUsage at the second record of a format that has one.
  Status write(std::string_view text);
  bool has_waiting() const { return writer_.has_waiting(); }
  void help() { writer_.help(); }
  // Compresses and writes the rest of the text and what stands after the last record, and writes
  // the number of records into the header if the format has a counted header. Call it after the
  // last text.
  Status finish();

  OutputFile& file() const { return file_; }

 private:
  OutputFile& file_;
  const JobOptions& options_;
  const records::FormatTraits& traits_;
  std::uint64_t written_bytes_ = 0;  // of records
  tables::TableWriter writer_;
  CountedHeader header_;
  bool drops_byte_;  // the text begins with a line end that is not written
};

}  // namespace dokumill::batch
