#include "formats/tables/table_writer.hpp"

#include <charconv>
#include <utility>

namespace dokumill::tables {

TableWriter::TableWriter(TextFormat format, std::span<const Column> columns,
                         const CompressionOptions& compression, OutputFile& output,
                         std::function<bool()> should_stop)
    : format_(format), columns_(columns), blocks_(compression, output, should_stop) {
  if (format != TextFormat::kParquet) return;
  parquet_.emplace(std::vector(columns.begin(), columns.end()), compression, output,
                   std::move(should_stop));
}

Status TableWriter::write(std::string_view text) {
  if (parquet_) return parquet_->write(text);
  if (text.empty()) return {};
  const bool is_json = format_ == TextFormat::kJson || format_ == TextFormat::kJsonl;
  if (is_json && !columns_.empty()) {
    if (Status status = check_rows(text); !status.ok()) return status;
  }
  if (format_ == TextFormat::kJson && !std::exchange(has_rows_, true)) {
    if (Status status = blocks_.write("["); !status.ok()) return status;
    text.remove_prefix(1);  // the comma
  }
  return blocks_.write(text);
}

Status TableWriter::check_rows(std::string_view text) {
  const std::size_t bad = text.find(kBadRow);
  // Every row has one line end: of jsonl after it, of json before it.
  for (std::size_t at = 0; (at = text.find('\n', at)) < bad && at != text.npos; ++at) ++rows_;
  if (bad == text.npos) return {};
  std::size_t column = 0;
  std::from_chars(text.data() + bad + 1, text.data() + text.size(), column);
  return bad_value(rows_ + (format_ == TextFormat::kJsonl ? 1 : 0), columns_[column]);
}

void TableWriter::help() {
  if (parquet_ && parquet_->has_waiting()) parquet_->help();
  if (blocks_.has_waiting()) blocks_.help();
}

Status TableWriter::finish() {
  if (parquet_) return parquet_->finish();
  if (format_ == TextFormat::kJson) {
    if (Status status = blocks_.write(has_rows_ ? "\n]\n" : "[]\n"); !status.ok()) return status;
  }
  return blocks_.finish();
}

}  // namespace dokumill::tables
