// RowCells: reads the fields of a csv row, or the members of a JSON object, that hold 81 cells, and
// writes the row with other cells in these fields.
//
// Memory: the fields of one row. The rows come from a reader with keep_rows; see CsvCells and
// JsonRow.
#pragma once

#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/grid_text.hpp"
#include "formats/csv/csv_cells.hpp"
#include "formats/json/json_row.hpp"
#include "formats/reader.hpp"

namespace dokumill::records {

// Writes the cells of a grid as JSON: a string with the quotes, or a list, or null for malformed
// cells in a list.
class JsonCells {
 public:
  static constexpr std::size_t kMostBytes = kRowListBytes;

  std::string_view write(const Grid& grid, CellShape shape) {
    const bool is_list = shape == CellShape::kList || shape == CellShape::kRows;
    if (is_list && grid.cells[0] == kMalformedCell) return "null";
    char* end = text_.data();
    if (is_list) {
      end = write_list(grid, shape == CellShape::kRows, end);
    } else {
      *end++ = '"';
      end = write_cells(grid, end);
      *end++ = '"';
    }
    return {text_.data(), static_cast<std::size_t>(end - text_.data())};
  }

 private:
  std::array<char, kMostBytes> text_;
};

class RowCells {
 public:
  // For csv rows. `columns`: see CsvCells.
  RowCells(const CsvLayout& layout, std::vector<std::uint32_t> columns)
      : all_(columns.size()), csv_(std::in_place, layout, std::move(columns)) {
    std::iota(all_.begin(), all_.end(), std::size_t{0});
  }
  // For JSON objects. `names`: the names of the members; the first is the name of the puzzle.
  explicit RowCells(std::vector<std::string> names, CellShape shape = CellShape::kText)
      : shape_(shape),
        printed_(names.size()),
        values_(names.size()),
        widest_(names.size(), kWidest),
        json_(std::in_place, std::move(names)) {}

  // Finds the fields of a row. The text of the row must stay valid until the last call of text() or
  // print().
  void start(std::string_view row) { csv_ ? csv_->start(row) : json_->start(row); }

  // The fields that the row has: all fields of a csv row, but only some members of an object. Of
  // hundreds of names, most objects have few, so a loop over the fields of a row is a loop over
  // these. A field occurs several times if several members have its name.
  std::span<const std::size_t> fields() const { return csv_ ? all_ : json_->found(); }

  // Returns the text of field i without outer blanks; of a list of cells, the cells. It is empty if
  // the row does not have the field, or if the value is null. The text is valid until the next call
  // of text().
  std::string_view text(std::size_t i);

  // Returns the name of the first other field whose text is a board (is_board_text()), or an empty
  // text. `columns`: the names of all columns of a csv row.
  std::string other_board(std::span<const std::string> columns) const;

  // See CsvCells::each_field(). REQUIRES: this object is for csv rows.
  template <class Take>
  void each_field(std::span<const Grid* const> cells, const Take& take) const {
    csv_->each_field(cells, take);
  }

  // An upper limit for the bytes that print() writes for `row`. REQUIRES: start(row) was called.
  std::size_t max_bytes(std::string_view row) const {
    return csv_ ? csv_->max_bytes(row) : json_->max_bytes(widest_, Missing::kAppendFirst);
  }
  // Writes the row with `cells[i]` in field i. If `cells[i]` is nullptr, the field stays as it is.
  // If a JSON object has no puzzle, `cells[0]` is added at its end. Other missing members are not
  // added, and their `cells[i]` are not used. Returns the end of the written text.
  char* print(std::span<const Grid* const> cells, char* out);

 private:
  static constexpr std::array<char, JsonCells::kMostBytes> kWidestText{};
  static constexpr std::string_view kWidest{kWidestText.data(), kWidestText.size()};

  std::vector<std::size_t> all_;  // csv: 0, 1, 2, ...
  std::optional<CsvCells> csv_;
  CellShape shape_ = CellShape::kText;  // of the members that are written
  std::vector<JsonCells> printed_;
  std::vector<std::string_view> values_;
  std::vector<std::string_view> widest_;  // for each member, a value of the greatest length
  std::string unescaped_;
  std::optional<JsonRow> json_;
};

}  // namespace dokumill::records
