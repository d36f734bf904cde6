#include "batch/stages/record_values.hpp"

#include <algorithm>
#include <utility>

namespace dokumill::batch {

Filter::Columns columns_of(const records::Detection& input) {
  Filter::Columns columns;
  if (input.format == TextFormat::kCsv) columns.names = input.columns;
  columns.are_members = input.format == TextFormat::kJsonl || input.is_empty;
  return columns;
}

MemberLog::MemberLog(std::span<const std::string> names)
    : names_(names.begin(), names.end()), seen_(names.size()) {}

std::vector<std::string> MemberLog::missing() const {
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (seen_[i] == 1 && names_[i] != "exact" && !feature_named(names_[i])) {
      missing.push_back(names_[i]);
    }
  }
  return missing;
}

RecordValues::RecordValues(const Wanted& wanted, const records::Detection& input,
                           std::shared_ptr<MemberLog> members)
    : features_(Features::create(wanted.features, "auto", wanted.rater).value()),
      field_([this](std::size_t column) { return text_of(column); }) {
  const std::span<const std::string> columns = wanted.columns;
  if (columns.empty() || input.is_empty) return;
  if (input.format == TextFormat::kJsonl) {
    for (std::size_t i = 0; i < columns.size(); ++i) places_.push_back(i);
    row_.emplace(std::vector<std::string>(columns.begin(), columns.end()));
    members_ = std::move(members);
    return;
  }
  std::vector<std::uint32_t> numbers;
  for (const std::string& name : columns) {
    const auto found = std::ranges::find(input.columns, name);
    numbers.push_back(static_cast<std::uint32_t>(found - input.columns.begin()));
  }
  std::vector<std::uint32_t> sorted = numbers;
  std::ranges::sort(sorted);
  for (const std::uint32_t number : numbers) {
    places_.push_back(
        static_cast<std::size_t>(std::ranges::lower_bound(sorted, number) - sorted.begin()));
  }
  row_.emplace(input.csv, std::move(sorted));
}

void RecordValues::start(const records::RecordBatch& batch, std::size_t record) {
  features_.start(batch.grids[record]);
  if (!batch.rows.empty()) text_ = batch.rows[record];
  is_started_ = false;
}

std::string_view RecordValues::text_of(std::size_t column) {
  if (!std::exchange(is_started_, true)) row_->start(text_);
  const std::string_view text = row_->text(places_[column]);
  if (members_ != nullptr) members_->note(column, !text.empty());
  return text;
}

}  // namespace dokumill::batch
