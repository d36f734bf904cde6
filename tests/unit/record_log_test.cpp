// Compares RecordLog with a std::vector, in memory and in a temporary file.
#include "batch/spill/record_log.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include "support/fake_platform.hpp"
#include "support/test_random.hpp"

namespace dokumill::batch {
namespace {

using testing::FakePlatform;
using testing::TestRandom;
using Records = std::vector<std::pair<std::uint64_t, std::string>>;

Records random_log(int count, int most_bytes, std::uint64_t seed) {
  TestRandom random(seed);
  Records records;
  for (int i = 0; i < count; ++i) {
    records.emplace_back(static_cast<std::uint64_t>(i) << random.below(40),
                         std::string(static_cast<std::size_t>(random.below(most_bytes)),
                                     static_cast<char>('a' + i % 26)));
  }
  return records;
}

TEST(RecordLog, ReadsWhatWasAdded) {
  for (const int count : {0, 1, 2, 100, 3000}) {
    for (const std::size_t block : {64, 100, 4096, 1 << 20}) {
      FakePlatform platform;
      RecordLog log(platform, block);
      const Records records = random_log(count, 200, block + static_cast<std::size_t>(count));
      for (const auto& [number, text] : records) ASSERT_TRUE(log.add(number, text).ok());
      EXPECT_EQ(log.spilled_bytes() != 0, log.bytes() >= block);
      Records read;
      ASSERT_TRUE(log.read([&](std::uint64_t number, std::string_view text) -> Status {
                       read.emplace_back(number, text);
                       return {};
                     })
                      .ok());
      EXPECT_TRUE(read == records) << count << " " << block;
      EXPECT_EQ(log.bytes_done(), log.bytes());
      EXPECT_EQ(log.spilled_bytes(), log.bytes() < block ? 0 : log.bytes());
    }
  }
}

TEST(RecordLog, AFailureOfTheReaderEndsIt) {
  FakePlatform platform;
  RecordLog log(platform, 64);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(log.add(1, "text").ok());
  int calls = 0;
  const Status status = log.read([&](std::uint64_t, std::string_view) -> Status {
    return ++calls == 3 ? Status(ErrorCode::kInterrupted, "interrupted") : Status();
  });
  EXPECT_EQ(status.code(), ErrorCode::kInterrupted);
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace dokumill::batch
