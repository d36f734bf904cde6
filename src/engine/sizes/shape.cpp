#include "engine/sizes/shape.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace dokumill::sizes {

namespace {

// is_board() for 4, 6 and 8 symbols. A row is a word: byte c is the cell of column c, and then the
// set of its symbol, bit d - 1 for the symbol d. The union of the bytes of a row is the symbols of
// the row, and the union of the words of all rows has those of the columns.
template <int kBoxRows, int kBoxColumns>
bool is_small_board(const std::uint8_t* cells) {
  constexpr int kSize = kBoxRows * kBoxColumns;
  constexpr std::uint64_t kOnes = 0x0101010101010101U >> (64 - 8 * kSize);
  constexpr std::uint64_t kAll = (std::uint64_t{1} << kSize) - 1;
  std::uint64_t columns = 0;
  std::uint64_t bands = 0;
  std::uint64_t in_all = kAll;  // the symbols that are in all rows and boxes
  std::uint64_t wrong = 0;      // of cells that are no symbol: bits above the lowest three
  for (int row = 0; row < kSize; ++row) {
    // Loads of 4 and of 2 or 4 bytes: a copy of 6 bytes goes through memory, and waits.
    std::conditional_t<kSize == 8, std::uint32_t, std::uint16_t> high = 0;
    std::uint32_t low = 0;
    std::memcpy(&low, cells + row * kSize, 4);
    if (kSize > 4) std::memcpy(&high, cells + row * kSize + 4, sizeof high);
    const std::uint64_t word = std::uint64_t{high} << 32 | low;
    // An empty cell borrows from the byte above, and gets 255.
    const std::uint64_t below = word - kOnes;
    wrong |= below & kOnes * 0xF8;
    // 1 << below in each byte: by 1, 2 and 4, where these bits of `below` are set.
    std::uint64_t sets = kOnes;
    for (int bit = 0; bit < 3; ++bit) {
      const std::uint64_t shifted = (below >> bit & kOnes) * 255;
      sets = (sets & ~shifted) | (sets << (1 << bit) & shifted);
    }
    columns |= sets;
    bands |= sets;
    std::uint64_t in_row = sets | sets >> 32;
    in_row |= in_row >> 16;
    in_all &= in_row | in_row >> 8;
    if ((row + 1) % kBoxRows != 0) continue;
    for (int column = 0; column < kSize; column += kBoxColumns) {
      std::uint64_t in_box = 0;
      for (int i = column; i < column + kBoxColumns; ++i) in_box |= bands >> 8 * i;
      in_all &= in_box;
    }
    bands = 0;
  }
  return wrong == 0 && in_all == kAll && columns == kOnes * kAll;
}

}  // namespace

bool is_supported(Shape shape) {
  return shape == Shape{3, 3} || std::find(kShapes.begin(), kShapes.end(), shape) != kShapes.end();
}

std::optional<Conflict> first_conflict(Shape shape, const std::uint8_t* cells) {
  const int n = shape.size();
  // Symbol d of a house: bit d.
  std::array<std::uint32_t, kMostSymbols> rows{};
  std::array<std::uint32_t, kMostSymbols> columns{};
  std::array<std::uint32_t, kMostSymbols> boxes{};
  for (int cell = 0; cell < shape.cells(); ++cell) {
    if (cells[cell] == 0) continue;
    if (cells[cell] > n) return Conflict{cell, cell};
    const std::uint32_t symbol = std::uint32_t{1} << cells[cell];
    const int row = cell / n;
    const int column = cell % n;
    const int box = shape.box_of(cell);
    if (((rows[row] | columns[column] | boxes[box]) & symbol) != 0) {
      int first = 0;
      while (cells[first] != cells[cell] ||
             (first / n != row && first % n != column && shape.box_of(first) != box)) {
        ++first;
      }
      return Conflict{first, cell};
    }
    rows[row] |= symbol;
    columns[column] |= symbol;
    boxes[box] |= symbol;
  }
  return std::nullopt;
}

bool is_board(Shape shape, const std::uint8_t* cells) {
  const int n = shape.size();
  if (shape == Shape{2, 2}) return is_small_board<2, 2>(cells);
  if (shape == Shape{2, 3}) return is_small_board<2, 3>(cells);
  if (shape == Shape{3, 2}) return is_small_board<3, 2>(cells);
  if (shape == Shape{2, 4}) return is_small_board<2, 4>(cells);
  if (shape == Shape{4, 2}) return is_small_board<4, 2>(cells);
  // Symbol d: bit d - 1. A house has n cells, so all symbols are in it if its cells differ.
  std::array<std::uint32_t, kMostSymbols> columns{};
  std::array<std::uint32_t, kMostSymbols> boxes{};
  const std::uint32_t all = (std::uint32_t{1} << n) - 1;
  std::uint32_t in_all_rows = all;
  bool are_symbols = true;
  for (int row = 0; row < n; ++row) {
    std::uint32_t in_row = 0;
    for (int stack = 0, column = 0; column < n; ++stack) {
      std::uint32_t& box = boxes[row / shape.box_rows * shape.box_rows + stack];
      for (const int end = column + shape.box_columns; column < end; ++column) {
        const unsigned below = cells[row * n + column] - 1U;
        are_symbols &= below < static_cast<unsigned>(n);
        const std::uint32_t symbol = std::uint32_t{1} << (below & 31U);
        in_row |= symbol;
        columns[column] |= symbol;
        box |= symbol;
      }
    }
    in_all_rows &= in_row;
  }
  bool is_complete = are_symbols && in_all_rows == all;
  for (int house = 0; house < n; ++house) {
    is_complete &= columns[house] == all && boxes[house] == all;
  }
  return is_complete;
}

bool is_solution(Shape shape, const std::uint8_t* board, const std::uint8_t* puzzle) {
  std::uint8_t differs = 0;  // without branches, so that the compiler uses vectors
  const int cells = shape.cells();
  for (int cell = 0; cell < cells; ++cell) {
    differs |= static_cast<std::uint8_t>((puzzle[cell] != 0) & (puzzle[cell] != board[cell]));
  }
  return differs == 0 && is_board(shape, board);
}

}  // namespace dokumill::sizes
