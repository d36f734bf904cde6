// Links: lists the partners of each candidate. The partners of a candidate are the candidates that
// must be true, because of one link, if this candidate is false. A link is a cell with two
// candidates, or a house with two places of a digit.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "engine/explainer/board/board.hpp"

namespace dokumill::explainer {

class Links {
 public:
  // `uses_x`: whether a house with two places of a digit is a link. `uses_y`: whether a cell with
  // two candidates is a link.
  void load(const Board& board, bool uses_x, bool uses_y) {
    counts_.fill(0);
    strong_.fill(0);
    if (uses_y) {
      for (int cell = 0; cell < kCells; ++cell) {
        const unsigned candidates = board.candidates(cell);
        if (count9(candidates) != 2) continue;
        add(cell * 9 + first_bit(candidates), cell * 9 + second_bit(candidates));
      }
    }
    if (!uses_x) return;
    for (int digit = 0; digit < kDigits; ++digit) {
      const std::uint32_t pairs = houses_that(board.places(digit), kHaveBits<2>);
      const auto add_house = [&](int house) {
        const unsigned places = board.places(house, digit);
        add(kHouseCells[house][first_bit(places)] * 9 + digit,
            kHouseCells[house][second_bit(places)] * 9 + digit);
      };
      // Boxes come first, as in Sudoku Explainer.
      for_each_bit(pairs >> kFirstBox, [&](int box) { add_house(kFirstBox + box); });
      for_each_bit(pairs & ((1U << kFirstBox) - 1), add_house);
    }
  }

  // The partners of the candidate `id`: the candidates that are true if it is false. There are up
  // to four, and the same partner may occur more than once.
  std::span<const std::int16_t> of(int id) const {
    const auto index = static_cast<std::size_t>(id);
    return {partners_[index].data(), counts_[index]};
  }
  // A set of digits, as bits. A digit is in the set if its candidate in the cell has a partner.
  unsigned strong(int cell) const { return strong_[cell]; }
  bool are_partners(int a, int b) const {
    for (const int id : of(a)) {
      if (id == b) return true;
    }
    return false;
  }

 private:
  void add(int from, int to) {
    for (const auto& [a, b] : {std::pair(from, to), std::pair(to, from)}) {
      const auto index = static_cast<std::size_t>(a);
      partners_[index][counts_[index]++] = static_cast<std::int16_t>(b);
      strong_[a / 9] |= static_cast<std::uint16_t>(1U << a % 9);
    }
  }

  std::array<std::array<std::int16_t, 4>, kCandidates> partners_{};
  std::array<std::uint8_t, kCandidates> counts_{};  // separate, because each load() clears them
  std::array<std::uint16_t, kCells> strong_{};
};

// Whether `now` has a link that `before` does not have. REQUIRES: `now` has only candidates of
// `before`.
inline bool has_new_link(const Board& before, const Board& now) {
  for (int digit = 0; digit < kDigits; ++digit) {
    const std::uint32_t pairs = houses_that(now.places(digit), kHaveBits<2>);
    if ((pairs & houses_that_differ(now.places(digit), before.places(digit))) != 0) return true;
  }
  return now.bivalue_cells().any_of(
      [&](int cell) { return now.candidates(cell) != before.candidates(cell); });
}

}  // namespace dokumill::explainer
