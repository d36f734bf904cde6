// Makes a different grid for each number.
//
// Thread safety: a pure function.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dokumill/grid.hpp"

namespace dokumill::testing {

// The grid of a number from 0 to 99,999 has the decimal digits of the number in five cells.
inline Grid numbered_grid(int number) {
  Grid grid;
  for (std::size_t cell = 0; number > 0; cell += 17, number /= 10) {
    grid.cells[cell] = static_cast<std::uint8_t>(number % 10);
  }
  return grid;
}

}  // namespace dokumill::testing
