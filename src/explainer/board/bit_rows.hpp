// Bit rows: sets of candidates as rows of a fixed number of words.
//
// Thread safety: pure functions.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace dokumill::explainer {

using Word = std::uint64_t;

inline void set_bit(Word* bits, std::size_t at) {
  bits[at / 64] |= Word{1} << at % 64;
}

template <std::size_t kWords>
bool meet(const Word* a, const Word* b) {
  Word both = 0;
  for (std::size_t word = 0; word < kWords; ++word) both |= a[word] & b[word];
  return both != 0;
}

// Calls use(bit number) for each bit.
template <std::size_t kWords, class Use>
[[gnu::always_inline]] inline void each_of(const Word* set, Use use) {
  for (std::size_t word = 0; word < kWords; ++word) {
    for (Word bits = set[word]; bits != 0; bits &= bits - 1) {
      use(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
    }
  }
}

// For each bit i of `set`, adds the bits of row i of `rows` to the row `to`.
template <std::size_t kWords>
[[gnu::always_inline]] inline void add_rows(const Word* rows, const Word* set, Word* to) {
  Word sum[kWords];
  for (std::size_t word = 0; word < kWords; ++word) sum[word] = to[word];
  each_of<kWords>(set, [&](std::size_t bit) {
    for (std::size_t word = 0; word < kWords; ++word) sum[word] |= rows[bit * kWords + word];
  });
  for (std::size_t word = 0; word < kWords; ++word) to[word] = sum[word];
}

}  // namespace dokumill::explainer
