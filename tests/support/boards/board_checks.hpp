// Helpers for tests of boards: a hash of boards, a check that boards are distinct, and a count of
// automorphisms. Nothing here uses src/boards.
#pragma once

#include <algorithm>
#include <array>
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

// The orders of nine rows that keep the rows of each band together. Tries all 9! permutations.
inline std::vector<std::array<std::uint8_t, 9>> all_arrangements() {
  std::vector<std::array<std::uint8_t, 9>> result;
  std::array<std::uint8_t, 9> order = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  do {
    bool keeps_bands = true;
    for (int i = 0; i < 9; ++i) keeps_bands &= order[i] / 3 == order[i / 3 * 3] / 3;
    if (keeps_bands) result.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

// Counts the symmetries that map a complete board to a relabelling of itself. There are 2 x 1,296 x
// 1,296 symmetries.
inline int count_automorphisms(const Grid& board) {
  const auto arrangements = all_arrangements();
  Grid mirrored;
  for (int cell = 0; cell < kCells; ++cell) {
    mirrored.cells[cell % 9 * 9 + cell / 9] = board.cells[cell];
  }
  int count = 0;
  for (const Grid& from : {board, mirrored}) {
    for (const auto& rows : arrangements) {
      for (const auto& columns : arrangements) {
        std::array<std::uint8_t, 10> name{};
        bool is_relabelling = true;
        for (int cell = 0; cell < kCells && is_relabelling; ++cell) {
          const int old_digit = from.cells[rows[cell / 9] * 9 + columns[cell % 9]];
          if (cell < 9) name[old_digit] = board.cells[cell];
          is_relabelling = name[old_digit] == board.cells[cell];
        }
        count += is_relabelling;
      }
    }
  }
  return count;
}

}  // namespace dokumill::testing
