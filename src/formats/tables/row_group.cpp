#include "formats/tables/row_group.hpp"

#include <bit>
#include <cassert>
#include <concepts>
#include <memory>
#include <utility>

#include "base/text/utf8.hpp"
#include "dokumill/grid.hpp"
#include "formats/tables/packed_row.hpp"
#include "formats/tables/thrift.hpp"

namespace dokumill::tables {
namespace {

// Enumerators of parquet.thrift.
constexpr std::int32_t kDataPage = 0;

// Parquet stores all numbers with the least significant byte first.
template <std::unsigned_integral Number>
void append_number(Number number, std::string& out) {
  char bytes[sizeof number];
  for (std::size_t i = 0; i < sizeof number; ++i) {
    bytes[i] = static_cast<char>(number >> (8 * i) & 0xFF);
  }
  out.append(bytes, sizeof bytes);
}

void append_plain(std::uint64_t number, ColumnType type, std::string& out) {
  switch (type) {
    case ColumnType::kInt32:
      return append_number(static_cast<std::uint32_t>(number), out);
    case ColumnType::kInt64:
      return append_number(number, out);
    case ColumnType::kDouble:
      // A quotient is rounded to the nearest double, as the text 7.2 would be.
      return append_number(std::bit_cast<std::uint64_t>(static_cast<double>(number) / 10), out);
    default:
      break;
  }
}

// The definition levels of a page of an OPTIONAL column, or the repetition levels of a list. A
// definition level says how much of a value exists: 1 for a number, 2 for an element of a list, 3
// for an element of a list of rows, 0 for null. A repetition level says what an element continues:
// 1 the list, 2 the row of a list of rows, 0 nothing, at the first element.
// Levels are written as runs of equal levels. A run is written as a varint with the value 2 *
// length, and then a byte with the level.
class Levels {
 public:
  void add(int level, std::uint64_t count = 1) {
    if (level != level_) end_run();
    level_ = level;
    run_ += count;
  }
  // Appends the size of the encoded levels in bytes, then the encoded levels. Clears the levels.
  void finish(std::string& out) {
    end_run();
    append_number(static_cast<std::uint32_t>(runs_.size()), out);
    out += runs_;
    runs_.clear();
  }

 private:
  void end_run() {
    if (run_ == 0) return;
    std::uint64_t length = run_ << 1;
    for (; length >= 0x80; length >>= 7) runs_ += static_cast<char>((length & 0x7F) | 0x80);
    runs_ += static_cast<char>(length);
    runs_ += static_cast<char>(level_);
    run_ = 0;
  }

  std::string runs_;
  std::uint64_t run_ = 0;
  int level_ = 0;
};

struct PageOptions {
  std::size_t bytes;
  codec::Encoder* encoder;  // nullptr: pages are not compressed
};

// The pages of a column chunk.
class ChunkWriter {
 public:
  explicit ChunkWriter(const Column& column) : column_(&column) {}

  // Adds the next field of a row. Failure: bad_value(). `row` counts from 1 in the file.
  Status add(PackedRowReader& fields, std::uint64_t row, const PageOptions& page) {
    if (values_.size() >= page.bytes) {
      if (Status status = end_page(page.encoder); !status.ok()) return status;
    }
    ++page_values_;
    if (is_number(column_->type)) {
      std::uint64_t number = 0;
      const bool is_present = fields.number(number);
      definitions_.add(is_present ? 1 : 0);
      if (is_present) append_plain(number, column_->type, values_);
      return {};
    }
    const std::string_view text = fields.text();
    if (is_list(column_->type)) {
      return add_list(text) ? Status() : bad_value(row, *column_);
    }
    if (!is_utf8(text)) return bad_value(row, *column_);
    append_number(static_cast<std::uint32_t>(text.size()), values_);
    values_ += text;
    return {};
  }

  // Ends the last page and appends all pages to `out`.
  Result<ColumnChunk> finish(codec::Encoder* encoder, std::string& out) {
    if (Status status = end_page(encoder); !status.ok()) return status;
    const ColumnChunk chunk{out.size(), plain_bytes_, pages_.size(), chunk_values_};
    out += pages_;
    return chunk;
  }

