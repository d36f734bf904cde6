// Helpers for tests of boards: a hash of boards, and a check that boards are distinct.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "dokumill/grid.hpp"

namespace dokumill::testing {

// 64-bit FNV-1a over the 81 digits of a board. To hash several boards, pass the hash of the earlier
// boards as `hash`.
inline constexpr std::uint64_t kFnvStart = 0xCBF29CE484222325U;
inline std::uint64_t hash_of(const Grid& board, std::uint64_t hash = kFnvStart) {
  for (const std::uint8_t digit : board.cells) hash = (hash ^ (digit + '0')) * 0x100000001B3U;
  return hash;
}

// True if no two hashes are equal. Equal boards have equal hashes, so this function never accepts a
// duplicate. It could reject different boards whose hashes are equal by chance. But the inputs of
// the tests are fixed, so the result is the same in every run.
inline bool are_distinct(std::vector<std::uint64_t> hashes) {
  std::sort(hashes.begin(), hashes.end());
  return std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end();
}

}  // namespace dokumill::testing
