// The character that a job writes for an empty cell.
#pragma once

#include <optional>
#include <string>

#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::batch {

// kUsage if `empty_cell` is not one of kEmptyCells.
Status check_empty_cell(char empty_cell);
// kUsage if `format` does not allow this character. In npy, an empty cell is always 0. In the grid
// format, '-', '_' and '*' are not allowed, because readers could take a row of nine such
// characters for a rule line between boards. `name`: the name of the input, for the message; may be
// empty.
Status check_empty_cell(char empty_cell, TextFormat format, const std::string& name);

// The printers write a cell as the character '0' plus its value. Returns the cell value that the
// printers write as `empty_cell`.
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
