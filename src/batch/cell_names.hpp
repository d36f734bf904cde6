// Names cells in messages ("r1c5"), and describes the first conflict of a grid.
//
// Thread safety: pure functions.
#pragma once

#include <fmt/format.h>

#include <string>

#include "dokumill/grid.hpp"

namespace dokumill::batch {

inline std::string name_of(Cell cell) {
  return fmt::format("r{}c{}", cell.row() + 1, cell.column() + 1);
}

// The first conflict, for example "r1c1 and r1c5 are both 5"; empty if the grid has no conflict.
inline std::string words_of_conflict(const Grid& grid) {
  const auto conflict = find_conflict(grid);
  if (!conflict) return {};
  return fmt::format("{} and {} are both {}", name_of(conflict->first), name_of(conflict->second),
                     grid[conflict->first]);
}

}  // namespace dokumill::batch
