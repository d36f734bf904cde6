// Compares sort_by_number() with std::sort, and counts its polls.
#include "batch/spill/sort_by_number.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "support/test_random.hpp"
#include "support/test_size.hpp"

namespace dokumill::batch {
namespace {

using testing::TestRandom;

std::uint64_t itself(std::uint64_t number) {
  return number;
}

std::vector<std::uint64_t> random_numbers(std::size_t count, std::uint64_t largest) {
  TestRandom random(count + largest);
  std::vector<std::uint64_t> numbers(count);
  for (std::uint64_t& number : numbers) number = random.next() % (largest + 1);
  return numbers;
}

TEST(SortByNumber, OrdersAsTheStandardSort) {
  std::size_t number = 0;
  for (const std::size_t count : {0U, 1U, 2U, 100U, 5000U, 200'000U}) {
    for (const std::uint64_t largest :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1023}, std::uint64_t{1024},
          std::uint64_t{1} << 40, UINT64_MAX - 1}) {
      if (!testing::is_tested(number++)) continue;
      std::vector<std::uint64_t> numbers = random_numbers(count, largest);
      std::vector<std::uint64_t> expected = numbers;
      std::ranges::sort(expected);
      EXPECT_TRUE(sort_by_number(std::span(numbers), itself, [] { return false; }));
      EXPECT_EQ(numbers, expected) << count << " numbers up to " << largest;
    }
  }
}

// Each poll can stop the sort, and no number is lost then. Between two polls, at most about a
// thousandth of the numbers are sorted.
TEST(SortByNumber, EveryPollCanStopIt) {
  constexpr std::size_t kCount = testing::kIsSanitized ? 100'000 : 300'000;
  const std::vector<std::uint64_t> numbers = random_numbers(kCount, 1'000'000);
  std::vector<std::uint64_t> expected = numbers;
  std::ranges::sort(expected);
  const auto polls_of = [&](int stop_at) {
    std::vector<std::uint64_t> sorted = numbers;
    std::uint64_t reads = 0;
    std::uint64_t most_reads = 0;
    int polls = 0;
    const auto count = [&reads](std::uint64_t number) {
      ++reads;
      return number;
    };
    const bool is_done = sort_by_number(std::span(sorted), count, [&] {
      most_reads = std::max(most_reads, reads);
      reads = 0;
      return ++polls == stop_at;
    });
    EXPECT_EQ(is_done, polls != stop_at);
    EXPECT_LE(most_reads, 50'000U);
    std::ranges::sort(sorted);
    EXPECT_EQ(sorted, expected);
    return polls;
  };
  const int all = polls_of(-1);
  EXPECT_GT(all, 1000);
  std::size_t number = 0;
  for (const int stop_at : {1, 50, 100, 200, all / 2, all}) {
    if (!testing::is_tested(number++)) continue;
    EXPECT_EQ(polls_of(stop_at), stop_at);
  }
}

}  // namespace
}  // namespace dokumill::batch
