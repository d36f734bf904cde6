// Tests of the source for a range of numbers: where its chunks end.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "batch/flow/source.hpp"

namespace dokumill::batch {
namespace {

TEST(RangeSource, EndsItsChunksAtMultiples) {
  for (const int threads : {1, 4}) {
    for (const std::uint64_t start : {0U, 1U, 71U, 72U, 73U}) {
      for (const std::uint64_t count : {0U, 1U, 71U, 72U, 73U, 1000U}) {
        RangeSource source(start, count, 72, 288, threads);
        EXPECT_EQ(source.total(), count);
        std::uint64_t at = start;
        Chunk chunk;
        while (*source.next(chunk, {})) {
          EXPECT_EQ(chunk.first_index, at);
          EXPECT_GE(chunk.indices, 1U);
          EXPECT_LE(chunk.indices, 288U);
          at += chunk.indices;
          EXPECT_TRUE(at % 72 == 0 || at == start + count);
          EXPECT_EQ(chunk.done, at - start);
        }
        EXPECT_EQ(at, start + count);
        EXPECT_FALSE(*source.next(chunk, {}));
      }
    }
  }
}

std::vector<std::uint64_t> sizes_of(RangeSource source) {
  std::vector<std::uint64_t> sizes;
  Chunk chunk;
  while (*source.next(chunk, {})) sizes.push_back(chunk.indices);
  return sizes;
}

// Several threads share what is left, and one thread takes as much as it may.
TEST(RangeSource, HasSmallChunksOnlyAtTheEndOfSeveralThreads) {
  EXPECT_EQ(sizes_of({0, 1000, 64, 1024, 1}), (std::vector<std::uint64_t>{1000}));
  EXPECT_EQ(sizes_of({0, 2100, 64, 1024, 1}), (std::vector<std::uint64_t>{1024, 1024, 52}));
  EXPECT_EQ(sizes_of({0, 1000, 64, 1024, 2}),
            (std::vector<std::uint64_t>{256, 192, 192, 128, 64, 64, 64, 40}));
}

TEST(RangeSource, ReachesTheHighestNumber) {
  const std::uint64_t start = UINT64_MAX - 100;
  RangeSource source(start, 100, 1296, 4 * 1296, 1);
  Chunk chunk;
  std::uint64_t at = start;
  while (*source.next(chunk, {})) {
    ASSERT_EQ(chunk.first_index, at);
    at += chunk.indices;
  }
  EXPECT_EQ(at, UINT64_MAX);
}

}  // namespace
}  // namespace dokumill::batch
