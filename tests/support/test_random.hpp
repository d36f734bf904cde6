// Random numbers for the tests: splitmix64 (Steele, Lea and Flood, 2014), so that a seed gives the
// same puzzles everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace dokumill::testing {

class TestRandom {
 public:
  explicit TestRandom(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
  }

  // 0 <= result < bound; the bias of the remainder does not matter here.
  int below(int bound) { return static_cast<int>(index(static_cast<std::size_t>(bound))); }
  std::size_t index(std::size_t bound) { return next() % bound; }
  template <class Items>
  const auto& of(const Items& items) {
    return items[index(std::size(items))];
  }

  template <class Container>
  void shuffle(Container& items) {
    for (int i = static_cast<int>(items.size()) - 1; i > 0; --i) {
      std::swap(items[i], items[below(i + 1)]);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace dokumill::testing
