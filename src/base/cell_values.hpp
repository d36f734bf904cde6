// Checks that grids from a caller contain only the cell values 0..9.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "dokumill/grid.hpp"

namespace dokumill {

// True if every cell value is 0..9. Cost: one pass over the bytes, a few vector instructions per
// grid.
inline bool has_only_cells(std::span<const Grid> grids) {
  std::uint8_t highest = 0;
  for (const std::byte value : std::as_bytes(grids)) {
    highest = std::max(highest, std::to_integer<std::uint8_t>(value));
  }
  return highest <= kDigits;
}

}  // namespace dokumill
