// ReplacedColumn: writes csv rows as they were read, with the solution in an existing column.
//
// Thread safety: one thread at a time. Memory: the fields of one row.
#pragma once

#include <string_view>
#include <utility>

#include "records/csv/csv_cells.hpp"

namespace dokumill::batch {

class ReplacedColumn {
 public:
  // REQUIRES: `column` is not the column of the puzzle.
  ReplacedColumn(const records::CsvLayout& layout, std::uint32_t column)
      : is_before_puzzle_(column < layout.puzzle_column),
        row_(layout, is_before_puzzle_ ? std::vector{column, layout.puzzle_column}
                                       : std::vector{layout.puzzle_column, column}) {}

  std::size_t max_bytes(std::string_view row) const { return row_.max_bytes(row); }

  // Writes one row and returns the end of the text. If the row could not be split into fields,
  // `row` is empty. For an empty `row`, the puzzle is written, too, and the other columns are
  // empty.
  char* print(const Grid& puzzle, const Grid& solution, std::string_view row, char* out) {
    row_.start(row);
    const Grid* cells[] = {row.empty() ? &puzzle : nullptr, &solution};
    if (is_before_puzzle_) std::swap(cells[0], cells[1]);
    return row_.print(cells, out);
  }

 private:
  bool is_before_puzzle_;
  records::CsvCells row_;
};

}  // namespace dokumill::batch
