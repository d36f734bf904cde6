#include "core/cell_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace dokumill {

bool has_only_cells(std::span<const Grid> grids) {
  std::uint8_t highest = 0;
  for (const std::byte value : std::as_bytes(grids)) {
    highest = std::max(highest, std::to_integer<std::uint8_t>(value));
  }
  return highest <= kDigits;
}

}  // namespace dokumill
