// The two texts of a grid, written straight into a caller's buffer.
//
//   line: 81 digits and '\n'                                            82 bytes
//   rows: nine times "d d d d d d d d d\n"                             162 bytes
// In the grid format a blank line stands between boards; a board that is not the first is therefore
// '\n' + rows, 163 bytes. Thread safety: pure functions. Cost: one table look-up and one store a
// cell, no formatting call.
#pragma once

#include <cstddef>

#include "dokumill/grid.hpp"

namespace dokumill {

inline constexpr std::size_t kLineBytes = 82;
inline constexpr std::size_t kRowBytes = 18;
inline constexpr std::size_t kRowsBytes = 9 * kRowBytes;
inline constexpr std::size_t kGridBytes = 1 + kRowsBytes;

// Writes 81 digits, no line end. Returns the end of what was written.
inline char* write_cells(const Grid& grid, char* out) {
  for (int cell = 0; cell < kCells; ++cell) {
    out[cell] = static_cast<char>('0' + grid.cells[cell]);
  }
  return out + kCells;
}

// Writes the 162 bytes of nine rows. Returns the end of what was written.
inline char* write_rows(const Grid& grid, char* out) {
  // Cells and spaces alternate through the whole text, so one loop that is compiled to vector
  // interleaves writes them; then every ninth space becomes a line end.
  for (int cell = 0; cell < kCells; ++cell) {
    out[2 * cell] = static_cast<char>('0' + grid.cells[cell]);
    out[2 * cell + 1] = ' ';
  }
  for (int row = 1; row <= 9; ++row) out[row * kRowBytes - 1] = '\n';
  return out + kRowsBytes;
}

}  // namespace dokumill
