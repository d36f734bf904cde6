// Lines: the rows of a grid or of its transpose, and which of them are equal or emptiest.
//
// No allocation.
#pragma once

#include <array>
#include <cstdint>

#include "dokumill/grid.hpp"

namespace dokumill::canon {

inline constexpr std::uint8_t kRepeats = 255;

struct Lines {
  std::array<std::array<std::uint8_t, 9>, 9> row;
  // copies[row]: a set of rows, as bits: the earlier rows of the same band that equal the row, and
  // the first rows of the earlier bands that have the same rows as its band in some order. A search
  // need not choose a row while one of these is unused, because that one gives the same images.
  std::array<std::uint16_t, 9> copies;
  // emptiness[row]: bits 2e and 2e + 1 have the number of minirows with e empty cells, or the value
  // is kRepeats if a digit repeats. Of two rows that repeat no digit, the one with the greater
  // emptiness has the smaller cells as the first row of an image: the emptiest minirow goes first,
  // and the clues are 1, 2, 3 and so on.
  std::array<std::uint8_t, 9> emptiness;
  // The number of permutations of bands, and of rows within bands, that do not change the lines.
  std::uint32_t row_symmetries;
};

// The rows of `grid`, or of its transpose if is_transposed.
Lines lines_of(const Grid& grid, bool is_transposed);

}  // namespace dokumill::canon
