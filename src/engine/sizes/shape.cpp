#include "engine/sizes/shape.hpp"

#include <algorithm>

namespace dokumill::sizes {

std::optional<Shape> shape_of_size(int n) {
  for (const Shape shape : kShapes) {
    if (shape.size() == n) return shape;
  }
  return std::nullopt;
}

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
  return std::find(cells, cells + shape.cells(), 0) == cells + shape.cells() &&
         !first_conflict(shape, cells);
}

bool is_solution(Shape shape, const std::uint8_t* board, const std::uint8_t* puzzle) {
  return is_board(shape, board) && std::equal(puzzle, puzzle + shape.cells(), board,
                                              [](std::uint8_t given, std::uint8_t found) {
                                                return given == 0 || given == found;
                                              });
}

}  // namespace dokumill::sizes
