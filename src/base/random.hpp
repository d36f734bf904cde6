// RandomStream: random numbers as a pure function of (seed, index, purpose), the same with every
// compiler and on every machine.
//
// Method: Philox4x32-10, a counter-based generator. Its ten rounds of multiplications and xors turn
// a 128-bit counter and a 64-bit key into a block of 128 random bits. The counter is (index, block
// number, purpose), and the key is the seed. For a fixed seed, the map from counters to blocks is a
// bijection, so two streams of one seed never share a block. J. K. Salmon, M. A. Moraes, R. O.
// Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. A unit test compares
// philox() with known answers of the library of these authors.
//
// The code uses nothing of <random>: its distributions and std::shuffle differ between standard
// libraries. Cost: about 15 ns for four numbers; no allocation.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

namespace dokumill {

// What a stream is used for. Streams with different purposes are independent of each other. The
// values of these constants must never change, because the random numbers of a seed depend on them.
enum class RandomPurpose : std::uint32_t {
  kBoard = 0,
  kSampleBase = 1,
  kSampleSymmetry = 2,
  kSampleRecord = 3,
  kShuffleRecord = 4,
  kMixture = 5,
  kFirstVariation = 0x2000'0000U,  // this number + t is the purpose of variation t of a record
  kFirstImage = 0x4000'0000U,      // this number + t is the purpose of image t of a record
  kFirstPuzzleTry = 0x8000'0000U,  // this number + t is the purpose of try t of a puzzle
};

// One block of Philox4x32-10.
constexpr std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                              std::uint64_t key) {
  auto key0 = static_cast<std::uint32_t>(key);
  auto key1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53U} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57U} * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key0, static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key1, static_cast<std::uint32_t>(a)};
    key0 += 0x9E3779B9U;
    key1 += 0xBB67AE85U;
  }
  return counter;
}

class RandomStream {
 public:
  constexpr RandomStream(std::uint64_t seed, std::uint64_t index, RandomPurpose purpose)
      : seed_(seed), index_(index), purpose_(purpose) {}

  // Returns 32 random bits. The stream repeats after 2^34 numbers.
  constexpr std::uint32_t next() {
    if (used_ == 4) {
      block_ = philox({static_cast<std::uint32_t>(index_), static_cast<std::uint32_t>(index_ >> 32),
                       block_number_++, static_cast<std::uint32_t>(purpose_)},
                      seed_);
      used_ = 0;
    }
    return block_[used_++];
  }

  // Returns a number in [0, bound). All numbers are equally likely, without bias. REQUIRES: bound
  // >= 1.
  //
  // The result is the upper half of the product next() * bound. Of the 2^32 products, each value of
  // the upper half occurs either floor(2^32 / bound) or ceil(2^32 / bound) times. Products whose
  // lower half is below 2^32 mod bound are rejected, and a new number is drawn. This leaves
  // floor(2^32 / bound) products for each value. D. Lemire, "Fast random integer generation in an
  // interval", 2019.
  constexpr std::uint32_t below(std::uint32_t bound) {
    assert(bound >= 1);
    std::uint64_t product = std::uint64_t{next()} * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t surplus = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < surplus) {
        product = std::uint64_t{next()} * bound;
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t index_;
  std::uint32_t block_number_ = 0;
  RandomPurpose purpose_;
  std::array<std::uint32_t, 4> block_{};
  unsigned used_ = 4;  // how many numbers of block_ were returned already
};

}  // namespace dokumill
