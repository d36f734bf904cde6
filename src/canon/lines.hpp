// Lines: the rows of a grid or of its mirror image, and which of them are copies of each other.
//
// Thread safety: values. No allocation.
#pragma once

#include <array>
#include <cstdint>

#include "dokumill/grid.hpp"

namespace dokumill::canon {

struct Lines {
  std::array<std::array<std::uint8_t, 9>, 9> row;
  // Of each row the earlier rows of its band that equal it, of each band the earlier bands that
  // have the same rows in some order: as bits. To choose the later one while the earlier one is
  // still free gives nothing new.
  std::array<std::uint16_t, 9> row_copies;
  std::array<std::uint8_t, 3> band_copies;
  // How many orders of bands and of rows within bands give the same lines.
  std::uint32_t row_symmetries;
};

Lines lines_of(const Grid& grid, bool is_transposed);

}  // namespace dokumill::canon
