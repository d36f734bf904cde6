// Permutations of three and of nine things, by their index in lexicographic order.
//
// Cost: about 20 ns; no allocation.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "dokumill/geometry.hpp"

namespace dokumill {

inline constexpr std::uint32_t kPermutationsOf8 = 40320;
inline constexpr std::uint32_t kPermutationsOf9 = 362880;

inline constexpr std::uint8_t kOrdersOfThree[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                      {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

// Returns permutation `index` of the values 0..8. REQUIRES: index < 9!.
constexpr std::array<std::uint8_t, 9> permutation_of_nine(std::uint32_t index) {
  assert(index < kPermutationsOf9);
  // The values that are not yet placed, ascending from bit 0, four bits each. If a value is
  // removed, the values in lower bits stay and the values in higher bits move down. For example,
  // the value in bits 8 to 11 of 0x876543210 is 2. After its removal, 0x87654310 is left.
  std::uint64_t left = 0x876543210U;
  std::uint32_t weight = kPermutationsOf8;
  std::array<std::uint8_t, 9> values{};
  for (unsigned i = 0; i < 9; ++i) {
    const unsigned shift = 4 * (index / weight);
    index %= weight;
    if (i < 8) weight /= 8 - i;
    values[i] = static_cast<std::uint8_t>((left >> shift) & 15U);
    const std::uint64_t below = (std::uint64_t{1} << shift) - 1;
    left = (left & below) | ((left >> 4) & ~below);
  }
  return values;
}

// Returns `first` followed by permutation `index` of the other eight digits. REQUIRES: index < 8!.
constexpr std::array<std::uint8_t, 9> digits_from(Digit first, std::uint32_t index) {
  assert(index < kPermutationsOf8);
  // In the list of all permutations, the 8! permutations that begin with the same value follow each
  // other.
  const auto first_value = static_cast<std::uint32_t>(first.value() - 1);
  auto digits = permutation_of_nine(first_value * kPermutationsOf8 + index);
  for (std::uint8_t& digit : digits) ++digit;
  return digits;
}

}  // namespace dokumill
