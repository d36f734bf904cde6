// ParquetText: a Parquet file as the text of a csv file: a header with the names of the columns
// (parquet_file.hpp), and a line for each row. So the rows are read like those of csv, with all of
// its options. The rows are in the order of the file.
//
//   column of texts            the text, in quotes if it needs them
//   numbers, booleans          7, 7.25, true
//   list of digits             their sequence: 530070000... (column_reader.hpp)
//   null                       an empty field
//   types without a text       left out (Column::is_read)
//
// A row that is longer than a csv row may be becomes a malformed row of one line.
//
// Memory: pages and dictionaries, decompressed, at most 1 GiB (ColumnReader::kMostPageBytes), and
// 64 KiB of text beyond the longest row.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formats/codec/decoder.hpp"
#include "formats/parquet/column_reader.hpp"
#include "formats/parquet/parquet_file.hpp"

namespace dokumill::parquet {

class ParquetText final : public codec::Decoder {
 public:
  // Failure: that of read_footer(), and kInput if there is no column that can be read. REQUIRES:
  // `file` outlives the result.
  static Result<std::unique_ptr<codec::Decoder>> open(std::string_view file);

  // REQUIRES: the calls get the file, each from the end of what the calls before it consumed.
  Result<Step> decode(std::string_view in, char* out, std::size_t room) override;
  void keep_columns(std::span<const std::uint32_t> columns) override;
  bool may_end() const override { return is_ended_ && text_.size() == text_at_; }

 private:
  ParquetText(ParquetFile file, std::size_t file_bytes);
  // Appends rows to text_, until it is long enough or the last row is there.
  Status add_rows();
  Status add_row();
  void add_field(std::string_view field);
  // The failure of a column, with its place.
  Status failed(std::size_t reader) const;

  ParquetFile file_;
  std::size_t file_bytes_;
  std::vector<std::size_t> numbers_;  // of the columns that are read
  std::vector<ColumnReader> readers_;
  std::vector<char> is_kept_;  // of each reader: false if its fields are empty
  std::uint64_t room_ = ColumnReader::kMostPageBytes;
  std::size_t group_ = 0;  // the current row group
  std::uint64_t row_ = 0;  // the next row in it
  std::string text_;
  std::size_t text_at_ = 0;  // what comes before was given out
  std::size_t consumed_ = 0;
  bool is_ended_ = false;
};

}  // namespace dokumill::parquet
