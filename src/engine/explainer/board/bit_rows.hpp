// Bits: a set of small numbers, as a fixed number of words. Rows: many such sets, one after
// another.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engine/explainer/board/board.hpp"

namespace dokumill::explainer {

using Word = std::uint64_t;

template <std::size_t kWords>
struct Bits {
  std::array<Word, kWords> words{};

  static Bits load(const Word* row) {
    Bits loaded;
    for (std::size_t i = 0; i < kWords; ++i) loaded.words[i] = row[i];
    return loaded;
  }
  void store(Word* row) const {
    for (std::size_t i = 0; i < kWords; ++i) row[i] = words[i];
  }

  void add(std::size_t bit) { words[bit / 64] |= Word{1} << bit % 64; }
  void remove(std::size_t bit) { words[bit / 64] &= ~(Word{1} << bit % 64); }
  bool has(std::size_t bit) const { return (words[bit / 64] >> bit % 64 & 1U) != 0; }
  bool has_any() const {
    Word any = 0;
    for (const Word word : words) any |= word;
    return any != 0;
  }
  Bits& operator|=(const Bits& other) {
    for (std::size_t i = 0; i < kWords; ++i) words[i] |= other.words[i];
    return *this;
  }
  friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend Bits operator&(Bits a, const Bits& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words[i] &= b.words[i];
    return a;
  }
  // The numbers of `a` that are not in `b`.
  friend Bits operator-(Bits a, const Bits& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words[i] &= ~b.words[i];
    return a;
  }

  // Calls use(number) for each number of the set.
  template <class Use>
  [[gnu::always_inline]] void each(Use use) const {
    for (std::size_t i = 0; i < kWords; ++i) {
      for (Word left = words[i]; left != 0; left &= left - 1) {
        use(i * 64 + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }
  // The union of the rows that the set names.
  [[gnu::always_inline]] Bits union_of(const Word* rows) const {
    Bits sum;
    each([&](std::size_t bit) { sum |= load(rows + bit * kWords); });
    return sum;
  }
};

// The number of words for this number of bits, among the numbers for which searches are compiled,
// and a call of use() with this number as a compile-time constant.
inline constexpr std::size_t kMaxWords = (kCandidates + 63) / 64;
inline std::size_t words_for(std::size_t bits) {
  return bits <= 64 ? 1 : bits <= 128 ? 2 : bits <= 256 ? 4 : kMaxWords;
}
template <class Use>
auto with_words(std::size_t words, Use use) {
  if (words == 1) return use(std::integral_constant<std::size_t, 1>());
  if (words == 2) return use(std::integral_constant<std::size_t, 2>());
  if (words == 4) return use(std::integral_constant<std::size_t, 4>());
  return use(std::integral_constant<std::size_t, kMaxWords>());
}

// Sets all[i] to i and what follows from it in any number of steps. next[i]: what follows in one.
// What follows from a smaller number is known, and is added at once.
inline void follow_all(std::size_t count, const Word* next, Word* all) {
  for (std::size_t i = 0; i < count; ++i) {
    Word known = Word{1} << i;
    for (Word front = next[i] & ~known; front != 0; front &= ~known) {
      const auto at = static_cast<std::size_t>(std::countr_zero(front));
      if (at < i) {
        known |= all[at];
      } else {
        known |= Word{1} << at;
        front |= next[at];
      }
    }
    all[i] = known;
  }
}

inline void set_bit(Word* row, std::size_t bit) {
  row[bit / 64] |= Word{1} << bit % 64;
}

}  // namespace dokumill::explainer
