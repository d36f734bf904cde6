// Tests of the source for a range of numbers: where its chunks end.
#include <gtest/gtest.h>

#include <cstdint>

#include "batch/flow/source.hpp"

namespace dokumill::batch {
namespace {

TEST(RangeSource, EndsItsChunksAtMultiples) {
  for (const std::uint64_t start : {0U, 1U, 71U, 72U, 73U}) {
    for (const std::uint64_t count : {0U, 1U, 71U, 72U, 73U, 1000U}) {
      RangeSource source(start, count, 72);
      EXPECT_EQ(source.total(), count);
      std::uint64_t at = start;
      Chunk chunk;
      while (*source.next(chunk, {})) {
        EXPECT_EQ(chunk.first_index, at);
        EXPECT_GE(chunk.indices, 1U);
        at += chunk.indices;
        EXPECT_TRUE(at % 72 == 0 || at == start + count);
        EXPECT_EQ(chunk.done, at - start);
      }
      EXPECT_EQ(at, start + count);
      EXPECT_FALSE(*source.next(chunk, {}));
    }
  }
}

TEST(RangeSource, ReachesTheHighestNumber) {
  const std::uint64_t start = UINT64_MAX - 100;
  RangeSource source(start, 100, 1296);
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
