#include "formats/tables/parquet_writer.hpp"

#include <string>
#include <utility>

#include "dokumill/version.hpp"
#include "formats/tables/packed_row.hpp"

namespace dokumill::tables {
namespace {

constexpr std::string_view kMagic = "PAR1";

// Enumerators of parquet.thrift.
constexpr std::int32_t kRequired = 0;
constexpr std::int32_t kOptional = 1;
constexpr std::int32_t kRepeated = 2;
constexpr std::int32_t kUtf8 = 0;
constexpr std::int32_t kList = 3;

std::int32_t stored_type(ColumnType type) {
  switch (type) {
    case ColumnType::kInt32:
    case ColumnType::kCellList:
    case ColumnType::kCellRows:
      return 1;
    case ColumnType::kInt64:
      return 2;
    case ColumnType::kDouble:
      return 5;
    case ColumnType::kText:
    case ColumnType::kCellText:
      break;
  }
  return 6;  // BYTE_ARRAY
}

std::int32_t stored_codec(Compression kind) {
  switch (kind) {
    case Compression::kNone:
      return 0;
    case Compression::kGzip:
      return 2;
    case Compression::kZstd:
      break;
  }
  return 6;
}

// The number of lists around the values of a column.
int lists_of(ColumnType type) {
  return type == ColumnType::kCellRows ? 2 : type == ColumnType::kCellList ? 1 : 0;
}

// Describes a list, up to its elements, as the format names its parts:
//   optional group NAME (LIST) { repeated group list { ... element } }
void describe_list(CompactThrift& thrift, std::string_view name, std::int32_t repetition) {
  thrift.begin_element();
  thrift.add_i32(3, repetition);
  thrift.add_text(4, name);
  thrift.add_i32(5, 1);  // children
  thrift.add_i32(6, kList);
  thrift.begin(10);  // LogicalType: the third member of the union is ListType
  thrift.begin(3);
  thrift.end();
  thrift.end();
  thrift.end();
  thrift.begin_element();
  thrift.add_i32(3, kRepeated);
  thrift.add_text(4, "list");
  thrift.add_i32(5, 1);
  thrift.end();
}

void describe_column(CompactThrift& thrift, const Column& column) {
  const int lists = lists_of(column.type);
  for (int i = 0; i < lists; ++i) {
    describe_list(thrift, i == 0 ? column.name : "element", i == 0 ? kOptional : kRequired);
  }
  const bool is_text = !is_number(column.type) && lists == 0;
  thrift.begin_element();
  thrift.add_i32(1, stored_type(column.type));
  thrift.add_i32(3, is_number(column.type) ? kOptional : kRequired);
  thrift.add_text(4, lists == 0 ? column.name : "element");
  if (is_text) {
    thrift.add_i32(6, kUtf8);
    thrift.begin(10);  // LogicalType: the first member of the union is StringType
    thrift.begin(1);
    thrift.end();
    thrift.end();
  }
  thrift.end();
}

}  // namespace

ParquetWriter::ParquetWriter(std::vector<Column> columns, const CompressionOptions& compression,
                             OutputFile& output, std::function<bool()> should_stop)
    : columns_(std::move(columns)),
      output_(output),
      encoders_(compression, std::move(should_stop)),
      group_(std::make_unique<RowGroup>()),
      groups_([this](RowGroup& group) { return encode_row_group(columns_, encoders_, group); },
              [this](RowGroup& group) { return write_group(group); },
              codec::most_encoders(compression), kMostGroups) {}

Status ParquetWriter::write(std::string_view rows) {
  while (!rows.empty()) {
    const std::string_view part = part_of_group(rows);
    rows.remove_prefix(part.size());
    group_->packed += part;
    if (group_->rows < kGroupRows && group_->packed.size() < kGroupBytes) continue;
    push_group();
    groups_.help_down_to(1);
  }
  return groups_.failure();
}

std::string_view ParquetWriter::part_of_group(std::string_view rows) {
  std::size_t bytes = 0;
  while (bytes != rows.size() && group_->rows < kGroupRows &&
         group_->packed.size() + bytes < kGroupBytes) {
    bytes += packed_row_bytes(rows.substr(bytes));
    ++group_->rows;
  }
  return rows.substr(0, bytes);
}

void ParquetWriter::push_group() {
  group_->first_row = rows_;
  rows_ += group_->rows;
  groups_.push(std::move(group_));
  group_ = groups_.spare();
  group_->packed.clear();
  group_->rows = 0;
}

Status ParquetWriter::write_group(RowGroup& group) {
  if (offset_ == 0) {
    if (Status status = output_.write(kMagic); !status.ok()) return status;
    offset_ = kMagic.size();
  }
  if (Status status = output_.write(group.bytes); !status.ok()) return status;
  for (ColumnChunk& chunk : group.chunks) chunk.offset += offset_;
  offset_ += group.bytes.size();
  written_.push_back({group.rows, group.chunks});
  return {};
}

Status ParquetWriter::finish() {
  if (group_->rows != 0) push_group();
  groups_.help_down_to(0);
  if (Status status = groups_.failure(); !status.ok()) return status;
  std::string end(offset_ == 0 ? kMagic : "");
  const std::string metadata = footer();
  end += metadata;
  for (int i = 0; i < 4; ++i) end += static_cast<char>(metadata.size() >> (8 * i) & 0xFF);
  end += kMagic;
  return output_.write(end);
}

std::string ParquetWriter::footer() const {
  CompactThrift thrift;
  thrift.add_i32(1, 1);  // version of the format
  std::size_t fields = 1 + columns_.size();
  for (const Column& column : columns_) {
    fields += 2 * static_cast<std::size_t>(lists_of(column.type));
  }
  thrift.begin_structures(2, fields);
  thrift.begin_element();
  thrift.add_text(4, "schema");
  thrift.add_i32(5, static_cast<std::int32_t>(columns_.size()));
  thrift.end();
  for (const Column& column : columns_) describe_column(thrift, column);
  thrift.add_i64(3, static_cast<std::int64_t>(rows_));
  thrift.begin_structures(4, written_.size());
  for (const Written& group : written_) describe_group(thrift, group);
  thrift.add_text(6, "dokumill version " + build_info().version);
  return thrift.take();
}

void ParquetWriter::describe_group(CompactThrift& thrift, const Written& group) const {
  std::uint64_t plain_bytes = 0;
  thrift.begin_element();
  thrift.begin_structures(1, columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const ColumnChunk& chunk = group.chunks[i];
    plain_bytes += chunk.plain_bytes;
    thrift.begin_element();
    thrift.add_i64(2, 0);  // an offset that is no longer used
    thrift.begin(3);
    thrift.add_i32(1, stored_type(columns_[i].type));
    thrift.begin_numbers(2, 2);
    thrift.element(kPlainEncoding);
    thrift.element(kRunLengthEncoding);
    const int lists = lists_of(columns_[i].type);
    thrift.begin_texts(3, 1 + 2 * static_cast<std::size_t>(lists));
    thrift.element(columns_[i].name);
    for (int list = 0; list < lists; ++list) {
      thrift.element("list");
      thrift.element("element");
    }
    thrift.add_i32(4, stored_codec(encoders_.options().kind));
    thrift.add_i64(5, static_cast<std::int64_t>(chunk.values));
    thrift.add_i64(6, static_cast<std::int64_t>(chunk.plain_bytes));
    thrift.add_i64(7, static_cast<std::int64_t>(chunk.stored_bytes));
    thrift.add_i64(9, static_cast<std::int64_t>(chunk.offset));
    thrift.end();
    thrift.end();
  }
  thrift.add_i64(2, static_cast<std::int64_t>(plain_bytes));
  thrift.add_i64(3, static_cast<std::int64_t>(group.rows));
  thrift.end();
}

}  // namespace dokumill::tables
