// Compares FirstRecords with a std::set, with many memory limits. With little memory, FirstRecords
// needs several rounds for the records that do not fit.
#include "batch/spill/first_records.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"
#include "unit/batch/numbered_records.hpp"

namespace dokumill::batch {
namespace {

using testing::FakePlatform;
using testing::numbered_grid;
using testing::ScratchFolder;
using testing::TestRandom;
using Sizes = FirstRecords::Sizes;

struct Input {
  std::vector<int> numbers;  // -1: the record is always kept
  std::vector<std::string> texts;
  std::vector<int> list = {};
  KeySieve::Keep keep = KeySieve::Keep::kUnlisted;
};

Input random_input(int records, int kinds, std::uint64_t seed) {
  TestRandom random(seed);
  Input input;
  for (int i = 0; i < records; ++i) {
    input.numbers.push_back(random.below(50) == 0 ? -1 : random.below(kinds));
    input.texts.push_back(std::to_string(i) + ":" + std::to_string(input.numbers.back()) +
                          std::string(random.index(40), '.') + "\n");
  }
  return input;
}

// From a table that holds all records to a table that holds 32 records, which needs many rounds and
// ranges.
Sizes random_sizes(TestRandom& random) {
  const std::uint64_t table_bytes = std::uint64_t{1} << (10 + random.below(10));
  const std::size_t block_bytes = std::size_t{1} << random.below(12);
  const std::size_t fan_out = 1 + random.index(9);
  return {table_bytes, block_bytes, fan_out, static_cast<std::uint64_t>(1 + random.below(3000))};
}

struct Found {
  Status status;
  std::string text;
  std::uint64_t repeated = 0;
  std::uint64_t spilled_bytes = 0;
};

Found expected(const Input& input) {
  Found found;
  const std::set<int> list(input.list.begin(), input.list.end());
  std::set<int> seen;
  for (std::size_t i = 0; i < input.numbers.size(); ++i) {
    const int number = input.numbers[i];
    const bool is_wanted = list.contains(number) == (input.keep == KeySieve::Keep::kListed);
    if (number < 0 || (is_wanted && seen.insert(number).second)) {
      found.text += input.texts[i];
    } else {
      ++found.repeated;
    }
  }
  return found;
}

class FirstRecordsTest : public ::testing::Test {
 protected:
  Found run(
      const Input& input, const Sizes& sizes, FakePlatform& platform,
      const std::function<bool()>& should_stop = [] { return false; }) const {
    platform.variables = std::map<std::string, std::string>{{"TMPDIR", folder_.path()}};
    Found found;
    const HashKey hash_key = draw_hash_key(platform);
    FirstRecords firsts(platform, hash_key, sizes, input.keep);
    for (const int number : input.list) {
      found.status = firsts.add_listed(make_key(hash_key, numbered_grid(number)));
      if (!found.status.ok()) return found;
    }
    for (std::size_t i = 0; i < input.numbers.size(); ++i) {
      const Result<FirstRecords::Verdict> verdict =
          input.numbers[i] < 0
              ? firsts.add_kept(input.texts[i])
              : firsts.add(make_key(hash_key, numbered_grid(input.numbers[i])), input.texts[i]);
      found.status = verdict.status();
      if (!verdict.ok()) return found;
      if (*verdict == FirstRecords::Verdict::kFirst) found.text += input.texts[i];
    }
    const auto write = [&](std::string_view text) {
      EXPECT_TRUE(text.ends_with('\n'));
      found.text += text;
      return Status();
    };
    found.status = firsts.finish(write, should_stop);
    found.repeated = firsts.repeated();
    found.spilled_bytes = firsts.spilled_bytes();
    EXPECT_TRUE(folder_.names().empty());
    return found;
  }
  Found run(const Input& input, const Sizes& sizes) const {
    FakePlatform platform;
    return run(input, sizes, platform);
  }

