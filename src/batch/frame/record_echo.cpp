#include "batch/frame/record_echo.hpp"

#include <cstring>

#include "records/format_table.hpp"

namespace dokumill::batch {

RecordLayout record_layout(const records::Detection& input, std::optional<TextFormat> wanted,
                           Lines lines) {
  RecordLayout layout;
  layout.format = output_format(wanted, input);
  if (layout.format == TextFormat::kLine && lines == Lines::kAsRead) {
    layout.rows_of = TextFormat::kLine;
  }
  if (!records::format_traits(layout.format).has_header) return layout;
  const bool keeps_members = keeps_objects(input, layout.format);
  layout.keeps_columns = keeps_members || input.has_columns();
  if (layout.keeps_columns) layout.rows_of = input.format;
  if (keeps_members) return layout;
  layout.header = layout.keeps_columns ? input.header_line(layout.format) : "puzzle\n";
  return layout;
}

Status check_layout(TextJob& job, const RecordLayout& layout) {
  if (layout.keeps_columns) return job.require_same_columns("output_format");
  return layout.rows_of ? job.require_same_words("output_format") : Status();
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
  if (!row.empty() && grid.cells[0] != records::kMalformedCell) {
    char* const out = result.reserve(row.size() + 1);
    std::memcpy(out, row.data(), row.size());
    out[row.size()] = '\n';
    result.text_bytes += row.size() + 1;
  } else if (!keeps_columns_) {
    print_cells(result, grid, format_);
  } else {
    row_.start(row);
    const Grid* const cells = &grid;
    char* const begin = result.reserve(row_.max_bytes(row));
    result.text_bytes += static_cast<std::size_t>(row_.print({&cells, 1}, begin) - begin);
  }
}

}  // namespace dokumill::batch
