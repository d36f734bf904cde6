#include "batch/stages/record_filter.hpp"

#include <algorithm>
#include <utility>

namespace dokumill::batch {

Result<Filter> parse_where(const std::string& where, const records::Detection& input) {
  Filter::Columns columns;
  if (input.format == TextFormat::kCsv) columns.names = input.columns;
  columns.are_members = input.format == TextFormat::kJsonl || input.is_empty;
  return Filter::parse(where, columns);
}

MemberLog::MemberLog(const std::string& where)
    : names_([&]() -> std::vector<std::string> {
        const Result<Filter> filter = Filter::parse(where, {.are_members = true});
        if (!filter.ok()) return {};
        return {filter->columns().begin(), filter->columns().end()};
      }()),
      seen_(names_.size()) {}

std::vector<std::string> MemberLog::missing() const {
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (seen_[i] == 1 && names_[i] != "exact" && !feature_named(names_[i])) {
      missing.push_back(names_[i]);
    }
  }
  return missing;
}

RecordFilter::RecordFilter(const std::string& where, const records::Detection& input,
                           std::shared_ptr<MemberLog> members)
    : filter_(parse_where(where, input).value()),
      features_(Features::create(filter_.wanted(), "auto", filter_.rater()).value()) {
  const std::span<const std::string> columns = filter_.columns();
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

std::string_view RecordFilter::field(std::size_t column) {
  if (!std::exchange(is_started_, true)) row_->start(text_);
  const std::string_view text = row_->text(places_[column]);
  if (members_ != nullptr) members_->note(column, !text.empty());
  return text;
}

bool RecordFilter::apply(const ChunkTask& task, records::RecordBatch& batch) {
  features_.set_stop([&task] { return task.should_stop(); });
  const Filter::Field field = [this](std::size_t column) { return this->field(column); };
  batch.numbers.clear();
  std::size_t faults = 0;
  std::size_t solution_faults = 0;
  std::size_t kept_solution_faults = 0;
  for (std::size_t record = 0; record < batch.size; ++record) {
    constexpr std::size_t kPollEvery = 16;
    if (record % kPollEvery == 0 && task.should_stop()) return false;
    const std::size_t to = batch.numbers.size();
    const bool is_malformed = faults < batch.faults.size() && batch.faults[faults].record == record;
    if (is_malformed) {
      batch.faults[faults++].record = to;
    } else {
      features_.start(batch.grids[record]);
      if (!batch.rows.empty()) text_ = batch.rows[record];
      is_started_ = false;
      const bool is_kept = filter_.keeps(features_, field);
      if (features_.is_stopped()) return false;
      const bool has_fault = solution_faults < batch.solution_faults.size() &&
                             batch.solution_faults[solution_faults].record == record;
      if (has_fault && is_kept) {
        batch.solution_faults[kept_solution_faults] = batch.solution_faults[solution_faults];
        batch.solution_faults[kept_solution_faults++].record = to;
      }
      solution_faults += has_fault ? 1 : 0;
      if (!is_kept) continue;
    }
    batch.grids[to] = batch.grids[record];
    batch.lines[to] = batch.lines[record];
    if (!batch.rows.empty()) batch.rows[to] = batch.rows[record];
    if (!batch.solutions.empty()) batch.solutions[to] = batch.solutions[record];
    batch.numbers.push_back(static_cast<std::uint32_t>(record));
  }
  batch.solution_faults.resize(kept_solution_faults);
  batch.numbers.push_back(static_cast<std::uint32_t>(batch.size));
  batch.size = batch.numbers.size() - 1;
  return true;
}

}  // namespace dokumill::batch
