// TableWriter: writes the rows of a job. If the output is to be compressed, it compresses the
// output.
//
//   format                   row of a worker              output
//   line, grid, csv, npy     text                         as it is
//   jsonl                    {"puzzle":"53..7..."}\n      as it is
//   json                     ,\n{"puzzle":"53..7..."}     [\n{"puzzle":"53..7..."}, ... \n]\n
//   parquet                  packed_row.hpp               row groups (parquet_writer.hpp)
//
// Thread safety: one thread at a time calls the functions that write. During write(), any thread
// may call has_waiting() and help(). Memory: that of the writers.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/codec/block_writer.hpp"
#include "formats/tables/parquet_writer.hpp"

namespace dokumill::tables {

class TableWriter {
 public:
  // `columns`: of the rows, if has_typed_columns(format). `compression`: how the output is
  // compressed; in a Parquet file, each page is compressed. `should_stop`: as for a BlockWriter.
  // REQUIRES: `output` and `columns` outlive this object.
  TableWriter(TextFormat format, std::span<const Column> columns,
              const CompressionOptions& compression, OutputFile& output,
              std::function<bool()> should_stop);

  // Writes whole rows, or the header of csv. Failure: that of the output; bad_value().
  Status write(std::string_view text);
  bool has_waiting() const {
    return blocks_.has_waiting() || (parquet_ && parquet_->has_waiting());
  }
  void help();
  // Writes the rest of the output. REQUIRES: no thread is in help().
  Status finish();

 private:
  // Counts the rows of JSON. Failure: bad_value(), if one of them is a bad_row().
  Status check_rows(std::string_view text);

  TextFormat format_;
  std::span<const Column> columns_;
  codec::BlockWriter blocks_;
  std::optional<ParquetWriter> parquet_;
  bool has_rows_ = false;
  std::uint64_t rows_ = 0;  // of JSON
};

}  // namespace dokumill::tables
