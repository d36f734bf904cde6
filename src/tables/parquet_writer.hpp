// ParquetWriter: converts csv rows to a Parquet file. The footer comes last, so the output can be a
// pipe.
//
//   PAR1  row group 0  row group 1  ...  footer  length of the footer  PAR1
//
// A row group ends after kGroupRows rows, or after the row that brings its csv text to kGroupBytes.
// So the bytes of the file depend only on the rows, and not on threads, chunks or timing. Any thread
// can encode a row group; the groups are written in order.
//
// Thread safety: one thread at a time calls write() and finish(). During write(), any thread may
// call has_waiting() and help(). Memory: about 20 MB, and as much for each further thread that
// encodes at the same time.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "codec/ordered_blocks.hpp"
#include "codec/spare_encoders.hpp"
#include "platform/output_file.hpp"
#include "tables/csv_rows.hpp"
#include "tables/row_group.hpp"
#include "tables/thrift.hpp"

namespace dokumill::tables {

class ParquetWriter {
 public:
  // Readers handle row groups of 10,000 rows and more well.
  static constexpr std::uint64_t kGroupRows = std::uint64_t{1} << 15;
  static constexpr std::size_t kGroupBytes = std::size_t{8} << 20;

  // `compression` is that of the pages. REQUIRES: it is kNone or check_compression() is ok;
  // `output` lives longer.
  ParquetWriter(std::vector<Column> columns, char separator, const CompressionOptions& compression,
                OutputFile& output);

  // `csv`: whole rows. Failure: as encode_row_group(), or the failure of the output.
  Status write(std::string_view csv);
  // True if a row group waits to be encoded. Fast.
  bool has_waiting() const { return groups_.waiting() != 0; }
  void help() { groups_.help(); }
  // Writes the last row group and the footer. REQUIRES: no thread is in help().
  Status finish();

 private:
  // The text up to the end of the current row group, or all of it if the group has room for more.
  std::string_view part_of_group(std::string_view csv);
  void push_group();
  Status write_group(RowGroup& group);
  // A row group that is in the file.
  struct Written {
    std::uint64_t rows = 0;
    std::vector<ColumnChunk> chunks;  // with offsets in the file
  };
  std::string footer() const;
  void describe_group(CompactThrift& thrift, const Written& group) const;

  std::vector<Column> columns_;
  char separator_;
  OutputFile& output_;
  codec::SpareEncoders encoders_;
  std::unique_ptr<RowGroup> group_;  // that is being filled
  std::uint64_t rows_ = 0;           // in the groups before it
  std::vector<records::CsvField> fields_;
  std::uint64_t offset_ = 0;  // bytes of the file so far
  std::vector<Written> written_;
  codec::OrderedBlocks<RowGroup> groups_;
};

}  // namespace dokumill::tables
