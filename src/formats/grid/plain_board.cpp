#include "formats/grid/plain_board.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "base/cells16.hpp"
#include "base/grid_text.hpp"

namespace dokumill::records {
namespace {

constexpr std::uint8_t x = 0xFF;
constexpr Bytes16 kNineCells = {x, x, x, x, x, x, x, x, x};

// The byte after each cell in rows with spaces.
constexpr std::array<char, kCells> kSeparatorBytes = [] {
  std::array<char, kCells> separators{};
  separators.fill(' ');
  for (int row = 1; row <= 9; ++row) separators[row * 9 - 1] = '\n';
  return separators;
}();

// The bytes 0, 2, 4, ... of the 32 bytes of `low` and `high`.
Bytes16 even_bytes(Bytes16 low, Bytes16 high) {
  return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28,
                                 30);
}
Bytes16 odd_bytes(Bytes16 low, Bytes16 high) {
  return __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29,
                                 31);
}

// In rows with spaces, every second byte of the text is a cell. The bytes after the cells are
// spaces and line ends.
template <class Marks>
bool read_spaced_rows(Marks marks, const char* at, Grid& grid) {
  Bytes16 right = ~Bytes16{};
  for_each_sixteen([&](int cell) {
    const Bytes16 low = load16(at + 2 * cell);
    const Bytes16 high = load16(at + 2 * cell + 16);
    const Cells16 cells = marks.cells_of(even_bytes(low, high));
    store16(&grid.cells[cell], cells.values);
    right &= cells.are_cells & equal(odd_bytes(low, high), load16(&kSeparatorBytes[cell]));
  });
  return is_zero(~right);
}

// Stores the nine cells that `read_row` returns for each row. Each store but the last also writes
// seven extra bytes, which the next store overwrites.
template <class ReadRow>
void store_rows(Grid& grid, ReadRow read_row) {
  for (int row = 0; row < 8; ++row) store16(&grid.cells[row * 9], read_row(row));
  const Bytes16 last = read_row(8);
  std::memcpy(&grid.cells[72], &last, 9);
}

// Rows of nine cells without spaces, followed by kEnd.
struct LfRows {
  static constexpr std::size_t kBytes = 10;
  static constexpr Bytes16 kEnd = {0, 0, 0, 0, 0, 0, 0, 0, 0, '\n'};
  static constexpr Bytes16 kEndMask = {0, 0, 0, 0, 0, 0, 0, 0, 0, x};
};
struct CrLfRows {
  static constexpr std::size_t kBytes = 11;
  static constexpr Bytes16 kEnd = {0, 0, 0, 0, 0, 0, 0, 0, 0, '\r', '\n'};
  static constexpr Bytes16 kEndMask = {0, 0, 0, 0, 0, 0, 0, 0, 0, x, x};
};

template <class Rows, class Marks>
bool read_packed_rows(Marks marks, const char* at, Grid& grid) {
  Bytes16 wrong{};
  store_rows(grid, [&](int number) {
    const Bytes16 row = number < 8
                            ? load16(at + number * Rows::kBytes)
                            : moved_down<16 - Rows::kBytes>(load16(at + 9 * Rows::kBytes - 16));
    const Cells16 cells = marks.cells_of(row);
    wrong |= (~cells.are_cells & kNineCells) | ((row ^ Rows::kEnd) & Rows::kEndMask);
    return cells.values;
  });
  return is_zero(wrong);
}

// In "d d d d d d d d d\r\n", the bytes 0, 2, 4, ... are nine cells and the LF. The other bytes are
// eight spaces and the CR.
constexpr std::size_t kCrLfRowBytes = kRowBytes + 1;
template <class Marks>
bool read_spaced_crlf_rows(Marks marks, const char* at, Grid& grid) {
  constexpr Bytes16 kLineFeed = {0, 0, 0, 0, 0, 0, 0, 0, 0, x};
  constexpr Bytes16 kBetween = {' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', '\r'};
  Bytes16 wrong{};
  store_rows(grid, [&](int number) {
    const char* const row = at + number * kCrLfRowBytes;
    const Bytes16 low = load16(row);
    const Bytes16 high = number < 8 ? load16(row + 16) : moved_down<13>(load16(row + 3));
    const Bytes16 even = even_bytes(low, high);
    const Cells16 cells = marks.cells_of(even);
    wrong |= (~cells.are_cells & kNineCells) | ((even ^ '\n') & kLineFeed) |
             ((odd_bytes(low, high) ^ kBetween) & kNineCells);
    return cells.values;
  });
  return is_zero(wrong);
}

}  // namespace

const char* read_plain_board(const char* at, const char* end, Grid& grid) {
  const auto bytes = static_cast<std::size_t>(end - at);
  // The line end of the first row shows which shape is possible.
  const auto begins = [&](std::size_t row_bytes, std::string_view line_end) {
    return bytes >= 9 * row_bytes &&
           std::memcmp(at + row_bytes - line_end.size(), line_end.data(), line_end.size()) == 0;
  };
  const auto read_with_either = [](auto read) { return read(DigitsAndDots()) || read(AllMarks()); };
  if (begins(kRowBytes, "\n")) {
    const auto read = [&](auto marks) { return read_spaced_rows(marks, at, grid); };
    return read_with_either(read) ? at + kRowsBytes : nullptr;
  }
  if (begins(LfRows::kBytes, "\n")) {
    const auto read = [&](auto marks) { return read_packed_rows<LfRows>(marks, at, grid); };
    return read_with_either(read) ? at + 9 * LfRows::kBytes : nullptr;
  }
  if (begins(kCrLfRowBytes, "\r\n")) {
    const auto read = [&](auto marks) { return read_spaced_crlf_rows(marks, at, grid); };
    return read_with_either(read) ? at + 9 * kCrLfRowBytes : nullptr;
  }
  if (begins(CrLfRows::kBytes, "\r\n")) {
    const auto read = [&](auto marks) { return read_packed_rows<CrLfRows>(marks, at, grid); };
    return read_with_either(read) ? at + 9 * CrLfRows::kBytes : nullptr;
  }
  return nullptr;
}

}  // namespace dokumill::records
