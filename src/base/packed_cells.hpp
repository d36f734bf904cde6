// The cells of a grid as five words, for comparisons and hashes.
#pragma once

#include <array>
#include <cstdint>

#include "dokumill/grid.hpp"

namespace dokumill {

using PackedCells = std::array<std::uint64_t, 5>;

// Packs a grid (values 0..9) into 16 decimal digits per word, 17 in the last word.
PackedCells pack(const Grid& grid);

}  // namespace dokumill
