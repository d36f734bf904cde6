#include "engine/sizes/shape.hpp"

#include <algorithm>

namespace dokumill::sizes {

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
