// Tests of RecordNumbers: each record gets its number in the input, whichever thread is first.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "batch/stages/numbered_read.hpp"

namespace dokumill::batch {
namespace {

TEST(RecordNumbers, CountsFromOneInTheOrderOfTheChunks) {
  RecordNumbers numbers;
  const auto never = [] { return false; };
  EXPECT_EQ(numbers.add(0, 5, never), 1U);
  EXPECT_EQ(numbers.add(1, 0, never), 6U);
  EXPECT_EQ(numbers.add(2, 1ULL << 40, never), 6U);
  EXPECT_EQ(numbers.add(3, 1, never), (1ULL << 40) + 6);
}

TEST(RecordNumbers, ThreadsWaitForEarlierChunks) {
  constexpr std::uint64_t kChunks = 2000;
  RecordNumbers numbers;
  std::atomic<std::uint64_t> next{0};
  std::vector<std::uint64_t> found(kChunks);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (std::uint64_t chunk = next++; chunk < kChunks; chunk = next++) {
        found[chunk] = numbers.add(chunk, chunk % 7, [] { return false; }).value();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::uint64_t expected = 1;
  for (std::uint64_t chunk = 0; chunk < kChunks; ++chunk) {
    EXPECT_EQ(found[chunk], expected);
    expected += chunk % 7;
  }
}

TEST(RecordNumbers, AStopRequestEndsTheWait) {
  RecordNumbers numbers;
  int polls = 0;
  EXPECT_EQ(numbers.add(1, 5, [&] { return ++polls == 2; }), std::nullopt);
  EXPECT_EQ(polls, 2);
  // The stopped call has not added its chunk.
  EXPECT_EQ(numbers.add(0, 5, [] { return true; }), 1U);
}

}  // namespace
}  // namespace dokumill::batch
