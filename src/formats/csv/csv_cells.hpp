// CsvCells: reads the fields of a csv row that hold 81 cells, and writes the row with other cells
// in these fields.
//
// All other bytes of the row are written as they were read. The rows come from a RecordReader with
// ReadOptions::keep_rows. The text of a row is empty if the row could not be split into the right
// number of fields. Memory: the fields of one row.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dokumill/grid.hpp"
#include "formats/csv/csv_row.hpp"
#include "formats/format.hpp"

namespace dokumill::records {

class CsvCells {
 public:
  // `columns`: the indexes of the columns with cells, ascending, each below layout.columns.
  CsvCells(CsvLayout layout, std::vector<std::uint32_t> columns);

  // Splits a row into fields. The text of the row must stay valid until the last call of text() or
  // print().
  void start(std::string_view row);

  // Returns the text of column columns[i] without outer blanks; empty if the row is empty.
  std::string_view text(std::size_t i) const;

  // Returns the first column, except the columns with cells, whose field is a board; see
  // is_board_text(). Returns kNoColumn if no other field is one.
  std::uint32_t other_board() const;

  // Calls take(grid, text) for each column. `grid`: the cells that print() would write there;
  // nullptr if the column keeps its field, which is `text`, without quotes.
  template <class Take>
  void each_field(std::span<const Grid* const> cells, const Take& take) const {
    std::size_t i = 0;
    for (std::uint32_t column = 0; column < layout_.columns; ++column) {
      const Grid* const grid = i < columns_.size() && columns_[i] == column ? cells[i++] : nullptr;
      if (grid != nullptr || row_.empty()) {
        take(grid, std::string_view());
        continue;
      }
      const CsvField& field = fields_[column];
      const bool is_escaped = field.is_quoted && field.text.find('"') != std::string_view::npos;
      take(nullptr, is_escaped ? std::string_view(unescape(field)) : field.text);
    }
  }

  std::size_t max_bytes(std::string_view row) const;
  // Writes the row to `out`, with the cells of `cells[i]` in column columns[i]. If `cells[i]` is
  // nullptr, the column keeps its field. If the row is empty, writes a new row, in which every
  // field that gets no cells is empty. Returns the end of the written text.
  char* print(std::span<const Grid* const> cells, char* out) const;

 private:
  CsvLayout layout_;
  std::vector<std::uint32_t> columns_;
  std::string_view row_;
  std::vector<CsvField> fields_;
};

// Returns the grid if the text without outer blanks is 81 cells or nine groups of cells, otherwise
// nullopt.
std::optional<Grid> cells_of_text(std::string_view text);

// True if cells_of_text() returns a grid.
bool is_board_text(std::string_view text);

}  // namespace dokumill::records
