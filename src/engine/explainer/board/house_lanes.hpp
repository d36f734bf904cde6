// HouseLanes: 16 bits for each of the 27 houses, as four vectors. One operation handles eight
// houses.
//
// No allocation.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace dokumill::explainer {

// The places of one digit. [house]: a set of places, as bits: the places of the digit in this
// house. Houses 27 to 31 do not exist and stay 0.
using HouseLanes = std::array<std::uint16_t, 32>;
using Lanes = std::uint16_t __attribute__((vector_size(16)));

inline Lanes load_lanes(const HouseLanes& of, std::size_t part) {
  Lanes lanes;
  std::memcpy(&lanes, &of[8 * part], sizeof lanes);
  return lanes;
}
inline void store_lanes(HouseLanes& of, std::size_t part, Lanes lanes) {
  std::memcpy(&of[8 * part], &lanes, sizeof lanes);
}

// In each lane: all bits if the lane has kCount bits, otherwise none.
template <int kCount>
inline constexpr auto kHaveBits = [](Lanes lanes) {
  for (int i = 1; i < kCount; ++i) lanes &= lanes - 1;
  return (lanes != 0) & ((lanes & (lanes - 1)) == 0);
};

// Bit i is set if lane i is not 0. Lanes 0 to 7 are those of `low`, and lanes 8 to 15 are those of
// `high`. REQUIRES: in each lane, all bits are set or none.
inline std::uint32_t bits_of_lanes(Lanes low, Lanes high) {
#if defined(__SSE2__)
  return static_cast<std::uint32_t>(_mm_movemask_epi8(
      _mm_packs_epi16(reinterpret_cast<__m128i>(low), reinterpret_cast<__m128i>(high))));
#else
  std::uint32_t bits = 0;
  for (int i = 0; i < 8; ++i) {
    bits |= (low[i] & 1U) << i | (high[i] & 1U) << (i + 8);
  }
  return bits;
#endif
}

// A set of houses, as bits: the houses whose lane `fits` accepts. fits() gets eight lanes at once.
// In each lane, it must return all bits (the house is accepted) or no bits.
template <class Fits>
std::uint32_t houses_that(const HouseLanes& of, Fits fits) {
  const auto part = [&](std::size_t i) { return reinterpret_cast<Lanes>(fits(load_lanes(of, i))); };
  return bits_of_lanes(part(0), part(1)) | bits_of_lanes(part(2), part(3)) << 16;
}

// A set of houses, as bits: the houses in which the digit has 2 to kMost places.
template <int kMost>
std::uint32_t houses_with_some(const HouseLanes& of) {
  return houses_that(of, [](Lanes lanes) {
    lanes &= lanes - 1;
    const auto has_two = lanes != 0;
    for (int i = 1; i < kMost; ++i) lanes &= lanes - 1;
    return has_two & (lanes == 0);
  });
}

// A set of houses, as bits: the houses whose lanes differ.
inline std::uint32_t houses_that_differ(const HouseLanes& a, const HouseLanes& b) {
  const auto part = [&](std::size_t i) {
    return reinterpret_cast<Lanes>(load_lanes(a, i) != load_lanes(b, i));
  };
  return bits_of_lanes(part(0), part(1)) | bits_of_lanes(part(2), part(3)) << 16;
}

// A set of houses, as bits: the houses in which the digit has exactly one place.
inline std::uint32_t houses_with_one(const HouseLanes& of) {
  return houses_that(of, kHaveBits<1>);
}

}  // namespace dokumill::explainer
