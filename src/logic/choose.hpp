// Members: up to nine sets (members) of up to nine elements each. choose() finds n members whose
// union has at most n elements: a choice. (In a puzzle with a solution, the union has exactly n
// elements.) Naked subsets, hidden subsets and fish are such choices.
//
// Thread safety: plain values, without locks.
#pragma once

#include <array>
#include <cstdint>

#include "logic/cell_set.hpp"

namespace dokumill::logic {

class Members {
 public:
  // Adds the member `name` (0..8) if it has 2..size elements; other members cannot be chosen.
  void add(int name, unsigned elements, int size) {
    const int count = count9(elements);
    if (count < 2 || count > size) return;
    names_[count_] = static_cast<std::uint8_t>(name);
    sets_[count_++] = static_cast<std::uint16_t>(elements);
  }

  // Calls use(members, elements) for each choice of kSize members, until a call returns true.
  // `members` has the names of the chosen members, and `elements` is their union. Both are sets of
  // bits. Returns true if a call returned true.
  template <int kSize, class Use>
  bool choose(Use use) const {
    return choose<kSize, kSize>(0, 0, 0, use);
  }

 private:
  template <int kSize, int kMissing, class Use>
  bool choose(std::size_t from, unsigned members, unsigned elements, Use& use) const {
    for (std::size_t i = from; i + std::size_t{kMissing} <= count_; ++i) {
      const unsigned with = elements | sets_[i];
      if (count9(with) > kSize) continue;
      const unsigned chosen = members | 1U << names_[i];
      if constexpr (kMissing == 1) {
        if (use(chosen, with)) return true;
      } else {
        if (choose<kSize, kMissing - 1>(i + 1, chosen, with, use)) return true;
      }
    }
    return false;
  }

  std::array<std::uint16_t, 9> sets_;
  std::array<std::uint8_t, 9> names_;
  std::size_t count_ = 0;
};

}  // namespace dokumill::logic
