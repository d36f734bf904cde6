#include "batch/record_echo.hpp"

#include <cstring>

#include "core/grid_text.hpp"

namespace dokumill::batch {

RecordLayout record_layout(const records::Detection& input, std::optional<TextFormat> wanted) {
  RecordLayout layout;
  layout.format = wanted ? static_cast<records::Format>(*wanted) : input.format;
  if (layout.format != records::Format::kCsv) return layout;
  // An empty input has no columns to keep.
  layout.keeps_columns = input.format == records::Format::kCsv && !input.header_row.empty();
  layout.header = (layout.keeps_columns ? input.header_row : "puzzle") + "\n";
  return layout;
}

void print_cells(Part& part, const Grid& grid, records::Format format) {
  const bool is_grid = format == records::Format::kGrid;
  char* const begin = part.reserve(is_grid ? kGridBytes : kLineBytes);
  char* out = begin;
  if (is_grid) {
    *out++ = '\n';
    out = write_rows(grid, out);
  } else {
    out = write_cells(grid, out);
    *out++ = '\n';
  }
  part.text_bytes += static_cast<std::size_t>(out - begin);
}

EchoWorker::EchoWorker(const records::ReadOptions& read, std::size_t batch_records,
                       Malformed malformed, const RecordLayout& layout, Compare compare)
    : TextWorker(read, batch_records, malformed),
      format_(layout.format),
      keeps_columns_(layout.keeps_columns),
      compare_(compare),
      row_(read.csv, {read.csv.puzzle_column}) {}

bool EchoWorker::work_batch(Part& part) {
  sink().stopwatch().enter(compare_ == Compare::kForms ? Stage::kSolve : Stage::kPrint);
  const std::size_t begin_records = part.records;
  std::size_t fault = 0;
  bool goes_on = true;
  for (std::size_t i = 0; i < batch_.size && goes_on; ++i) {
    constexpr std::size_t kAskEvery = 16;
    if (i % kAskEvery == 0 && sink().should_stop()) return false;
    if (fault < batch_.faults.size() && batch_.faults[fault].record == i) {
      goes_on = take_fault(part, batch_.faults[fault++]);
    } else if (compare_ == Compare::kForms) {
      const Canonical found = canonizer_.canonize(batch_.grids[i]);
      goes_on = found.map.apply(batch_.grids[i]) == found.form;
      if (goes_on) {
        take_record(part, begin_records + i, found.form);
      } else {
        fail_form(part, i, found.form);
      }
    } else {
      take_record(part, begin_records + i, batch_.grids[i]);
    }
    if (goes_on) print(part, i);
  }
  part.records = begin_records + batch_.size;
  return goes_on;
}

void EchoWorker::print(Part& part, std::size_t record) {
  const Grid& grid = batch_.grids[record];
  if (!keeps_columns_) {
    print_cells(part, grid, format_);
  } else if (const std::string_view row = batch_.rows[record];
             !row.empty() && grid.cells[0] != records::kMalformedCell) {
    char* const out = part.reserve(row.size() + 1);
    std::memcpy(out, row.data(), row.size());
    out[row.size()] = '\n';
    part.text_bytes += row.size() + 1;
  } else {
    row_.start(row);
    const Grid* const cells = &grid;
    char* const begin = part.reserve(row_.max_bytes(row));
    part.text_bytes += static_cast<std::size_t>(row_.print({&cells, 1}, begin) - begin);
  }
  part.text_ends.push_back(part.text_bytes);
}

}  // namespace dokumill::batch
