#include "engine/boards/wide.hpp"

#include <utility>

#include "base/permutation.hpp"

namespace dokumill::boards {
namespace {

constexpr char kBase[] =
    "123456789"
    "498327165"
    "765891243"
    "271563894"
    "534982671"
    "689174532"
    "316745928"
    "942618357"
    "857239416";

// kGrids[0] is the base grid, kGrids[1] its transpose.
constexpr std::array<Grid, 2> kGrids = [] {
  std::array<Grid, 2> grids{};
  for (unsigned row = 0; row < 9; ++row) {
    for (unsigned column = 0; column < 9; ++column) {
      const auto digit = static_cast<std::uint8_t>(kBase[9 * row + column] - '0');
      grids[0].cells[9 * row + column] = digit;
      grids[1].cells[9 * column + row] = digit;
    }
  }
  return grids;
}();

}  // namespace

Grid wide_base() {
  return kGrids[0];
}

RowGroup wide_group(Digit first_digit, std::uint64_t group) {
  const auto top_row = static_cast<std::size_t>(group % 9);
  group /= 9;
  const RowOrder& columns = kArrangement[static_cast<std::size_t>(group % kArrangements)];
  group /= kArrangements;
  const Grid& grid = kGrids[group % 2];
  group /= 2;

  auto names = digits_from(first_digit, static_cast<std::uint32_t>(group));
  const unsigned corner = grid.cells[9 * top_row + columns[0]];
  // Exchange names[corner - 1] with names[0], the first digit.
  std::swap(names[0], names[corner - 1]);

  RowGroup result{{}, std::span(kArrangement).subspan(top_row * kWideGroupSize, kWideGroupSize)};
  for (unsigned row = 0; row < 9; ++row) {
    for (unsigned column = 0; column < 9; ++column) {
      result.rows.cells[9 * row + column] = names[grid.cells[9 * row + columns[column]] - 1];
    }
  }
  return result;
}

}  // namespace dokumill::boards
