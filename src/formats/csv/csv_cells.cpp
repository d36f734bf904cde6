#include "formats/csv/csv_cells.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "base/cells16.hpp"
#include "base/grid_text.hpp"
#include "dokumill/grid.hpp"

namespace dokumill::records {
CsvCells::CsvCells(CsvLayout layout, std::vector<std::uint32_t> columns)
    : layout_(layout), columns_(std::move(columns)) {}

void CsvCells::start(std::string_view row) {
  row_ = row;
  fields_.clear();
  if (row.empty()) return;
  scan_csv_row(row.data(), row.data() + row.size(), true, fields_, layout_.separator);
  assert(fields_.size() == layout_.columns);
}

std::string_view CsvCells::text(std::size_t i) const {
  return row_.empty() ? std::string_view() : without_blanks(fields_[columns_[i]].text);
}

std::uint32_t CsvCells::other_board() const {
  for (std::uint32_t column = 0; column < fields_.size(); ++column) {
    const bool is_other = !std::ranges::binary_search(columns_, column);
    if (is_other && is_board_text(fields_[column].text)) return column;
  }
  return kNoColumn;
}

std::size_t CsvCells::max_bytes(std::string_view row) const {
  return row.size() + layout_.columns + columns_.size() * std::size_t{kCells} + 1;
}

char* CsvCells::print(std::span<const Grid* const> cells, char* out) const {
  const char* at = row_.data();
  std::uint32_t column = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (row_.empty()) {
      for (; column < columns_[i]; ++column) *out++ = layout_.separator;
      if (cells[i] != nullptr) out = write_cells(*cells[i], out);
      continue;
    }
    if (cells[i] == nullptr) continue;
    const std::string_view text = fields_[columns_[i]].text;
    const auto before = static_cast<std::size_t>(text.data() - at);
    std::memcpy(out, at, before);
    out = write_cells(*cells[i], out + before);
    at = text.data() + text.size();
  }
  if (row_.empty()) {
    for (; column + 1 < layout_.columns; ++column) *out++ = layout_.separator;
  } else {
    const auto rest = static_cast<std::size_t>(row_.data() + row_.size() - at);
    std::memcpy(out, at, rest);
    out += rest;
  }
  *out++ = '\n';
  return out;
}

std::optional<Grid> cells_of_text(std::string_view text) {
  Grid grid;
  return read_cells_or_groups(without_blanks(text), grid) ? std::optional(grid) : std::nullopt;
}

bool is_board_text(std::string_view text) {
  return text.size() >= kCells && cells_of_text(text);
}

}  // namespace dokumill::records
