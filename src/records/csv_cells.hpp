// CsvCells: the fields of a csv row that hold 81 cells, and the row with other cells in them.
//
// Everything else of the row stays as it was read, byte for byte. Thread safety: one thread at a
// time. Memory: the fields of one row. The rows are what a reader that keeps rows gives: whole, or
// empty where they could not be cut into fields.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dokumill/grid.hpp"
#include "records/csv_row.hpp"
#include "records/format.hpp"

namespace dokumill::records {

class CsvCells {
 public:
  // `columns`: where cells stand, ascending, each below layout.columns.
  CsvCells(CsvLayout layout, std::vector<std::uint32_t> columns);

  // Cuts a row into fields; it must stay until the last print().
  void start(std::string_view row);

  // The text of field `i` of `columns` without outer blanks; empty without a row.
  std::string_view text(std::size_t i) const;

  std::size_t max_bytes(std::string_view row) const;
  // Writes the row with `cells[i]` in place of field `i`, or the field as it is where that is
  // nullptr; returns the end of what was written. Without a row the other fields are empty.
  char* print(std::span<const Grid* const> cells, char* out) const;

 private:
  CsvLayout layout_;
  std::vector<std::uint32_t> columns_;
  std::string_view row_;
  std::vector<CsvField> fields_;
};

// The 81 cells of a text; none if it is anything else.
std::optional<Grid> cells_of_text(std::string_view text);

}  // namespace dokumill::records
