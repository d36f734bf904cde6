// Train or test: the side of a class of equivalent grids (canon.hpp), as split() and
// export_dataset() choose it. The side depends only on the canonical form, a share and a seed, so
// two data sets that are made apart can still have no class in common.
#pragma once

#include <cstdint>

#include "dokumill/grid.hpp"

namespace dokumill {

// A share of a whole, for example of all equivalence classes: parts / kWhole. The default is 10 %.
struct Share {
  static constexpr std::uint64_t kWhole = 100'000'000;
  std::uint64_t parts = kWhole / 10;
};

// True if split() writes the puzzles with this canonical form to the test file. The decisions for
// different forms, and for different seeds, are independent of each other. A class that goes to the
// test file for one share goes there for every greater share, too. The result is the same in every
// version.
bool goes_to_test(const Grid& form, Share share, std::uint64_t seed);

}  // namespace dokumill
