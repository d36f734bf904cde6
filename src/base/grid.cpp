#include "dokumill/grid.hpp"

#include <algorithm>
#include <array>

#include "base/cells.hpp"
#include "base/grid_text.hpp"

namespace dokumill {

std::string_view name_of(GridKind kind) {
  constexpr std::array<std::string_view, kGridKinds> kNames{"none", "unique", "multiple",
                                                            "complete", "malformed"};
  return kNames[static_cast<std::size_t>(kind)];
}

int count_clues(const Grid& grid) {
  return static_cast<int>(kCells - std::count(grid.cells.begin(), grid.cells.end(), 0));
}

std::optional<std::pair<Cell, Cell>> find_conflict(const Grid& grid) {
  for (int second = 0; second < kCells; ++second) {
    if (grid.cells[second] == 0) continue;
    for (const std::uint8_t first : kPeerCells[second]) {
      if (first >= second) break;
      if (grid.cells[first] == grid.cells[second]) return std::pair(Cell(first), Cell(second));
    }
  }
  return std::nullopt;
}

bool is_valid(const Grid& grid) {
  const bool in_range = std::all_of(grid.cells.begin(), grid.cells.end(),
                                    [](std::uint8_t value) { return value <= 9; });
  return in_range && !find_conflict(grid);
}

Result<Grid> parse_grid(std::string_view text) {
  if (text.size() != kCells) {
    return Status(ErrorCode::kMalformed,
                  "found " + std::to_string(text.size()) + " bytes, expected 81 cells");
  }
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) {
    const std::uint8_t value = kCellValue[static_cast<unsigned char>(text[cell])];
    if (value == kNotACell) {
      return Status(ErrorCode::kMalformed, "byte " + std::to_string(cell + 1) + " is not a cell");
    }
    grid.cells[cell] = value;
  }
  return grid;
}

std::string to_line(const Grid& grid) {
  std::string text(kCells, '0');
  write_cells(grid, text.data());
  return text;
}

char* to_line(const Grid& grid, char* out) {
  return write_cells(grid, out);
}

std::string to_rows(const Grid& grid) {
  std::string text(kRowsBytes, ' ');
  write_rows(grid, text.data());
  return text;
}

}  // namespace dokumill
