// Grid: the 81 cells of a puzzle or board, 0 for an empty cell. All parts of the library exchange
// puzzles and boards as Grids.
//
// Layout: 81 bytes in row-major order without padding, so an array of grids is one contiguous run
// of bytes. Memory: no allocation, except for functions that return a string.
//
// Thread safety, for this header and all others that do not say otherwise: functions are pure. They
// keep no state, and they change nothing but their result and the memory in their arguments. One
// thread at a time may use an object. Several threads may call const functions of the same plain
// value.
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

// The number of non-empty cells, 0..81.
int count_clues(const Grid& grid);

// Finds two cells of one house that hold the same digit. The first cell of the pair comes before
// the second one in row-major order. If there are several such pairs, the function returns the pair
// with the smallest second cell; of these, the one with the smallest first cell. nullopt if there
// is no such pair. Each value above 9 counts as a digit of its own.
std::optional<std::pair<Cell, Cell>> find_conflict(const Grid& grid);

// True if no house has a digit twice and every value is 0..9. Cells may be empty.
bool is_valid(const Grid& grid);

// True if every house has each of the digits 1..9 once.
bool is_complete(const Grid& board);

// True if `board` has every given of `puzzle` in the same cell.
bool keeps_givens(const Grid& board, const Grid& puzzle);

// Parses exactly 81 bytes: the digits 1-9, and `0 . * _ x X -` for an empty cell. For any other
// text it returns ErrorCode::kMalformed. The message has the number of bytes if this number is not
// 81, otherwise the position of the first wrong byte.
Result<Grid> parse_grid(std::string_view text);

// Returns 81 digits, `0` for an empty cell, without a line end.
std::string to_line(const Grid& grid);

// Writes the text of to_line(grid), 81 characters, to `out`, without a terminating zero. Allocates
// nothing. REQUIRES: all cell values are 0..9, and `out` has room for 81 bytes. Returns out + 81.
char* to_line(const Grid& grid, char* out);

// Returns nine rows `d d d d d d d d d\n`.
std::string to_rows(const Grid& grid);

// The kind of a grid: how many solutions it has. check() writes the name of the kind as a word for
// each record.
enum class GridKind : std::uint8_t {
  kUnsolvable,  // also contradictory givens
  kUnique,
  kMultiple,
  kComplete,  // a valid full board, where full boards are distinguished from puzzles
  kMalformed  // a record that is not a grid; only jobs on texts use this kind
};
inline constexpr int kGridKinds = static_cast<int>(GridKind::kMalformed) + 1;
// "none", "unique", "multiple", "complete" or "malformed".
std::string_view name_of(GridKind kind);

}  // namespace dokumill
