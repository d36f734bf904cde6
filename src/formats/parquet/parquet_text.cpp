#include "formats/parquet/parquet_text.hpp"

#include <algorithm>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "formats/format.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::parquet {
namespace {

constexpr std::size_t kTextBytes = std::size_t{1} << 16;

// True if a csv field with this text needs quotes.
bool needs_quotes(std::string_view field) {
  // A reader may leave out blanks around a field, a byte-order mark before it, and a line that
  // begins with '#'.
  constexpr std::string_view kLeftOut = " \t#\xEF";
  const char* const end = field.data() + field.size();
  return records::find_any<',', '"', '\n', '\r'>(field.data(), end) != end ||
         (!field.empty() && (kLeftOut.find(field.front()) != std::string_view::npos ||
                             records::is_blank(field.back())));
}

}  // namespace

Result<std::unique_ptr<codec::Decoder>> ParquetText::open(std::string_view file) {
  Result<ParquetFile> found = read_footer(file);
  if (!found.ok()) return found.status();
  std::unique_ptr<ParquetText> text(new ParquetText(*std::move(found), file.size()));
  if (text->numbers_.empty()) return Status(ErrorCode::kInput, "the Parquet file has no columns");
  return std::unique_ptr<codec::Decoder>(std::move(text));
}

ParquetText::ParquetText(ParquetFile file, std::size_t file_bytes)
    : file_(std::move(file)), file_bytes_(file_bytes) {
  for (std::size_t i = 0; i < file_.columns.size(); ++i) {
    if (!file_.columns[i].is_read) continue;
    if (!numbers_.empty()) text_ += ',';
    add_field(file_.columns[i].name);
    numbers_.push_back(i);
    readers_.emplace_back(file_.columns[i], room_);
  }
  is_kept_.assign(readers_.size(), true);
  text_ += '\n';
}

void ParquetText::keep_columns(std::span<const std::uint32_t> columns) {
  for (std::size_t i = 0; i < is_kept_.size(); ++i) {
    is_kept_[i] = std::ranges::find(columns, i) != columns.end();
  }
}

void ParquetText::add_field(std::string_view field) {
  // A line without bytes would not be a row.
  const bool is_line = numbers_.size() == 1 && field.empty();
  if (!is_line && !needs_quotes(field)) {
    text_ += field;
    return;
  }
  text_ += '"';
  for (const char c : field) {
    if (c == '"') text_ += c;
    text_ += c;
  }
  text_ += '"';
}

Status ParquetText::failed(std::size_t reader) const {
  const Status& status = readers_[reader].failure();
  return {status.code(), format_text("{} (row group {}, column '{}', page {})", status.message(),
                                     group_ + 1, printable(file_.columns[numbers_[reader]].name),
                                     readers_[reader].page_number())};
}

Status ParquetText::add_row() {
  const std::size_t begin = text_.size();
  for (std::size_t i = 0; i < readers_.size(); ++i) {
    std::string_view field;
    if (is_kept_[i] && !readers_[i].next(field)) return failed(i);
    if (i != 0) text_ += ',';
    add_field(field);
  }
  if (text_.size() - begin > records::kCsvRowLimit) {
    // The row is malformed because of its length. It must not become several rows.
    text_.resize(begin + records::kCsvRowLimit + 1);
    std::replace_if(
        text_.begin() + static_cast<std::ptrdiff_t>(begin), text_.end(),
        [](char c) { return c == '\n' || c == '\r' || c == '"'; }, ' ');
  }
  text_ += '\n';
  ++row_;
  return {};
}

Status ParquetText::add_rows() {
  text_.clear();
  text_at_ = 0;
  while (text_.size() < kTextBytes && group_ != file_.groups.size()) {
    const RowGroup& group = file_.groups[group_];
    if (row_ == 0) {
      for (std::size_t i = 0; i < readers_.size(); ++i) {
        if (is_kept_[i]) readers_[i].begin(group.chunks[numbers_[i]]);
      }
    }
    if (row_ != group.rows) {
      if (Status status = add_row(); !status.ok()) return status;
      continue;
    }
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      if (is_kept_[i] && !readers_[i].end()) return failed(i);
    }
    ++group_;
    row_ = 0;
  }
  is_ended_ = group_ == file_.groups.size();
  return {};
}

Result<codec::Decoder::Step> ParquetText::decode(std::string_view in, char* out, std::size_t room) {
  std::size_t produced = 0;
  while (produced != room) {
    if (text_at_ == text_.size()) {
      if (is_ended_) break;
      if (Status status = add_rows(); !status.ok()) return status;
      continue;
    }
    const std::size_t bytes = text_.copy(out + produced, room - produced, text_at_);
    text_at_ += bytes;
    produced += bytes;
  }
  // The progress within the file is about that within the row groups.
  std::size_t wanted = file_bytes_;
  if (!may_end()) {
    wanted = file_bytes_ / std::max<std::size_t>(file_.groups.size(), 1) * group_;
    wanted = std::min(wanted, file_bytes_ - 1);
  }
  const std::size_t consumed = std::min(in.size(), wanted - std::min(wanted, consumed_));
  consumed_ += consumed;
  return Step{consumed, produced};
}

}  // namespace dokumill::parquet
