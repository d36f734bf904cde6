// Shape: the size of a Sudoku and of its boxes, and checks of cells.
//
// A grid of shape (box_rows, box_columns) has n = box_rows * box_columns symbols, and n x n cells.
// It is an array of n * n bytes, in row-major order: 0 is an empty cell, 1..n a symbol. A box has
// `box_rows` rows and `box_columns` columns. So `box_columns` bands of boxes lie one above the
// other, and `box_rows` stacks of boxes side by side.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace dokumill::sizes {

inline constexpr int kMostSymbols = 25;
inline constexpr int kMostCells = kMostSymbols * kMostSymbols;

struct Shape {
  std::uint8_t box_rows = 2;
  std::uint8_t box_columns = 2;

  constexpr int size() const { return box_rows * box_columns; }
  constexpr int cells() const { return size() * size(); }
  // The number of the box of a cell, counted row by row.
  constexpr int box_of(int cell) const {
    return cell / size() / box_rows * box_rows + cell % size() / box_columns;
  }
  bool operator==(const Shape&) const = default;
};

// The shapes other than 3x3, the smallest first. Of the two shapes of one size, the one with the
// flatter boxes (2x3) comes before the other (3x2).
inline constexpr std::array<Shape, 15> kShapes{{{2, 2},
                                                {2, 3},
                                                {3, 2},
                                                {2, 4},
                                                {4, 2},
                                                {2, 5},
                                                {5, 2},
                                                {3, 4},
                                                {4, 3},
                                                {3, 5},
                                                {5, 3},
                                                {4, 4},
                                                {4, 5},
                                                {5, 4},
                                                {5, 5}}};

// The first shape of kShapes with n symbols; nullopt if there is none.
std::optional<Shape> shape_of_size(int n);

// Whether `shape` can be used here: a shape of kShapes, or 3x3.
bool is_supported(Shape shape);

// Two cells of one house with the same symbol, or a cell with a value above n (then `first` and
// `second` are this cell).
struct Conflict {
  int first;
  int second;
};

// The conflict whose second cell comes first in row-major order, with the smallest first cell;
// nullopt if there is no conflict.
std::optional<Conflict> first_conflict(Shape shape, const std::uint8_t* cells);

// Whether `cells` is a complete board without a conflict.
bool is_board(Shape shape, const std::uint8_t* cells);

// Whether `board` is complete, without a conflict, and has all givens of `puzzle`.
bool is_solution(Shape shape, const std::uint8_t* board, const std::uint8_t* puzzle);

}  // namespace dokumill::sizes
