// ParquetWriter: turns rows (packed_row.hpp) into a Parquet file. The writer appends only, and the
// footer is at the end of the file, so the output can be a pipe.
//
//   PAR1  row group 0  row group 1  ...  footer  length of the footer  PAR1
//
// A row group ends after kGroupRows rows, or after the row with which its packed rows reach
// kGroupBytes bytes. So the bytes of the file depend only on the rows, and not on threads, chunks
// or timing. Any thread can encode a row group; the groups are written in order.
//
// Thread safety: one thread at a time calls write() and finish(). During write(), any thread may
// call has_waiting() and help(). Memory: about 20 MB, and as much for each further thread that
// encodes at the same time; with thousands of columns, about 40 MB. The footer has about 130 bytes
// for each column of each row group, which are kept until the end.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "base/platform/output/output_file.hpp"
#include "formats/codec/ordered_blocks.hpp"
#include "formats/codec/spare_encoders.hpp"
#include "formats/tables/row_group.hpp"
#include "formats/tables/thrift.hpp"

namespace dokumill::tables {

class ParquetWriter {
 public:
  // Programs that read Parquet work well with row groups of 10,000 rows or more.
  static constexpr std::uint64_t kGroupRows = std::uint64_t{1} << 15;
  static constexpr std::size_t kGroupBytes = std::size_t{8} << 20;
  // The most row groups in memory, so that many threads can encode at the same time.
  static constexpr std::size_t kMostGroups = 64;

  // `compression`: how the pages of the file are compressed. `should_stop`: as for a BlockWriter.
  // REQUIRES: compression.kind is kNone, or check_compression(compression) is ok; `output` outlives
  // this object.
  ParquetWriter(std::vector<Column> columns, const CompressionOptions& compression,
                OutputFile& output, std::function<bool()> should_stop);

  // `rows`: whole rows. Failure: that of encode_row_group(), or that of the output.
  Status write(std::string_view rows);
  // True if a row group waits to be encoded and an encoder is free. Fast.
  bool has_waiting() const { return groups_.can_help(); }
  void help() { groups_.help(); }
  // Writes the last row group and the footer. REQUIRES: no thread is in help().
  Status finish();

 private:
  // Returns the rows at the start of `rows` for which the current row group has room. These can be
  // all rows. Adds their number to group_->rows.
  std::string_view part_of_group(std::string_view rows);
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
  OutputFile& output_;
  codec::SpareEncoders encoders_;
  std::unique_ptr<RowGroup> group_;  // the group that is being filled
  std::uint64_t rows_ = 0;           // rows of the groups before it
  std::uint64_t offset_ = 0;         // bytes of the file so far
  std::vector<Written> written_;
  codec::OrderedBlocks<RowGroup> groups_;
};

}  // namespace dokumill::tables
