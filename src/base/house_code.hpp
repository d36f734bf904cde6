// The codes of digits with which complete boards are checked.
//
// A house is checked with one exclusive or. Digit d has the code 9 d + 49:
//
//   digit   1    2    3    4    5    6    7    8    9
//   code   3A   43   4C   55   5E   67   70   79   82     the xor of all nine is D2
//
// Claim: nine cells that hold digits, and whose codes xor to D2, hold each digit once.
//
// Proof: the xor of two, four, six or eight different codes is never 0; the static_assert below
// tries all sets. Let S be the set of codes that occur an odd number of times in the house. All
// other codes cancel out, so the codes of S xor to D2. S has an odd number of members, because the
// house has nine cells, and nine is odd. So the number of codes of the table that are not in S is
// even. These codes xor to D2 ^ D2 = 0. By the first sentence, this is possible only if no code is
// missing in S. So S has all nine codes. Every digit occurs at least once, and nine cells have no
// room to hold a digit twice.
#pragma once

#include <cstdint>

namespace dokumill {

inline constexpr std::uint8_t kHouseCode = 0xD2;  // the xor of the codes of all digits

constexpr std::uint8_t code_of(std::uint8_t digit) {
  return static_cast<std::uint8_t>(8 * digit + digit + 49);
}

// True if the codes of all digits xor to kHouseCode, and no 2, 4, 6 or 8 different codes xor to 0.
constexpr bool are_good_codes() {
  for (unsigned set = 1; set < 512; ++set) {
    unsigned size = 0;
    unsigned sum = 0;
    for (std::uint8_t digit = 1; digit <= 9; ++digit) {
      if ((set >> (digit - 1) & 1) == 0) continue;
      ++size;
      sum ^= code_of(digit);
    }
    if ((size == 9 && sum != kHouseCode) || (size % 2 == 0 && sum == 0)) return false;
  }
  return true;
}
static_assert(are_good_codes());

}  // namespace dokumill
