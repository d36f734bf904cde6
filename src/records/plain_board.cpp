#include "records/plain_board.hpp"

#include <array>
#include <cstddef>

#include "core/cells16.hpp"
#include "core/grid_text.hpp"

namespace dokumill::records {
namespace {

constexpr std::size_t kPackedRowBytes = 10;
constexpr std::size_t kPackedRowsBytes = 9 * kPackedRowBytes;

// The byte behind each cell of spaced rows.
constexpr std::array<char, kCells> kSeparators = [] {
  std::array<char, kCells> separators{};
  separators.fill(' ');
  for (int row = 1; row <= 9; ++row) separators[row * 9 - 1] = '\n';
  return separators;
}();

// The bytes 0, 2, 4 ... of the 32 bytes of both.
Bytes16 even_bytes(Bytes16 low, Bytes16 high) {
  return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28,
                                 30);
}
Bytes16 odd_bytes(Bytes16 low, Bytes16 high) {
  return __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29,
                                 31);
}

// Cells and what follows them alternate through the whole text, line ends included.
template <class Marks>
bool read_spaced_rows(Marks marks, const char* at, Grid& grid) {
  Bytes16 right = ~Bytes16{};
  for_each_sixteen([&](int cell) {
    const Bytes16 low = load16(at + 2 * cell);
    const Bytes16 high = load16(at + 2 * cell + 16);
    const Cells16 cells = marks.cells_of(even_bytes(low, high));
    store16(&grid.cells[cell], cells.values);
    right &= cells.are_cells & equal(odd_bytes(low, high), load16(&kSeparators[cell]));
  });
  return is_zero(~right);
}

template <class Marks>
bool read_packed_rows(Marks marks, const char* at, Grid& grid) {
  constexpr std::uint8_t x = 0xFF;
  constexpr Bytes16 kNineCells = {x, x, x, x, x, x, x, x, x};
  constexpr Bytes16 kLineEnd = {0, 0, 0, 0, 0, 0, 0, 0, 0, x};
  Bytes16 wrong{};
  const auto read_row = [&](Bytes16 row) {
    const Cells16 cells = marks.cells_of(row);
    wrong |= (~cells.are_cells & kNineCells) | ((row ^ '\n') & kLineEnd);
    return cells.values;
  };
  // Each row writes seven cells too many, and the next one writes them again.
  for (int row = 0; row < 8; ++row) {
    store16(&grid.cells[row * 9], read_row(load16(at + row * kPackedRowBytes)));
  }
  const Bytes16 last = read_row(moved_down<6>(load16(at + kPackedRowsBytes - 16)));
  std::memcpy(&grid.cells[72], &last, 9);
  return is_zero(wrong);
}

}  // namespace

const char* read_plain_board(const char* at, const char* end, Grid& grid) {
  const auto bytes = static_cast<std::size_t>(end - at);
  if (bytes >= kRowsBytes && at[kRowBytes - 1] == '\n') {
    const auto read = [&](auto marks) { return read_spaced_rows(marks, at, grid); };
    return read_with_either(read) ? at + kRowsBytes : nullptr;
  }
  if (bytes >= kPackedRowsBytes && at[kPackedRowBytes - 1] == '\n') {
    const auto read = [&](auto marks) { return read_packed_rows(marks, at, grid); };
    return read_with_either(read) ? at + kPackedRowsBytes : nullptr;
  }
  return nullptr;
}

}  // namespace dokumill::records
