// Converts a share to a threshold: a number such that this share of all 64-bit numbers lies below
// it. For example, half of all 64-bit numbers lie below 2^63, so the threshold of one half is 2^63.
#pragma once

#include <cstdint>

#include "dokumill/canon.hpp"

namespace dokumill {

// floor(2^64 * parts / kWhole). REQUIRES: parts < kWhole.
inline std::uint64_t threshold_of(Share share) {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  constexpr std::uint64_t kQuotient = kAll / Share::kWhole;
  constexpr std::uint64_t kRest = kAll % Share::kWhole + 1;
  static_assert(kRest < Share::kWhole);
  return share.parts * kQuotient + share.parts * kRest / Share::kWhole;
}

}  // namespace dokumill