 private:
  // `cells`: 81 digits, or nothing for null. Returns false for another text.
  bool add_list(std::string_view cells) {
    const bool has_rows = column_->type == ColumnType::kCellRows;
    if (cells.empty()) {
      repetitions_.add(0);
      definitions_.add(0);
      return true;
    }
    const bool is_cells =
        cells.size() == kCells && cells.find_first_not_of("0123456789") == std::string_view::npos;
    if (!is_cells) return false;
    page_values_ += kCells - 1;
    definitions_.add(has_rows ? 3 : 2, kCells);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      const bool begins_row = has_rows && cell % 9 == 0;
      repetitions_.add(cell == 0 ? 0 : has_rows && !begins_row ? 2 : 1);
      append_number(static_cast<std::uint32_t>(cells[cell] - '0'), values_);
    }
    return true;
  }

  Status end_page(codec::Encoder* encoder) {
    if (page_values_ == 0) return {};
    std::string plain;
    if (is_list(column_->type)) repetitions_.finish(plain);
    if (is_list(column_->type) || is_number(column_->type)) definitions_.finish(plain);
    if (!plain.empty()) {
      plain += values_;
      values_.swap(plain);
    }
    std::string_view stored = values_;
    if (encoder != nullptr) {
      if (Status status = encoder->encode(values_, packed_); !status.ok()) return status;
      stored = {packed_.data(), packed_.size()};
    }
    CompactThrift header;
    header.add_i32(1, kDataPage);
    header.add_i32(2, static_cast<std::int32_t>(values_.size()));
    header.add_i32(3, static_cast<std::int32_t>(stored.size()));
    header.begin(5);
    header.add_i32(1, static_cast<std::int32_t>(page_values_));
    header.add_i32(2, kPlainEncoding);
    header.add_i32(3, kRunLengthEncoding);  // definition levels
    header.add_i32(4, kRunLengthEncoding);  // repetition levels
    header.end();
    const std::string header_bytes = header.take();
    plain_bytes_ += header_bytes.size() + values_.size();
    pages_ += header_bytes;
    pages_ += stored;
    values_.clear();
    chunk_values_ += page_values_;
    page_values_ = 0;
    return {};
  }

  const Column* column_;
  std::string values_;  // of the current page
  Levels repetitions_;  // of the current page; empty if the column has no lists
  Levels definitions_;
  std::uint64_t page_values_ = 0;  // of the current page, with nulls; of lists, their elements
  std::uint64_t chunk_values_ = 0;
  std::vector<char> packed_;
  std::string pages_;
  std::uint64_t plain_bytes_ = 0;
};

Status encode_rows(const std::vector<Column>& columns, const PageOptions& page, RowGroup& group) {
  std::vector<ChunkWriter> chunks(columns.begin(), columns.end());
  std::string_view left = group.packed;
  for (std::uint64_t row = group.first_row + 1; !left.empty(); ++row) {
    const std::string_view packed = left.substr(0, packed_row_bytes(left));
    left.remove_prefix(packed.size());
    PackedRowReader fields(packed);
    for (ChunkWriter& chunk : chunks) {
      if (Status status = chunk.add(fields, row, page); !status.ok()) return status;
    }
    assert(fields.is_at_end());
  }
  group.bytes.clear();
  group.chunks.clear();
  for (ChunkWriter& writer : chunks) {
    const Result<ColumnChunk> chunk = writer.finish(page.encoder, group.bytes);
    if (!chunk.ok()) return chunk.status();
    group.chunks.push_back(*chunk);
  }
  return {};
}

}  // namespace

Status encode_row_group(const std::vector<Column>& columns, codec::SpareEncoders& encoders,
                        RowGroup& group) {
  const std::size_t page_bytes = codec::block_bytes(encoders.options());
  if (encoders.options().kind == Compression::kNone) {
    return encode_rows(columns, {page_bytes, nullptr}, group);
  }
  Result<std::unique_ptr<codec::Encoder>> encoder = encoders.take();
  if (!encoder.ok()) return encoder.status();
  Status status = encode_rows(columns, {page_bytes, encoder->get()}, group);
  encoders.give_back(*std::move(encoder));
  return status;
}

}  // namespace dokumill::tables
