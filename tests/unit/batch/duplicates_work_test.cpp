// Tests how many places the table of duplicates examines for records that were crafted to be slow.
//
// This program compiles the table itself, so that the table counts its work (core/work_count.hpp).
#include <gtest/gtest.h>

#include <vector>

#include "base/work_count.hpp"
#include "batch/spill/duplicates.hpp"
#include "support/test_random.hpp"
#include "unit/batch/numbered_records.hpp"

namespace dokumill::batch {
namespace {

using testing::TestRandom;

constexpr std::uint64_t kOldMultiplier = 0xD6E8FEB86659FD93U;

// The hash of version 0.1.0, which had no key.
std::uint64_t old_hash(const PackedCells& packed) {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (const std::uint64_t word : packed) {
    hash = (hash ^ word) * kOldMultiplier;
    hash ^= hash >> 32;
  }
  return hash;
}

std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = odd;  // its lowest 3 bits are correct; each step doubles their number
  for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
  return inverse;
}

// Returns records that all had the hash 42 in version 0.1.0. Four words of a record are random, and
// the fifth is computed backwards from the hash. A fifth word with more than 17 digits cannot occur
// in a record, so such records are dropped.
std::vector<PackedCells> crafted_records(int count) {
  const std::uint64_t inverse = inverse_of(kOldMultiplier);
  TestRandom random(10);
  std::vector<PackedCells> records;
  while (records.size() < static_cast<std::size_t>(count)) {
    PackedCells packed{};
    std::uint64_t hash = 0x9E3779B97F4A7C15U;
    for (std::size_t i = 0; i < 4; ++i) {
      packed[i] = random.next() % 10'000'000'000'000'000U;
      hash = (hash ^ packed[i]) * kOldMultiplier;
      hash ^= hash >> 32;
    }
    packed[4] = (42U * inverse) ^ hash;  // 42 ^ (42 >> 32) is 42
    if (packed[4] < 100'000'000'000'000'000U) records.push_back(packed);
  }
  return records;
}

// Returns records in which one word counts up by `step`, as in generated files.
std::vector<PackedCells> counted_records(int count, std::size_t word, std::uint64_t step) {
  std::vector<PackedCells> records;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i) {
    PackedCells packed{};
    packed[word] = i * step;
    records.push_back(packed);
  }
  return records;
}

// Returns the places examined per record when all records are added and then looked up.
std::uint64_t work_per_record(const std::vector<PackedCells>& records, std::uint64_t seed) {
  const HashKey hash_key = testing::test_hash_key(seed);
  DuplicateTable table(hash_key);
  const std::uint64_t before = counted_work;
  for (const PackedCells& packed : records)
    EXPECT_FALSE(table.add({hash_key.hash(packed), packed}, 1));
  for (const PackedCells& packed : records)
    EXPECT_TRUE(table.find({hash_key.hash(packed), packed}));
  return (counted_work - before) / records.size();
}

constexpr std::uint64_t kMostPlaces = 20;  // with random hashes, chains are shorter than 10

TEST(DuplicatesWork, RecordsThatHadOneHashAreSpread) {
  const std::vector<PackedCells> records = crafted_records(80'000);
  for (const PackedCells& packed : records) ASSERT_EQ(old_hash(packed), 42U);
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    EXPECT_LE(work_per_record(records, seed), kMostPlaces);
}

TEST(DuplicatesWork, RecordsThatFollowEachOtherAreSpread) {
  for (std::size_t word = 0; word < 5; ++word) {
    for (const std::uint64_t step : {1U, 10U, 1024U, 1'000'000U, 3'125'000U}) {
      const std::vector<PackedCells> records = counted_records(50'000, word, step);
      for (std::uint64_t seed = 1; seed <= 3; ++seed)
        EXPECT_LE(work_per_record(records, seed), kMostPlaces) << word << ' ' << step;
    }
  }
}

// A table that grows asks now and then whether to stop. After that, it does nothing more.
TEST(DuplicatesWork, ATableThatGrowsCanBeStopped) {
  const HashKey hash_key = testing::test_hash_key(1);
  constexpr std::uint64_t kRecords = 800'000;  // the table grows at 786,432 records
  constexpr std::uint64_t kMostBetween = 700'000;
  const auto polls_of = [&](std::uint64_t stop_at) {
    DuplicateTable table(hash_key);
    std::uint64_t polls = 0;
    std::uint64_t last = counted_work;
    table.set_stop([&] {
      EXPECT_LE(counted_work - last, kMostBetween);
      last = counted_work;
      return ++polls == stop_at;
    });
    for (std::uint64_t i = 0; i < kRecords && !table.is_stopped(); ++i) {
      const PackedCells packed{i, 2, 3, 4, 5};
      last = counted_work;
      table.add({hash_key.hash(packed), packed}, i);
      EXPECT_LE(counted_work - last, kMostBetween);
    }
    EXPECT_EQ(table.is_stopped(), polls == stop_at);
    return polls;
  };
  const std::uint64_t all = polls_of(UINT64_MAX);
  EXPECT_GE(all, 4U);
  for (const std::uint64_t stop_at : {std::uint64_t{1}, all / 2, all}) {
    EXPECT_EQ(polls_of(stop_at), stop_at);
  }
}

// With many random keys, each bit of the hashes of two records is equal for about half of the keys.
// This tests the four lowest bits, which select places, and the four highest bits, which are tags.
TEST(DuplicatesWork, TwoRecordsCollideAsRarelyAsChanceHasIt) {
  const PackedCells a{1, 2, 3, 4, 5};
  for (const PackedCells& b : {PackedCells{2, 2, 3, 4, 5}, PackedCells{1, 2, 3, 4, 6},
                               PackedCells{1, 2, 4, 3, 5}, PackedCells{}}) {
    constexpr int kKeys = 20'000;
    int equal_lows = 0;
    int equal_highs = 0;
    for (std::uint64_t seed = 0; seed < kKeys; ++seed) {
      const HashKey key = testing::test_hash_key(seed);
      const std::uint64_t differing = key.hash(a) ^ key.hash(b);
      equal_lows += (differing & 15) == 0;
      equal_highs += differing >> 60 == 0;
    }
    // The bits are expected to be equal for 1,250 keys, with a standard deviation of 34.
    EXPECT_NEAR(equal_lows, kKeys / 16, 170);
    EXPECT_NEAR(equal_highs, kKeys / 16, 170);
  }
}

}  // namespace
}  // namespace dokumill::batch
