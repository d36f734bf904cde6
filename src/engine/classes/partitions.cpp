#include "engine/classes/partitions.hpp"

#include <bit>
#include <cassert>

#include "base/permutation.hpp"

namespace dokumill::classes {
namespace {

std::uint16_t rest(unsigned a, unsigned b) {
  return static_cast<std::uint16_t>(0777 & ~(a | b));
}

bool is_crossing(const Sets& p, const Sets& q) {
  for (const std::uint16_t a : p) {
    for (const std::uint16_t b : q) {
      if (!std::has_single_bit(static_cast<unsigned>(a & b))) return false;
    }
  }
  return true;
}

}  // namespace

Partitions::Partitions()
    : numbers_(kSets * kSets), neighbours_(kCount), second_(kCount), third_(kCount) {
  std::vector<std::uint16_t> triples;
  for (std::uint16_t set = 0; set < 512; ++set) {
    if (std::popcount(set) != 3) continue;
    ranks_[set] = static_cast<std::uint8_t>(triples.size());
    triples.push_back(set);
  }
  for (const std::uint16_t a : triples) {
    for (const std::uint16_t b : triples) {
      const std::uint16_t c = rest(a, b);
      const bool is_sorted = (a & 1) != 0 && std::countr_zero(b) < std::countr_zero(c);
      if ((a & b) != 0 || !is_sorted) continue;
      const Sets sets{a, b, c};
      for (const auto& order : kOrdersOfThree) {
        numbers_[rank(sets[order[0]]) * kSets + rank(sets[order[1]])] =
            static_cast<std::uint16_t>(sets_.size());
      }
      sets_.push_back(sets);
    }
  }
  assert(sets_.size() == kCount);
  std::vector<std::vector<int>> crossing(kCount);
  for (int p = 0; p < kCount; ++p) {
    for (int q = 0; q < kCount; ++q) {
      if (is_crossing(sets_[p], sets_[q])) crossing[p].push_back(q);
    }
  }
  for (int p = 0; p < kCount; ++p) {
    const Sets& own = sets_[p];
    int count = 0;
    for (const std::uint16_t a : triples) {
      for (const std::uint16_t b : triples) {
        const std::uint16_t c = rest(a, b);
        if ((a & (b | own[0])) != 0 || (b & own[1]) != 0 || (c & own[2]) != 0) continue;
        const int second = number(a, b);
        const int third = number(rest(a, own[0]), rest(b, own[1]));
        for (const int columns : crossing[second]) second_[columns][p] |= 1ULL << count;
        for (const int columns : crossing[third]) third_[columns][p] |= 1ULL << count;
        neighbours_[p][count++] = {
            static_cast<std::uint16_t>(second), static_cast<std::uint16_t>(third), {a, b, c}};
      }
    }
    assert(count == kNeighbours);
  }
}

const Partitions& Partitions::all() {
  static const Partitions partitions;
  return partitions;
}

}  // namespace dokumill::classes
