#include "tables/table_writer.hpp"

#include <cassert>
#include <utility>
#include <vector>

namespace dokumill::tables {

TableWriter::TableWriter(const TableOptions& table, const CompressionOptions& compression,
                         OutputFile& output, std::function<bool()> should_stop)
    : table_(table),
      compression_(compression),
      output_(output),
      should_stop_(std::move(should_stop)),
      is_converted_(is_converted(table.format)),
      blocks_(compression, output, should_stop_) {}

Status TableWriter::write_header(std::string_view header) {
  if (!is_converted_) return blocks_.write(header);
  Result<std::vector<Column>> columns = columns_of_header(header, table_);
  if (!columns.ok()) return columns.status();
  if (table_.format == TextFormat::kParquet) {
    parquet_.emplace(*std::move(columns), table_.separator, compression_, output_, should_stop_);
  } else {
    json_.emplace(*columns, table_.separator);
  }
  return {};
}

Status TableWriter::convert(std::string_view text) {
  if (parquet_) return parquet_->write(text);
  if (is_converted_) {
    assert(json_);
    objects_.clear();
    if (Status status = json_->convert(text, objects_); !status.ok()) return status;
    text = objects_;
  }
  if (!table_.is_array) return blocks_.write(text);
  text_.clear();
  array_.append(text, text_);
  return blocks_.write(text_);
}

void TableWriter::help() {
  if (parquet_ && parquet_->has_waiting()) parquet_->help();
  if (blocks_.has_waiting()) blocks_.help();
}

Status TableWriter::finish() {
  if (parquet_) return parquet_->finish();
  if (table_.is_array) {
    text_.clear();
    array_.finish(text_);
    if (Status status = blocks_.write(text_); !status.ok()) return status;
  }
  return blocks_.finish();
}

}  // namespace dokumill::tables
