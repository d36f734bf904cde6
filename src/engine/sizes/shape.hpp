// Checks of cells of one shape (dokumill/sizes.hpp).
//
// A grid is an array of n * n bytes, in row-major order: 0 is an empty cell, 1..n a symbol. So
// `box_columns` bands of boxes lie one above the other, and `box_rows` stacks side by side.
#pragma once

#include <cstdint>
#include <optional>

#include "dokumill/sizes.hpp"

namespace dokumill::sizes {

using dokumill::kMostCells;
using dokumill::kMostSymbols;
using dokumill::kShapes;
using dokumill::Shape;

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
