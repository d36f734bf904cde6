// Checks that grids from a caller contain only the cell values 0..9.
//
// Cost: one pass over the bytes, a few vector instructions per grid.
#pragma once

#include <span>

#include "dokumill/grid.hpp"

namespace dokumill {

// True if every cell value is 0..9.
bool has_only_cells(std::span<const Grid> grids);

}  // namespace dokumill
