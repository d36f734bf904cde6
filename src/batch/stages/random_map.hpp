// Draws a random symmetry together with a random relabelling of the digits.
//
// Thread safety: calls with different streams are independent. No allocation.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/permutation.hpp"
#include "base/random.hpp"
#include "dokumill/canon.hpp"
#include "dokumill/datasets.hpp"
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

// The random numbers of the images that augment(), export_dataset() and augment_many() make.
static_assert(kMostImages < static_cast<std::uint32_t>(RandomPurpose::kFirstPuzzleTry) -
                                static_cast<std::uint32_t>(RandomPurpose::kFirstImage),
              "every image has a purpose of its own");

// The stream of random numbers for image `image` (from 0) of record `record` (from 1). The jobs
// augment() and export_dataset() use the same streams, so they make the same images.
inline RandomStream image_stream(std::uint64_t seed, std::uint64_t record, std::uint64_t image) {
  const auto purpose = static_cast<std::uint32_t>(RandomPurpose::kFirstImage);
  return {seed, record, static_cast<RandomPurpose>(purpose + static_cast<std::uint32_t>(image))};
}

}  // namespace dokumill::batch
