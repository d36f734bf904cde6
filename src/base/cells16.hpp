// Parses cells from text, sixteen bytes at a time and without a branch for each cell.
//
// A test checks that this file and core/cells.hpp accept the same bytes. Cost of read_cells() per
// grid: 3.5 ns if empty cells are `0` or `.`, 12 ns with other marks (Zen 5). Tried instead:
// comparing with all marks at once took 6.8 ns for every text, and one table look-up for each cell
// took 42 ns. With AVX2, 32 bytes at a time, `solve` of a mapped file was not faster (Zen 4): most
// of the time goes to waiting for memory.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "base/bytes16.hpp"
#include "dokumill/grid.hpp"

namespace dokumill {

struct Cells16 {
  Bytes16 values;     // 0..9; 0 where the byte is not a cell
  Bytes16 are_cells;  // 0xFF where the byte is a cell, else 0
};

// Accepts digits and '.'. Nearly all texts use no other marks.
struct DigitsAndDots {
  static Cells16 cells_of(Bytes16 bytes) {
    const Bytes16 digits = bytes - '0';
    const Bytes16 are_digits = at_most(digits, 9);
    return {digits & are_digits, are_digits | equal(bytes, '.')};
  }
};

// Accepts all marks of core/cells.hpp.
struct AllMarks {
  static Cells16 cells_of(Bytes16 bytes) {
    const Cells16 plain = DigitsAndDots::cells_of(bytes);
    const Bytes16 are_others = equal(bytes, '*') | equal(bytes, '_') | equal(bytes, '-') |
                               equal(bytes, 'x') | equal(bytes, 'X');
    return {plain.values, plain.are_cells | are_others};
  }
};

// Calls `read` with DigitsAndDots, and again with AllMarks if the first call returned false. The
// two sets of marks are types and not functions, because GCC does not inline functions that are
// passed as arguments. With functions, GCC would make a call for each block of sixteen bytes.
template <class Read>
inline bool read_with_either(Read read) {
  return read(DigitsAndDots()) || read(AllMarks());
}

// Parses the 81 bytes at `at` as cells. Returns false if one of them is not a cell; `grid` is then
// unspecified.
inline bool read_cells(const char* at, Grid& grid) {
  return read_with_either([&](auto marks) {
    Bytes16 are_cells = ~Bytes16{};
    for_each_sixteen([&](int cell) {
      const Cells16 cells = marks.cells_of(load16(at + cell));
      store16(&grid.cells[cell], cells.values);
      are_cells &= cells.are_cells;
    });
    return is_zero(~are_cells);
  });
}

// Parses text of 81 cells, or of nine groups with '/' between them (grid_text.hpp). Returns false
// if the text is neither; `grid` is then unspecified.
inline bool read_cells_or_groups(std::string_view text, Grid& grid) {
  if (text.size() == kCells) return read_cells(text.data(), grid);
  constexpr std::size_t kGroup = 10;  // with the mark at its end
  if (text.size() != 9 * kGroup - 1) return false;
  std::array<char, kCells> cells{};
  for (std::size_t row = 0; row < 9; ++row) {
    if (row != 0 && text[row * kGroup - 1] != '/') return false;
    std::ranges::copy(text.substr(row * kGroup, 9), cells.begin() + row * 9);
  }
  return read_cells(cells.data(), grid);
}

}  // namespace dokumill
