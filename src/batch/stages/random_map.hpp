// Draws a random symmetry together with a random relabelling of the digits.
//
// Thread safety: calls with different streams are independent. No allocation.
#pragma once

#include <algorithm>

#include "base/permutation.hpp"
#include "base/random.hpp"
#include "dokumill/canon.hpp"
#include "engine/boards/row_group.hpp"

namespace dokumill::batch {

// All 2 x 1296 x 1296 x 9! maps are equally likely. random_map() usually takes four numbers of the
// stream, which are one block of Philox.
inline CanonicalMap random_map(RandomStream& random) {
  CanonicalMap map;
  map.is_transposed = random.below(2) == 1;
  map.rows = boards::kArrangement[random.below(boards::kArrangements)];
  map.columns = boards::kArrangement[random.below(boards::kArrangements)];
  const auto digits = permutation_of_nine(random.below(kPermutationsOf9));
  std::transform(digits.begin(), digits.end(), map.digits.begin() + 1,
                 [](std::uint8_t value) { return static_cast<std::uint8_t>(value + 1); });
  return map;
}

}  // namespace dokumill::batch
