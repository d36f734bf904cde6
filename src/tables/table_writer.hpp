// TableWriter: writes the text of a job. If the format of the output is JSON or Parquet, it
// converts the rows of a table. If the output is to be compressed, it compresses the output.
//
//   text of a job --+-------------------------------------------> BlockWriter --> output
//                   +-- csv rows --> JsonLines --+-------------->
//                   +-- objects -----------------+-> JsonArray -->
//                   +-- csv rows --> ParquetWriter -----------------------------> output
//
// Thread safety: one thread at a time calls the functions that write. During write(), any thread
// may call has_waiting() and help(). Memory: that of the writers.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "codec/block_writer.hpp"
#include "tables/json_array.hpp"
#include "tables/json_lines.hpp"
#include "tables/parquet_writer.hpp"

namespace dokumill::tables {

class TableWriter {
 public:
  // `compression`: how the output is compressed; in a Parquet file, each page is compressed.
  // `should_stop`: as for a BlockWriter. REQUIRES: `output` outlives this object.
  TableWriter(const TableOptions& table, const CompressionOptions& compression, OutputFile& output,
              std::function<bool()> should_stop);

  // Writes the start of the output: a csv header, or other text. REQUIRES: if the rows are
  // converted, this is called once, before write(). Failure: that of columns_of_header(), or that
  // of the output.
  Status write_header(std::string_view header);
  Status write(std::string_view text) {
    return is_converted_ || table_.is_array ? convert(text) : blocks_.write(text);
  }
  bool has_waiting() const {
    return blocks_.has_waiting() || (parquet_ && parquet_->has_waiting());
  }
  void help();
  // Writes the rest of the output. REQUIRES: no thread is in help().
  Status finish();

 private:
  Status convert(std::string_view text);

  TableOptions table_;
  CompressionOptions compression_;
  OutputFile& output_;
  std::function<bool()> should_stop_;
  bool is_converted_;
  codec::BlockWriter blocks_;
  std::optional<JsonLines> json_;
  std::optional<ParquetWriter> parquet_;
  JsonArray array_;
  std::string objects_;  // of the rows that are being written, one per line
  std::string text_;     // the same as elements of an array
};

}  // namespace dokumill::tables
