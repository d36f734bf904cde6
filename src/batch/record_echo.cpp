#include "batch/record_echo.hpp"

#include <cstring>

#include "records/format_table.hpp"

namespace dokumill::batch {

RecordLayout record_layout(const records::Detection& input, std::optional<TextFormat> wanted) {
  RecordLayout layout;
  layout.format = output_format(wanted, input);
  if (!records::format_traits(layout.format).has_header) return layout;
  if (keeps_objects(input, layout.format)) {
    layout.keeps_columns = true;
    return layout;
  }
  layout.keeps_columns = input.has_columns();
  layout.header = layout.keeps_columns ? input.header_line(layout.format) : "puzzle\n";
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
      row_(read.format == TextFormat::kJsonl
               ? records::RowCells({read.puzzle_name})
               : records::RowCells(read.csv, {read.csv.puzzle_column})) {}

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
