// Cells in messages: "r1c5", and two of them that hold the same digit.
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

// "r1c1 and r1c5 are both 5": the first conflict; empty where there is none.
inline std::string words_of_conflict(const Grid& grid) {
  const auto conflict = find_conflict(grid);
  if (!conflict) return {};
  return fmt::format("{} and {} are both {}", name_of(conflict->first), name_of(conflict->second),
                     grid[conflict->first]);
}

}  // namespace dokumill::batch
