// Reads a row of the grid format: nine cells, with blanks, `|` and box-drawing characters allowed
// before, between and after them.
#pragma once

#include <cstdint>

namespace dokumill::records {

enum class RowError : std::uint8_t { kNone, kCellCount, kNotACell, kTooLong };

struct RowResult {
  RowError error = RowError::kNone;
  std::uint64_t cells = 0;      // kCellCount: the number of cells
  const char* where = nullptr;  // kNotACell: the byte that is not a cell
};

// Reads the row [begin, end), without its line end, into `values[0..8]`. After an error the values
// are unspecified.
RowResult read_row(const char* begin, const char* end, std::uint8_t* values);

}  // namespace dokumill::records
