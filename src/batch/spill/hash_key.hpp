// HashKey: hashes packed records with a secret key that each job draws for itself.
//
// The author of an input knows this code but not the key, so no input can make the tables slow. The
// hash is multilinear. For 64-bit words w and random 128-bit numbers a, the upper half of
//
//     a0 + a1 * w1 + a2 * w2 + ... + a5 * w5    modulo 2^128
//
// is strongly universal: over the choice of the key, the hashes of any two different records are
// uniform and independent of each other. So for any choice of b bits, the hashes of two different
// records agree in these bits with probability 2^-b. (M. Dietzfelbinger, "Universal hashing and
// k-wise independent random variables via integer arithmetic without primes", 1996: with 64-bit
// words and hashes, 127 bits are enough. M. Thorup, "High speed hashing for integers and strings",
// 2015, treats vectors.)
//
// The finalizer of SplitMix64 is then applied to this upper half. The finalizer is one-to-one, so
// the hashes stay strongly universal. The finalizer is needed for records that form an arithmetic
// progression. The sum maps these records to an arithmetic progression, and the finalizer spreads
// them over the places of a table.
//
// Limits: the hashes of three or more records need not be independent of each other. An observer
// who measures the times of a running job could learn about its key. This knowledge does not help
// against other jobs, because each job draws its own key.
//
// Thread safety: immutable. Cost: about 3 ns per record.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "base/packed_cells.hpp"
#include "base/platform/platform.hpp"

namespace dokumill::batch {

class HashKey {
 public:
  // `draw` returns random numbers.
  explicit HashKey(const std::function<std::uint64_t()>& draw) {
    for (std::uint64_t& half : low_) half = draw();
    for (std::uint64_t& half : high_) half = draw();
  }

  std::uint64_t hash(const PackedCells& words) const {
    Wide sum = Wide{high_[0]} << 64 | low_[0];
    for (std::size_t i = 0; i < words.size(); ++i) {
      sum += Wide{low_[i + 1]} * words[i] + (Wide{high_[i + 1] * words[i]} << 64);
    }
    auto hash = static_cast<std::uint64_t>(sum >> 64);
    hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9U;
    hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBU;
    return hash ^ (hash >> 31);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  std::array<std::uint64_t, 6> low_;
  std::array<std::uint64_t, 6> high_;
};

// The key by which duplicates are found: the packed cells of a record, and their hash.
struct RecordKey {
  std::uint64_t hash = 0;
  PackedCells packed{};
};

// Draws a new key from the platform's secret random numbers.
inline HashKey draw_hash_key(Platform& platform) {
  return HashKey([&platform] { return platform.secret_number(); });
}

}  // namespace dokumill::batch
