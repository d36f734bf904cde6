// Boards of 4x4, 6x6 and 9x9, for the calls of the page.
//
// A Grid holds each of them. A small board lies in its first rows and columns, so a cell has the
// same number on every board, and a house, too: rows from 0, columns from 9 and boxes from 18 on.
// The other cells stay empty. A text has the cells of the board only: 16, 36 or 81 characters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "dokumill/explainer.hpp"
#include "dokumill/grid.hpp"
#include "dokumill/sizes.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::web {

inline constexpr Shape kNine{3, 3};

// The shape "4x4" or "6x6".
std::optional<Shape> small_shape_named(std::string_view name);
// The shape of the boards with this number of cells. kNine if there is none.
Shape shape_with(std::size_t cells);

// The cell of the Grid that has cell number `index` of the board.
constexpr int cell_at(Shape shape, int index) {
  return index / shape.size() * 9 + index % shape.size();
}

std::string text_of(const Grid& grid, Shape shape);

// The small board that is the whole text: digits, with 0, '.' or '_' for an empty cell, and white
// space anywhere between them.
std::optional<std::pair<Grid, Shape>> parse_small_board(std::string_view text);

// Solves one grid. REQUIRES: nothing stops the solver (Solver::set_stop()).
SolveResult solve_grid(Solver& solver, const Grid& grid, Shape shape = kNine);

// A puzzle with exactly one solution, which singles solve, and givens that half a turn maps to
// givens. nullopt if no try succeeded, which no seed is known for. REQUIRES: the shape is small.
std::optional<Grid> make_small_puzzle(Shape shape, std::uint64_t seed);

// The easiest single: a full house, a hidden single in a box or in a line, or a naked single.
// nullopt if there is none. REQUIRES: the board has no conflict.
std::optional<Step> find_single(const Grid& board, Shape shape);

}  // namespace dokumill::web
