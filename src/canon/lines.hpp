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
  // row_copies[row]: a set of rows, as bits: the earlier rows of the same band that equal the row.
  // band_copies[band]: a set of bands, as bits: the earlier bands that have the same rows in some
  // order. A search need not choose a row or band while an earlier copy of it is unused, because
  // the earlier copy gives the same images.
  std::array<std::uint16_t, 9> row_copies;
  std::array<std::uint8_t, 3> band_copies;
  // The number of permutations of bands, and of rows within bands, that do not change the lines.
  std::uint32_t row_symmetries;
};

// The rows of `grid`, or of its transpose if is_transposed.
Lines lines_of(const Grid& grid, bool is_transposed);

}  // namespace dokumill::canon
