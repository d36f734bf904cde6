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
      is_converted_(table.format == TextFormat::kJsonl || table.format == TextFormat::kParquet),
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

Status TableWriter::convert(std::string_view csv) {
  if (parquet_) return parquet_->write(csv);
  assert(json_);
  text_.clear();
  Status status = json_->convert(csv, text_);
  return status.ok() ? blocks_.write(text_) : status;
}

void TableWriter::help() {
  if (parquet_ && parquet_->has_waiting()) parquet_->help();
  if (blocks_.has_waiting()) blocks_.help();
}

Status TableWriter::finish() {
  return parquet_ ? parquet_->finish() : blocks_.finish();
}

}  // namespace dokumill::tables
