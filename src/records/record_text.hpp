// Writes the text of one record, in every format.
//
// Grids with kMalformedCell are printed as '?'. No allocation. The functions are inline, because
// the workers call them for every record.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

#include "core/grid_text.hpp"
#include "records/format.hpp"

namespace dokumill::records {

enum class CsvColumns : std::uint8_t { kPuzzleAndSolution, kKeep };

// The options on which the text of a record depends, besides its format.
struct PrintOptions {
  CsvColumns columns = CsvColumns::kPuzzleAndSolution;
  CsvLayout csv;
};

inline char* print_line_cells(const Grid& grid, char* out) {
  out = write_cells(grid, out);
  *out++ = '\n';
  return out;
}

// Writes a word in place of the cells.
inline char* print_line_word(std::string_view word, char* out) {
  std::memcpy(out, word.data(), word.size());
  out += word.size();
  *out++ = '\n';
  return out;
}

// Writes a line end and nine rows. The line end makes the blank line before the board.
inline char* print_grid_cells(const Grid& grid, char* out) {
  *out = '\n';
  return write_rows(grid, out + 1);
}

// npy: the value of every cell of a malformed record. With the value 255, a program that does not
// expect malformed records fails, for example if it uses the value as an index into ten digits.
// With the value 0, such a program would read an empty cell.
inline constexpr char kMalformedNpyCell = '\xFF';

// Writes a byte for each cell.
inline char* print_npy_cells(const Grid& grid, char* out) {
  for (int cell = 0; cell < kCells; ++cell) {
    const std::uint8_t value = grid.cells[cell];
    out[cell] = value <= 9 ? static_cast<char>(value) : kMalformedNpyCell;
  }
  return out + kCells;
}

inline std::size_t csv_columns_bytes(const PrintOptions& options, std::string_view row) {
  return options.columns == CsvColumns::kKeep
             ? std::max(row.size(), options.csv.columns + std::size_t{kCells}) + 1
             : kLineBytes;
}

// Writes the columns before the solution, and the separator after them. With CsvColumns::kKeep, the
// columns are the row as it was read. If there is no such row, the puzzle is in its column and the
// other columns are empty.
inline char* print_csv_columns(const PrintOptions& options, const Grid& puzzle,
                               std::string_view row, char* out) {
  const CsvLayout& csv = options.csv;
  if (options.columns != CsvColumns::kKeep) {
    out = write_cells(puzzle, out);
  } else if (!row.empty()) {
    std::memcpy(out, row.data(), row.size());
    out += row.size();
  } else {
    out = std::fill_n(out, csv.puzzle_column, csv.separator);
    out = write_cells(puzzle, out);
    out = std::fill_n(out, csv.columns - 1 - csv.puzzle_column, csv.separator);
  }
  *out++ = csv.separator;
  return out;
}

// The functions of a format whose records have nothing before the solution.
inline std::size_t no_columns_bytes(const PrintOptions&, std::string_view) {
  return 0;
}
inline char* print_no_columns(const PrintOptions&, const Grid&, std::string_view, char* out) {
  return out;
}

}  // namespace dokumill::records
