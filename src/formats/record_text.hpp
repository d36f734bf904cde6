// Writes the cells of one record, in every format.
//
// Grids with kMalformedCell are printed as '?'. No allocation. The functions are inline, because
// the workers call them for every record.
#pragma once

#include "base/grid_text.hpp"

namespace dokumill::records {

inline char* print_line_cells(const Grid& grid, char* out) {
  out = write_cells(grid, out);
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

}  // namespace dokumill::records
