// Lines: the rows of a grid or of its transpose, and which of them are equal.
//
// No allocation.
#pragma once

#include <array>
#include <cstdint>

#include "dokumill/grid.hpp"

namespace dokumill::canon {

struct Lines {
  std::array<std::array<std::uint8_t, 9>, 9> row;
  // copies[row]: a set of rows, as bits: the earlier rows of the same band that equal the row, and
  // the first rows of the earlier bands that have the same rows as its band in some order. A search
  // need not choose a row while one of these is unused, because that one gives the same images.
  std::array<std::uint16_t, 9> copies;
  std::array<std::array<std::uint8_t, 3>, 9> empty;  // the empty cells of each minirow
  std::uint16_t repeats;  // a set of rows, as bits: those that repeat a digit
  // The number of permutations of bands, and of rows within bands, that do not change the lines.
  std::uint32_t row_symmetries;
};

// The rows of `grid`, or of its transpose if is_transposed.
Lines lines_of(const Grid& grid, bool is_transposed);

}  // namespace dokumill::canon
