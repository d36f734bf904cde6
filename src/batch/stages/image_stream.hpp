// The random numbers of the images that augment(), export_dataset() and augment_many() make.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::batch {

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
