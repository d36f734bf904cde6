// Whether grids that come from a caller hold cell values only: 0..9.
//
// Thread safety: pure function. Cost: a pass over the bytes, some vector instructions a grid.
#pragma once

#include <span>

#include "dokumill/grid.hpp"

namespace dokumill {

bool has_only_cells(std::span<const Grid> grids);

}  // namespace dokumill
