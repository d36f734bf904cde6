#include "formats/json/json_list.hpp"

#include <algorithm>
#include <array>

#include "base/grid_text.hpp"

namespace dokumill::records {

std::optional<Grid> cells_of_list(std::string_view value) {
  std::array<char, kRowListBytes> text;
  std::size_t bytes = 0;
  for (const char c : value) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') continue;
    if (bytes == text.size()) return std::nullopt;
    text[bytes++] = c;
  }
  const bool has_rows = bytes == kRowListBytes;
  if (!has_rows && bytes != kListBytes) return std::nullopt;
  Grid grid;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    // A row of a list of rows has two brackets.
    const std::size_t at = 1 + 2 * cell + (has_rows ? 1 + 2 * (cell / 9) : 0);
    grid.cells[cell] = static_cast<std::uint8_t>(text[at] - '0');
    if (grid.cells[cell] > 9) return std::nullopt;
  }
  std::array<char, kRowListBytes> expected;
  write_list(grid, has_rows, expected.data());
  if (!std::equal(text.data(), text.data() + bytes, expected.data())) return std::nullopt;
  return grid;
}

}  // namespace dokumill::records
