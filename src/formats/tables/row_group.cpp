#include "formats/tables/row_group.hpp"

#include <bit>
#include <cassert>
#include <concepts>
#include <memory>
#include <utility>

#include "base/text/utf8.hpp"
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
    case ColumnType::kText:
      break;
  }
}

// The definition levels of a page of an OPTIONAL column, one bit per row: 1 if the row has a value.
// Levels are written as runs of equal levels. A run is written as a varint with the value 2 *
// length, and then a byte with the level.
class Levels {
 public:
  void add(bool is_present) {
    if (is_present != level_) end_run();
    level_ = is_present;
    ++run_;
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
    runs_ += level_ ? '\1' : '\0';
    run_ = 0;
  }

  std::string runs_;
  std::uint64_t run_ = 0;
  bool level_ = true;
};

struct PageOptions {
  std::size_t bytes;
  codec::Encoder* encoder;  // nullptr: pages are not compressed
};

// The pages of a column chunk.
class ChunkWriter {
 public:
  explicit ChunkWriter(const Column& column) : column_(&column) {}

  // Adds the next field of a row. Failure: kInput if a text is not UTF-8. `row` counts from 1 in
  // the file.
  Status add(PackedRowReader& fields, std::uint64_t row, const PageOptions& page) {
    if (values_.size() >= page.bytes) {
      if (Status status = end_page(page.encoder); !status.ok()) return status;
    }
    ++rows_;
    if (column_->type == ColumnType::kText) {
      const std::string_view text = fields.text();
      if (!is_utf8(text)) return not_utf8(row, column_->name);
      append_number(static_cast<std::uint32_t>(text.size()), values_);
      values_ += text;
      return {};
    }
    std::uint64_t number = 0;
    const bool is_present = fields.number(number);
    levels_.add(is_present);
    if (is_present) append_plain(number, column_->type, values_);
    return {};
  }

  // Ends the last page and appends all pages to `out`.
  Result<ColumnChunk> finish(codec::Encoder* encoder, std::string& out) {
    if (Status status = end_page(encoder); !status.ok()) return status;
    const ColumnChunk chunk{out.size(), plain_bytes_, pages_.size()};
    out += pages_;
    return chunk;
  }

 private:
  Status end_page(codec::Encoder* encoder) {
    if (rows_ == 0) return {};
    std::string plain;
    if (column_->type != ColumnType::kText) {
      levels_.finish(plain);
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
    header.add_i32(1, static_cast<std::int32_t>(rows_));
    header.add_i32(2, kPlainEncoding);
    header.add_i32(3, kRunLengthEncoding);  // definition levels
    header.add_i32(4, kRunLengthEncoding);  // for repetition levels; a table has none
    header.end();
    const std::string header_bytes = header.take();
    plain_bytes_ += header_bytes.size() + values_.size();
    pages_ += header_bytes;
    pages_ += stored;
    values_.clear();
    rows_ = 0;
    return {};
  }

  const Column* column_;
  std::string values_;  // of the current page
  Levels levels_;
  std::uint64_t rows_ = 0;  // of the current page
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
