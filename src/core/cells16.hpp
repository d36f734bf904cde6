// Cells from text, sixteen bytes at a time and without a branch a cell.
//
// The same cells as core/cells.hpp, by comparing: a test holds the two together. Thread safety:
// pure functions. Cost: read_cells CCC ns (Zen 5); a table look-up a cell took 42 ns.
#pragma once

#include "core/bytes16.hpp"
#include "dokumill/grid.hpp"

namespace dokumill {

struct Cells16 {
  Bytes16 values;    // 0..9; 0 where there is no cell
  Bytes16 are_none;  // 0 where there is a cell
};

// Which of the bytes are cells, and their values.
inline Cells16 cells16_of(Bytes16 bytes) {
  const Bytes16 digits = bytes - '0';
  const Bytes16 are_digits = at_most(digits, 9);
  // '*' and '.' differ in one bit, 'X' and 'x' in another.
  const Bytes16 are_empty = equal(bytes & ~('*' ^ '.'), '*') | equal(bytes | ('X' ^ 'x'), 'x') |
                            equal(bytes, '-') | equal(bytes, '_');
  return {digits & are_digits, ~(are_digits | are_empty)};
}

// Reads the 81 bytes at `at` as cells. False if one of them is none; `grid` is unspecified then.
inline bool read_cells(const char* at, Grid& grid) {
  Bytes16 are_none{};
  const auto read = [&](int cell) {
    const Cells16 cells = cells16_of(load16(at + cell));
    store16(&grid.cells[cell], cells.values);
    are_none |= cells.are_none;
  };
  for (int cell = 0; cell + 16 <= kCells; cell += 16) read(cell);
  read(kCells - 16);
  return is_zero(are_none);
}

}  // namespace dokumill
