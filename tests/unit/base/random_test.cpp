#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "base/permutation.hpp"

namespace dokumill {
namespace {

using Block = std::array<std::uint32_t, 4>;

// The answers are from the file kat_vectors of the Random123 library, version 1.14.
TEST(Random, PhiloxHasItsKnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, 0), (Block{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
  EXPECT_EQ(philox({0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}, 0xFFFFFFFFFFFFFFFF),
            (Block{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
  EXPECT_EQ(philox({0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344}, 0x299F31D0A4093822),
            (Block{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

TEST(Random, StreamIsTheBlocksOfItsCounter) {
  RandomStream stream(0x123456789ABCDEF0, 0xFEDCBA9876543210, RandomPurpose::kSampleBase);
  for (std::uint32_t number = 0; number < 3; ++number) {
    const Block block = philox({0x76543210, 0xFEDCBA98, number, 1}, 0x123456789ABCDEF0);
    for (const std::uint32_t expected : block) EXPECT_EQ(stream.next(), expected);
  }
}

TEST(Random, BelowStaysInRangeAndReachesBothEnds) {
  RandomStream stream(1, 2, RandomPurpose::kBoard);
  for (const std::uint32_t bound : {1U, 2U, 3U, 9U, 56U}) {
    std::uint32_t lowest = bound;
    std::uint32_t highest = 0;
    for (int i = 0; i < 2000; ++i) {
      const std::uint32_t number = stream.below(bound);
      lowest = number < lowest ? number : lowest;
      highest = number > highest ? number : highest;
    }
    EXPECT_EQ(lowest, 0U) << bound;
    EXPECT_EQ(highest, bound - 1) << bound;
  }
}

// If below() never drew a second time, every third number below 3 * 2^30 would occur twice as often
// as the other numbers.
TEST(Random, BelowIsUnbiased) {
  RandomStream stream(3, 4, RandomPurpose::kBoard);
  constexpr std::uint32_t kBound = 3U << 30;
  std::array<int, 3> count{};
  constexpr int kDraws = 300000;
  for (int i = 0; i < kDraws; ++i) ++count[stream.below(kBound) % 3];
  for (const int c : count) EXPECT_NEAR(c, kDraws / 3, 1300);  // five standard deviations
}

TEST(Permutation, IsLexicographic) {
  std::array<std::uint8_t, 9> expected = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  for (std::uint32_t index = 0; index < kPermutationsOf9; ++index) {
    ASSERT_EQ(permutation_of_nine(index), expected) << index;
    std::next_permutation(expected.begin(), expected.end());
  }
}

TEST(Permutation, DigitsFromKeepsTheFirst) {
  for (int first = 1; first <= 9; ++first) {
    std::array<std::uint8_t, 9> expected{};
    expected[0] = static_cast<std::uint8_t>(first);
    for (int digit = 1, i = 1; digit <= 9; ++digit) {
      if (digit != first) expected[i++] = static_cast<std::uint8_t>(digit);
    }
    for (std::uint32_t index = 0; index < kPermutationsOf8; ++index) {
      ASSERT_EQ(digits_from(Digit(first), index), expected) << first << ' ' << index;
      std::next_permutation(expected.begin() + 1, expected.end());
    }
  }
}

}  // namespace
}  // namespace dokumill
