#include "batch/record_echo.hpp"

#include <cstring>

#include "records/format_table.hpp"

namespace dokumill::batch {

RecordLayout record_layout(const records::Detection& input, std::optional<TextFormat> wanted) {
  RecordLayout layout;
  layout.format = wanted.value_or(input.format);
  if (!records::format_traits(layout.format).has_header) return layout;
  // An empty input has no columns to keep.
  layout.keeps_columns = input.format == TextFormat::kCsv && !input.header_row.empty();
  layout.header = (layout.keeps_columns ? input.header_row : "puzzle") + "\n";
  return layout;
}

void print_cells(ChunkResult& result, const Grid& grid, TextFormat format) {
  records::with_format(format, [&](auto index) {
    constexpr const records::FormatTraits& kTraits = records::kFormatTable[index];
    char* const begin = result.reserve(kTraits.cells_bytes);
    result.text_bytes += static_cast<std::size_t>(kTraits.print_cells(grid, begin) - begin);
  });
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
