#include "batch/record_echo.hpp"

#include <cstring>

#include "core/grid_text.hpp"

namespace dokumill::batch {

RecordLayout record_layout(const records::Detection& input, std::optional<TextFormat> wanted) {
  RecordLayout layout;
  layout.format = wanted.value_or(input.format);
  if (layout.format != TextFormat::kCsv) return layout;
  // An empty input has no columns to keep.
  layout.keeps_columns = input.format == TextFormat::kCsv && !input.header_row.empty();
  layout.header = (layout.keeps_columns ? input.header_row : "puzzle") + "\n";
  return layout;
}

void print_cells(ChunkResult& result, const Grid& grid, TextFormat format) {
  const bool is_grid = format == TextFormat::kGrid;
  char* const begin = result.reserve(is_grid ? kGridBytes : kLineBytes);
  char* out = begin;
  if (is_grid) {
    *out++ = '\n';
    out = write_rows(grid, out);
  } else {
    out = write_cells(grid, out);
    *out++ = '\n';
  }
  result.text_bytes += static_cast<std::size_t>(out - begin);
}

RecordEcho::RecordEcho(const records::ReadOptions& read, const RecordLayout& layout)
    : format_(layout.format),
      keeps_columns_(layout.keeps_columns),
      row_(read.csv, {read.csv.puzzle_column}) {}

void RecordEcho::print(const BatchTask& batch, std::size_t record) {
  ChunkResult& result = batch.result();
  const Grid& grid = batch.grid(record);
  const std::string_view row = batch.row(record);
  if (!keeps_columns_) {
    print_cells(result, grid, format_);
  } else if (!row.empty() && grid.cells[0] != records::kMalformedCell) {
    char* const out = result.reserve(row.size() + 1);
    std::memcpy(out, row.data(), row.size());
    out[row.size()] = '\n';
    result.text_bytes += row.size() + 1;
  } else {
    row_.start(row);
    const Grid* const cells = &grid;
    char* const begin = result.reserve(row_.max_bytes(row));
    result.text_bytes += static_cast<std::size_t>(row_.print({&cells, 1}, begin) - begin);
  }
}

}  // namespace dokumill::batch