  ScratchFolder folder_;
};

TEST_F(FirstRecordsTest, AnySizesGiveTheFirstOnesInOrder) {
  for (int round = 0; round < testing::slow_test_rounds(60); ++round) {
    TestRandom random(static_cast<std::uint64_t>(round) + 1);
    const Input input = random_input(1 + random.below(4000), 1 + random.below(5000),
                                     static_cast<std::uint64_t>(round));
    const Sizes sizes = random_sizes(random);
    const Found found = run(input, sizes);
    const Found right = expected(input);
    ASSERT_TRUE(found.status.ok()) << found.status.message();
    ASSERT_EQ(found.text, right.text) << round;
    ASSERT_EQ(found.repeated, right.repeated) << round;
  }
}

TEST_F(FirstRecordsTest, AListDecidesWithAnySizes) {
  int spilled = 0;
  for (int round = 0; round < testing::slow_test_rounds(60); ++round) {
    TestRandom random(static_cast<std::uint64_t>(round) + 1);
    const int kinds = 1 + random.below(5000);
    Input input = random_input(1 + random.below(4000), kinds, static_cast<std::uint64_t>(round));
    for (int i = random.below(4000); i > 0; --i) input.list.push_back(random.below(kinds));
    if (round % 2 == 0) input.keep = KeySieve::Keep::kListed;
    const Sizes sizes = random_sizes(random);
    const Found found = run(input, sizes);
    const Found right = expected(input);
    ASSERT_TRUE(found.status.ok()) << found.status.message();
    ASSERT_EQ(found.text, right.text) << round;
    ASSERT_EQ(found.repeated, right.repeated) << round;
    spilled += found.spilled_bytes != 0;
  }
  EXPECT_GT(spilled, testing::slow_test_rounds(60) / 3);
}

// The hash key of the run decides where a record is looked up, but it does not change the result.
TEST_F(FirstRecordsTest, AnyKeyOfTheHashGivesTheSame) {
  const Input input = random_input(3000, 2000, 7);
  const Found right = expected(input);
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    for (const Sizes& sizes : {Sizes::of(1 << 20), Sizes{1 << 12, 1 << 9, 3, 500}}) {
      FakePlatform platform;
      platform.secret_seed = seed;
      const Found found = run(input, sizes, platform);
      ASSERT_TRUE(found.status.ok()) << found.status.message();
      ASSERT_EQ(found.text, right.text) << seed;
      ASSERT_EQ(found.repeated, right.repeated) << seed;
    }
  }
}

TEST_F(FirstRecordsTest, NothingIsSpilledWhileThereIsRoom) {
  const Input input = random_input(3000, 3000, 1);
  const Found found = run(input, Sizes::of(1 << 20));
  EXPECT_EQ(found.text, expected(input).text);
  EXPECT_EQ(found.spilled_bytes, 0U);
  EXPECT_GT(run(input, Sizes::of(1 << 16)).spilled_bytes, 0U);
}

// Repetitions of a few records take no additional memory.
TEST_F(FirstRecordsTest, RepetitionsTakeNoRoom) {
  const Input input = random_input(20'000, 500, 2);
  const Found found = run(input, Sizes::of(1 << 16));
  EXPECT_EQ(found.text, expected(input).text);
  EXPECT_EQ(found.spilled_bytes, 0U);
}

TEST_F(FirstRecordsTest, SizesStayWithinTheMemory) {
  for (std::uint64_t memory = 1 << 16; memory < std::uint64_t{1} << 45; memory = memory * 5 / 3) {
    const Sizes sizes = Sizes::of(memory);
    const std::uint64_t blocks = (sizes.fan_out + 3) * sizes.block_bytes;
    EXPECT_LE(sizes.table_bytes + blocks, memory);
    EXPECT_GE(sizes.table_bytes, memory / 2);
    EXPECT_LE(sizes.range_records / 8 + blocks, memory);
    EXPECT_LE(sizes.range_records, std::uint64_t{1} << 32);
    EXPECT_GE(sizes.fan_out, 4U);
  }
}

TEST_F(FirstRecordsTest, EveryCallThatFailsIsReported) {
  const Input input = random_input(700, 600, 3);
  const Sizes sizes{2048, 256, 3, 100};
  for (const int error : {-ENOSPC, -EIO}) {
    std::uint64_t failed = 0;
    for (std::uint64_t first = 1;; ++first) {
      if (!testing::is_tested(first)) continue;
      FakePlatform platform;
      platform.fail_any({.first = first, .error = error});
      const Found found = run(input, sizes, platform);
      EXPECT_EQ(platform.held(), 0U);
      if (platform.hits().empty()) {
        EXPECT_EQ(found.text, expected(input).text);
        break;
      }
      // A failure to close a file that is no longer needed may be ignored.
      if (platform.hits().front().call == "close") continue;
      ASSERT_EQ(found.status.code(), ErrorCode::kIo) << first;
      ASSERT_TRUE(found.status.message().starts_with("temporary file in "));
      ASSERT_TRUE(expected(input).text.starts_with(found.text));
      ++failed;
    }
    EXPECT_GT(failed, testing::kIsSanitized ? 25U : 100U);
  }
}

TEST_F(FirstRecordsTest, AStopIsSeenInEveryPhase) {
  const Input input = random_input(3000, 2900, 4);
  const Sizes sizes{2048, 256, 3, 100};
  int all = 0;
  FakePlatform sound;
  ASSERT_TRUE(run(input, sizes, sound, [&] { return ++all == 0; }).status.ok());
  ASSERT_GT(all, 100);
  for (int number = 1; number <= all; number += 7) {
    int looks = 0;
    FakePlatform platform;
    const Found found = run(input, sizes, platform, [&] { return ++looks >= number; });
    EXPECT_EQ(found.status.code(), ErrorCode::kInterrupted);
    EXPECT_TRUE(expected(input).text.starts_with(found.text));
  }
}

// The share of the work that finish() reports starts at 0, never decreases, ends at 1 and grows
// with the work. So it does not stay close to 1 for long.
TEST_F(FirstRecordsTest, TheShareOfTheWorkGrows) {
  for (const int kinds : {400, 5000, 20'000}) {
    const Input input = random_input(20'000, kinds, 5);
    FakePlatform platform;
    platform.variables = std::map<std::string, std::string>{{"TMPDIR", folder_.path()}};
    const HashKey hash_key = dokumill::testing::test_hash_key();
    FirstRecords firsts(platform, hash_key, {2048, 512, 3, 5000});
    EXPECT_FALSE(firsts.has_put_aside());
    for (std::size_t i = 0; i < input.numbers.size(); ++i) {
      const bool is_kept = input.numbers[i] < 0;
      const auto verdict =
          is_kept ? firsts.add_kept(input.texts[i])
                  : firsts.add(make_key(hash_key, numbered_grid(input.numbers[i])), input.texts[i]);
      ASSERT_TRUE(verdict.ok());
    }
    ASSERT_TRUE(firsts.has_put_aside());
    std::vector<double> shares;
    const auto look = [&] {
      const FirstRecords::Work work = firsts.work();
      EXPECT_LE(work.done, work.total);
      shares.push_back(static_cast<double>(work.done) / static_cast<double>(work.total));
      return false;
    };
    ASSERT_TRUE(firsts.finish([](std::string_view) { return Status(); }, look).ok());
    ASSERT_GT(shares.size(), 20U);
    EXPECT_EQ(shares.front(), 0);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    const auto late =
        std::count_if(shares.begin(), shares.end(), [](double share) { return share >= 0.99; });
    EXPECT_LT(late, static_cast<std::ptrdiff_t>(shares.size() / 10 + 2)) << shares.size();
    EXPECT_EQ(firsts.work().done, firsts.work().total);
  }
}

TEST(FirstRecords, MoreMemoryThanThereCanBe) {
  const Sizes usual = Sizes::of(std::uint64_t{1} << 40);
  for (const std::uint64_t bytes :
       {std::uint64_t{1} << 62, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    const Sizes sizes = Sizes::of(bytes);
    ASSERT_EQ(sizes.range_records, usual.range_records) << bytes;
    ASSERT_LE(sizes.table_bytes, std::uint64_t{1} << 60) << bytes;
    FakePlatform platform;
    const HashKey hash_key = draw_hash_key(platform);
    FirstRecords firsts(platform, hash_key, sizes);
    const Result<FirstRecords::Verdict> verdict =
        firsts.add(make_key(hash_key, numbered_grid(1)), "1\n");
    ASSERT_TRUE(verdict.ok());
    EXPECT_EQ(*verdict, FirstRecords::Verdict::kFirst);
  }
}

}  // namespace
}  // namespace dokumill::batch
