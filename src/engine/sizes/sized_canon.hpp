// The canonical form of boards and puzzles with 4, 6 and 8 symbols.
//
// The form is the lexicographically smallest image of the grid, where an empty cell counts as 0. An
// image is made by a symmetry of the shape and a renaming of the symbols. A symmetry permutes the
// bands, the rows within a band, the stacks and the columns within a stack; with square boxes, it
// may also transpose the grid. Two grids are images of each other exactly when their forms are
// equal.
//
// Thread safety: functions are pure. Cost: at most all symmetries: 128, 3,456 and 442,368.
#pragma once

#include <cstdint>

#include "dokumill/canon.hpp"
#include "dokumill/status.hpp"
#include "engine/sizes/shape.hpp"

namespace dokumill::sizes {

// Whether grids of this shape have canonical forms here: n is 4, 6 or 8.
bool has_canonical_form(Shape shape);
// kUsage if not.
Status check_forms(Shape shape);

// The number of symmetries of a shape, without renamings.
std::uint32_t symmetries(Shape shape);

// Writes the form of `cells` to `form`. Returns the number of automorphisms: how many of the
// symmetries map the grid to itself, together with a suitable renaming: 1 or more.
// REQUIRES: has_canonical_form(shape); all cells are 0..n.
std::uint32_t canonical_form(Shape shape, const std::uint8_t* cells, std::uint8_t* form);

// As goes_to_test() of dokumill/canon.hpp, for forms of a shape.
bool goes_to_test(Shape shape, const std::uint8_t* form, Share share, std::uint64_t seed);

}  // namespace dokumill::sizes
