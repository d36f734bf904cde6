#include "batch/stages/record_filter.hpp"

#include <utility>

namespace dokumill::batch {

Result<Filter> parse_where(const std::string& where, const records::Detection& input) {
  return Filter::parse(where, columns_of(input));
}

RecordFilter::RecordFilter(const std::string& where, const records::Detection& input,
                           std::shared_ptr<MemberLog> members)
    : filter_(parse_where(where, input).value()),
      values_({filter_.wanted(), filter_.rater(), filter_.columns()}, input, std::move(members)) {}

bool RecordFilter::apply(const ChunkTask& task, records::RecordBatch& batch) {
  values_.enter(task);
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
      values_.start(batch, record);
      const bool is_kept = filter_.keeps(values_.features(), values_.field());
      if (values_.features().is_stopped()) return false;
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
