// Orbits: the sets of cells into which a symmetry divides the grid. The symmetry maps the cells of
// an orbit to each other, so a Dig removes their clues together.
#pragma once

#include <array>
#include <cstdint>

#include "dokumill/puzzles.hpp"

namespace dokumill::puzzles {

struct Orbit {
  std::array<std::uint8_t, 8> cells{};
  std::uint8_t size = 0;
};

// The orbits of a symmetry, in the order of their first cells.
struct Orbits {
  std::array<Orbit, kCells> orbits{};
  int count = 0;
};
const Orbits& orbits_of(Symmetry symmetry);

}  // namespace dokumill::puzzles
