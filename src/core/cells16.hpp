// Cells from text, sixteen bytes at a time and without a branch a cell.
//
// The same cells as core/cells.hpp, by comparing: a test holds the two together. Thread safety:
// pure functions. Cost: read_cells 3.5 ns where empty cells are `0` or `.`, 12 ns with other marks
// (Zen 5); comparing with all marks at once took 6.8 ns for any, a table look-up a cell 42 ns.
#pragma once

#include "core/bytes16.hpp"
#include "dokumill/grid.hpp"

namespace dokumill {

struct Cells16 {
  Bytes16 values;     // 0..9; 0 where there is no cell
  Bytes16 are_cells;  // 0xFF where there is a cell, else 0
};

// The marks that nearly all texts use alone: which of the bytes are digits or '.'.
struct DigitsAndDots {
  static Cells16 cells_of(Bytes16 bytes) {
    const Bytes16 digits = bytes - '0';
    const Bytes16 are_digits = at_most(digits, 9);
    return {digits & are_digits, are_digits | equal(bytes, '.')};
  }
};

struct AllMarks {
  static Cells16 cells_of(Bytes16 bytes) {
    const Cells16 plain = DigitsAndDots::cells_of(bytes);
    const Bytes16 are_others = equal(bytes, '*') | equal(bytes, '_') | equal(bytes, '-') |
                               equal(bytes, 'x') | equal(bytes, 'X');
    return {plain.values, plain.are_cells | are_others};
  }
};

// Calls `read` with DigitsAndDots, and with AllMarks where that returned false. (With types: GCC
// calls functions that are handed over, block by block.)
template <class Read>
inline bool read_with_either(Read read) {
  return read(DigitsAndDots()) || read(AllMarks());
}

// Reads the 81 bytes at `at` as cells. False if one of them is none; `grid` is unspecified then.
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

}  // namespace dokumill
