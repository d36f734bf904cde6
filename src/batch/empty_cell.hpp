// The character that a job writes for an empty cell.
//
// Thread safety: pure functions.
#pragma once

#include <optional>
#include <string>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::batch {

// kUsage if `empty_cell` is not one of kEmptyCells.
Status check_empty_cell(char empty_cell);
// kUsage if a reader of this format could take a row of nine `empty_cell` for a rule between boards.
// `name` is the input's name, and may be empty.
Status check_empty_cell(char empty_cell, TextFormat format, const std::string& name);

// The printers write a cell as '0' plus its value, also for the value of another character.
inline std::uint8_t empty_value_of(char empty_cell) {
  return static_cast<std::uint8_t>(empty_cell - '0');
}
inline Grid with_empty_value(const Grid& grid, std::uint8_t empty_value) {
  Grid result = grid;
  if (empty_value == 0) return result;
  for (std::uint8_t& cell : result.cells) cell = cell == 0 ? empty_value : cell;
  return result;
}

}  // namespace dokumill::batch
