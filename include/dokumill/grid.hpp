// Grid: 81 cells of digits, 0 for an empty cell; the value that every part of the library
// exchanges.
//
// Layout: 81 bytes in row-major order without padding, so that an array of grids is one packed run
// of bytes. Thread safety: values; const functions may run at the same time. No allocation except
// where a string is returned.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "dokumill/geometry.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

struct Grid {
  std::array<std::uint8_t, kCells> cells{};  // 0 = empty, else a digit 1..9

  constexpr int operator[](Cell cell) const {
    return cells[static_cast<std::size_t>(cell.index())];
  }
  friend constexpr auto operator<=>(const Grid&,
                                    const Grid&) = default;  // lexicographic, row-major
};
static_assert(sizeof(Grid) == kCells);

// Number of non-empty cells, 0..81.
int count_clues(const Grid& grid);

// The first pair of cells, in row-major order of the second one, that hold the same digit in one
// house; none if the grid obeys the rules so far. A value above 9 counts as a digit of its own.
std::optional<std::pair<Cell, Cell>> find_conflict(const Grid& grid);

// True if no digit stands twice in a house (empty cells allowed) and every value is 0..9.
bool is_valid(const Grid& grid);

// True if every cell is filled and every house holds the digits 1..9.
bool is_complete(const Grid& grid);

// True if `board` has every given of `puzzle` at its place.
bool keeps_givens(const Grid& board, const Grid& puzzle);

// Reads exactly 81 cells: digits 1-9, and `0 . * _ x X -` for an empty cell. Anything else is
// ErrorCode::kMalformed with a message that names the first wrong byte.
Result<Grid> parse_grid(std::string_view text);

// 81 digits, `0` for an empty cell.
std::string to_line(const Grid& grid);

// Nine rows `d d d d d d d d d\n`.
std::string to_rows(const Grid& grid);

}  // namespace dokumill
