#include "apps/book/content/section_column.hpp"

#include <algorithm>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "formats/detect/header.hpp"

namespace dokumill::book {
namespace {

std::optional<std::uint32_t> column_of(const records::Detection& found, const std::string& name) {
  const auto column = std::ranges::find_if(found.columns, [&](const std::string& other) {
    return records::is_same_column(other, name);
  });
  if (column == found.columns.end()) return std::nullopt;
  return static_cast<std::uint32_t>(column - found.columns.begin());
}

}  // namespace

Status SectionColumn::check(batch::Job& job, const std::string& name) {
  const auto format = job.detection().format;
  const auto check_one = [name, format](const records::Detection& found, const std::string& input) {
    const auto refuse = [&](const std::string& why) {
      return Status(ErrorCode::kUsage,
                    format_text("{}: sections by '{}' need {}", input, printable(name), why),
                    "section_column");
    };
    if (found.format != TextFormat::kCsv && found.format != TextFormat::kJsonl) {
      return refuse(format_text("csv or jsonl input; this is {}", name_of(found.format)));
    }
    if (found.format != format) return refuse("inputs of one format");
    if (found.format == TextFormat::kJsonl || column_of(found, name)) return Status();
    std::string columns;
    for (const std::string& column : found.columns) {
      columns.append(columns.empty() ? "" : ", ").append(printable(column));
    }
    return refuse(format_text("a column with this name; the columns are {}", columns));
  };
  if (job.detection().is_empty) return {};
  if (Status status = check_one(job.detection(), job.name()); !status.ok()) return status;
  return job.require(check_one);
}

void SectionColumn::start(const batch::TextChunk& chunk) {
  const records::Detection* const found = chunk.detection ? chunk.detection.get() : usual_;
  if (found == known_) return;
  other_ = chunk.detection;
  known_ = found;
  cells_.reset();
  if (found->format == TextFormat::kJsonl) {
    cells_.emplace(std::vector<std::string>{name_});
  } else if (const auto column = column_of(*found, name_)) {
    cells_.emplace(found->csv, std::vector<std::uint32_t>{*column});
  }
}

std::string SectionColumn::of(std::string_view row) {
  if (!cells_ || row.empty()) return {};
  cells_->start(row);
  return std::string(cells_->text(0));
}

}  // namespace dokumill::book
