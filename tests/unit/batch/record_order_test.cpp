// Compares RecordOrder with a stable sort by key, with many memory limits.
#include "batch/spill/record_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include "support/system/fake_platform.hpp"
#include "support/test_random.hpp"

namespace dokumill::batch {
namespace {

using testing::FakePlatform;
using testing::TestRandom;
using OrderSizes = RecordOrder::Sizes;
using Keyed = std::vector<std::pair<std::uint64_t, std::string>>;

// `key_bits`: the number of random bits of each key. With few bits, many keys are equal.
Keyed random_texts(int count, int key_bits, int most_bytes, std::uint64_t seed) {
  TestRandom random(seed);
  Keyed records;
  for (int i = 0; i < count; ++i) {
    std::uint64_t key = 0;
    for (int bit = 0; bit < key_bits; ++bit)
      key = key << 1 | static_cast<unsigned>(random.below(2));
    records.emplace_back(
        key, std::to_string(i) + ":" +
                 std::string(random.index(most_bytes), static_cast<char>('a' + i % 26)) + "\n");
  }
  return records;
}

std::string sorted_text(Keyed records) {
  std::ranges::stable_sort(records, {}, [](const auto& record) { return record.first; });
  std::string text;
  for (const auto& record : records) text += record.second;
  return text;
}

struct Ordered {
  Status status;
  std::string text;
  std::uint64_t spilled_bytes = 0;
};

Ordered order(const Keyed& records, const OrderSizes& sizes, FakePlatform& platform) {
  RecordOrder order(platform, sizes);
  Ordered found;
  for (const auto& [key, text] : records) {
    found.status = order.add({key}, text, {});
    if (!found.status.ok()) return found;
  }
  found.status = order.finish(
      [&](std::string_view text) -> Status {
        EXPECT_TRUE(text.ends_with('\n'));
        found.text += text;
        return {};
      },
      [] { return false; });
  found.spilled_bytes = order.spilled_bytes();
  if (found.status.ok()) {
    EXPECT_EQ(order.bytes_done(), order.bytes());
  }
  return found;
}

TEST(RecordOrder, TheMemoryChangesNothing) {
  for (const int count : {0, 1, 2, 63, 4000}) {
    for (const int key_bits : {0, 1, 8, 64}) {
      const Keyed records = random_texts(count, key_bits, 60, static_cast<std::uint64_t>(count));
      const std::string expected = sorted_text(records);
      for (const OrderSizes sizes :
           {OrderSizes{1 << 24, 4096, 6}, OrderSizes{40'000, 4096, 6}, OrderSizes{9'000, 64, 1},
            OrderSizes{2'000, 128, 2}, OrderSizes{300, 2048, 3}, OrderSizes{1, 64, 6}}) {
        FakePlatform platform;
        const Ordered found = order(records, sizes, platform);
        ASSERT_TRUE(found.status.ok()) << found.status.message();
        ASSERT_TRUE(found.text == expected) << count << " " << key_bits << " " << sizes.table_bytes;
      }
    }
  }
}

// Short keys, keys with a long equal beginning, and equal keys. An end mark makes sure that none is
// the beginning of another one.
TEST(RecordOrder, LongKeysAreComparedToTheirEnd) {
  TestRandom random(3);
  std::vector<std::pair<std::string, std::string>> records;
  for (int i = 0; i < 3000; ++i) {
    std::string key(random.index(3) * 15, 'k');
    for (std::size_t byte = random.index(4); byte != 0; --byte) {
      key += static_cast<char>(1 + random.below(255));
    }
    records.emplace_back(key + '\0', std::to_string(i) + "\n");
  }
  auto sorted = records;
  std::ranges::stable_sort(sorted, {}, [](const auto& record) { return record.first; });
  std::string expected;
  for (const auto& record : sorted) expected += record.second;
  for (const OrderSizes sizes : {OrderSizes{1 << 24, 4096, 6}, OrderSizes{9'000, 64, 1},
                                 OrderSizes{2'000, 128, 2}, OrderSizes{1, 64, 6}}) {
    FakePlatform platform;
    RecordOrder order(platform, sizes, RecordOrder::Keys::kHaveRests);
    for (const auto& [key, text] : records) {
      ASSERT_TRUE(order.add(OrderKey::of(key), text, {}).ok());
    }
    std::string found;
    const auto write = [&](std::string_view text) {
      found += text;
      return Status();
    };
    ASSERT_TRUE(order.finish(write, [] { return false; }).ok());
    EXPECT_TRUE(found == expected) << sizes.table_bytes;
    EXPECT_EQ(order.bytes_done(), order.bytes());
  }
}

TEST(RecordOrder, EqualKeysNeedNoMemory) {
  const Keyed records = random_texts(4000, 0, 60, 8);
  FakePlatform platform;
  const Ordered found = order(records, {300, 2048, 3}, platform);
  ASSERT_TRUE(found.status.ok());
  EXPECT_TRUE(found.text == sorted_text(records));
  EXPECT_LE(found.spilled_bytes, found.text.size() + 4000 * 12 + 2048);  // written one time
}

TEST(RecordOrder, RecordsThatFitStayInMemory) {
  const Keyed records = random_texts(1000, 64, 60, 5);
  FakePlatform platform;
  EXPECT_EQ(order(records, OrderSizes::of(1 << 20), platform).spilled_bytes, 0U);
  EXPECT_GT(order(records, OrderSizes::of(1 << 16), platform).spilled_bytes, 0U);
}

TEST(RecordOrder, RecordsMayBeLargerThanTheMemory) {
  const Keyed records = random_texts(50, 64, 100'000, 6);
  FakePlatform platform;
  const Ordered found = order(records, OrderSizes::of(1 << 16), platform);
  ASSERT_TRUE(found.status.ok());
  EXPECT_TRUE(found.text == sorted_text(records));
}

TEST(RecordOrder, SizesStayBelowTheMemory) {
  for (std::uint64_t memory = 1 << 16; memory != 0; memory *= 2) {
    for (const std::uint64_t bytes : {memory - 1, memory, memory + memory / 3}) {
      if (bytes < 1 << 16) continue;
      const OrderSizes sizes = OrderSizes::of(bytes);
      EXPECT_GE(sizes.stream_bits, 2);
      EXPECT_LE(sizes.stream_bits, 6);
      EXPECT_GE(sizes.table_bytes, std::min(bytes, std::uint64_t{1} << 56) / 2);
      const std::uint64_t buffers =
          ((std::uint64_t{1} << sizes.stream_bits) + 3) * sizes.block_bytes;
      EXPECT_LE(sizes.table_bytes + buffers, bytes) << bytes;
    }
  }
}

// Polls of 3,000 records in memory: 12 and 12 for two passes, 16 for the sort, and the writes.
TEST(RecordOrder, AStopRequestEndsIt) {
  const Keyed records = random_texts(3000, 64, 60, 7);
  for (const OrderSizes sizes : {OrderSizes{1 << 24, 4096, 6}, OrderSizes{2'000, 128, 2}}) {
    for (const int polls : {0, 1, 7, 20, 30}) {
      FakePlatform platform;
      RecordOrder order(platform, sizes);
      for (const auto& [key, text] : records) ASSERT_TRUE(order.add({key}, text, {}).ok());
      int left = polls;
      const Status status =
          order.finish([](std::string_view) { return Status(); }, [&] { return left-- == 0; });
      EXPECT_EQ(status.code(), ErrorCode::kInterrupted);
    }
  }
}

TEST(RecordOrder, AStopRequestEndsTheMoveToTheFile) {
  const Keyed records = random_texts(3000, 64, 60, 7);
  FakePlatform platform;
  RecordOrder order(platform, OrderSizes{100'000, 4096, 2});
  Status status;
  std::size_t added = 0;
  for (; added < records.size() && status.ok(); ++added) {
    status = order.add({records[added].first}, records[added].second, [] { return true; });
  }
  EXPECT_EQ(status.code(), ErrorCode::kInterrupted);
  EXPECT_LT(added, records.size());
}

}  // namespace
}  // namespace dokumill::batch
