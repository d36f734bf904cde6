// RowCells: reads the fields of a csv row, or the members of a JSON object, that hold 81 cells, and
// writes the row with other cells in them.
//
// Thread safety: one thread at a time. Memory: the fields of one row. The rows come from a reader
// with keep_rows; see CsvCells and JsonRow.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/grid_text.hpp"
#include "records/csv_cells.hpp"
#include "records/json_row.hpp"

namespace dokumill::records {

// Cells as a JSON string, with the quotes.
class QuotedCells {
 public:
  std::string_view quote(const Grid& grid) {
    text_.front() = '"';
    *write_cells(grid, text_.data() + 1) = '"';
    return {text_.data(), text_.size()};
  }

 private:
  std::array<char, kCells + 2> text_;
};

class RowCells {
 public:
  // A csv row. `columns`: see CsvCells.
  RowCells(const CsvLayout& layout, std::vector<std::uint32_t> columns)
      : csv_(std::in_place, layout, std::move(columns)) {}
  // A JSON object, with the names of the members; the first is that of the puzzle.
  explicit RowCells(std::vector<std::string> names)
      : quoted_(names.size()),
        widest_(names.size(), kWidest),
        json_(std::in_place, std::move(names)) {}

  // Finds the fields of a row. The text of the row must stay valid until the last print().
  void start(std::string_view row) { csv_ ? csv_->start(row) : json_->start(row); }

  // Returns the text of field i without outer blanks; empty if the row does not have it, or if it is
  // null. The text is valid until the next call.
  std::string_view text(std::size_t i);

  // An upper limit for the bytes that print() writes for `row`. REQUIRES: start(row) was called.
  std::size_t max_bytes(std::string_view row) const {
    return csv_ ? csv_->max_bytes(row) : json_->max_bytes(widest_);
  }
  // Writes the row with `cells[i]` in field i; if `cells[i]` is nullptr, the field stays as it is.
  // Returns the end of what was written. A JSON object without a puzzle gets one at its end; other
  // members are not added.
  char* print(std::span<const Grid* const> cells, char* out);

 private:
  static constexpr std::array<char, kCells + 2> kWidestText{};
  static constexpr std::string_view kWidest{kWidestText.data(), kWidestText.size()};

  std::optional<CsvCells> csv_;
  std::vector<QuotedCells> quoted_;
  std::vector<std::string_view> values_;
  std::vector<std::string_view> widest_;  // values that are as long as any
  std::string unescaped_;
  std::optional<JsonRow> json_;
};

}  // namespace dokumill::records
