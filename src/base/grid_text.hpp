// Writes a grid as text into the caller's buffer, in the line format or as nine rows.
//
//   line: 81 digits and '\n'                                            82 bytes
//   rows: nine times "d d d d d d d d d\n"                             162 bytes
//   groups: nine times nine digits, with '/' between them             89 bytes
//   list: [d,d,...], 81 digits                                       163 bytes
//   list of rows: [[d,d,...],...], nine lists of nine digits         181 bytes
//
// In the grid format, boards are separated by a blank line. So every board except the first is
// '\n' + rows, 163 bytes. Cost: one addition and one store per cell, no formatting call.
#pragma once

#include <cstddef>

#include "dokumill/grid.hpp"

namespace dokumill {

inline constexpr std::size_t kLineBytes = 82;
inline constexpr std::size_t kGroupsBytes = kCells + 8;
inline constexpr std::size_t kListBytes = 2 * kCells + 1;
inline constexpr std::size_t kRowListBytes = kListBytes + 2 * 9;
inline constexpr std::size_t kRowBytes = 18;
inline constexpr std::size_t kRowsBytes = 9 * kRowBytes;
inline constexpr std::size_t kGridBytes = 1 + kRowsBytes;

// Writes 81 digits without a line end. Returns the end of the text.
inline char* write_cells(const Grid& grid, char* out) {
  for (int cell = 0; cell < kCells; ++cell) {
    out[cell] = static_cast<char>('0' + grid.cells[cell]);
  }
  return out + kCells;
}

// Writes 89 bytes without a line end. Programs that take 81 digits for a number, and round it, keep
// this text. Returns the end of the text.
inline char* write_groups(const Grid& grid, char* out) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (cell != 0 && cell % 9 == 0) *out++ = '/';
    *out++ = static_cast<char>('0' + grid.cells[cell]);
  }
  return out;
}

// Writes a list of JSON, or a list of nine rows. Returns the end of the text. REQUIRES: the cells
// are 0 to 9.
inline char* write_list(const Grid& grid, bool has_rows, char* out) {
  *out++ = '[';
  for (int cell = 0; cell < kCells; ++cell) {
    if (cell != 0) *out++ = ',';
    if (has_rows && cell % 9 == 0) *out++ = '[';
    *out++ = static_cast<char>('0' + grid.cells[cell]);
    if (has_rows && cell % 9 == 8) *out++ = ']';
  }
  *out++ = ']';
  return out;
}

// Writes nine rows, 162 bytes. Returns the end of the text.
inline char* write_rows(const Grid& grid, char* out) {
  // Cells and spaces alternate in the whole text, so compilers turn this loop into vector
  // interleaves. The second loop replaces every ninth space with a line end.
  for (int cell = 0; cell < kCells; ++cell) {
    out[2 * cell] = static_cast<char>('0' + grid.cells[cell]);
    out[2 * cell + 1] = ' ';
  }
  for (int row = 1; row <= 9; ++row) out[row * kRowBytes - 1] = '\n';
  return out + kRowsBytes;
}

}  // namespace dokumill
