// Compares KeySieve with a std::map, with many memory limits. For each record that repeats an
// earlier one, KeySieve must find the first record that is equal to it.
#include "batch/spill/key_sieve.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/fake_platform.hpp"
#include "support/numbered_grid.hpp"
#include "support/scratch_folder.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"

namespace dokumill::batch {
namespace {

using testing::FakePlatform;
using testing::numbered_grid;
using testing::TestRandom;

using Pairs = std::map<std::uint64_t, std::uint64_t>;  // repetition -> first record

struct Sieved {
  Status status;
  Pairs pairs;
  std::uint64_t spilled_bytes = 0;
};

class KeySieveTest : public ::testing::Test {
 protected:
  Sieved sieve(const std::vector<int>& kinds, std::uint64_t table_bytes, std::size_t block_bytes,
               std::size_t fan_out, FakePlatform& platform) const {
    platform.variables = std::map<std::string, std::string>{{"TMPDIR", folder_.path()}};
    Sieved sieved;
    Spill spill(platform, block_bytes);
    const HashKey hash_key = draw_hash_key(platform);
    KeySieve sieve(hash_key, spill, table_bytes, fan_out);
    std::uint64_t number = std::uint64_t{1} << 32;
    for (const int kind : kinds) {
      number += 3;
      const auto answer = sieve.add(make_key(hash_key, numbered_grid(kind)), number);
      sieved.status = answer.status();
      if (!answer.ok()) return sieved;
      if (answer->verdict == KeySieve::Verdict::kRepeated) {
        EXPECT_TRUE(sieved.pairs.emplace(number, answer->first).second);
      }
    }
    sieved.status = sieve.finish(
        [&](std::uint64_t later, std::uint64_t first) {
          EXPECT_TRUE(sieved.pairs.emplace(later, first).second);
          return Status();
        },
        [] { return false; });
    sieved.spilled_bytes = spill.file_bytes();
    return sieved;
  }

  static Pairs expected(const std::vector<int>& kinds) {
    Pairs pairs;
    std::map<int, std::uint64_t> firsts;
    std::uint64_t number = std::uint64_t{1} << 32;
    for (const int kind : kinds) {
      number += 3;
      const auto [first, is_new] = firsts.try_emplace(kind, number);
      if (!is_new) pairs.emplace(number, first->second);
    }
    return pairs;
  }

  testing::ScratchFolder folder_;
};

TEST_F(KeySieveTest, AnyMemoryAndAnyKeyFindThePairs) {
  int spilled = 0;
  for (int round = 0; round < testing::test_rounds(30); ++round) {
    TestRandom random(static_cast<std::uint64_t>(round) + 1);
    const int most = 1 + random.below(5000);
    std::vector<int> kinds;
    for (int i = random.below(5000); i > 0; --i) kinds.push_back(random.below(most));
    FakePlatform platform;
    platform.secret_seed = random.next();
    const Sieved found = sieve(kinds, std::uint64_t{1} << (10 + random.below(10)),
                               std::size_t{64} << random.below(6),
                               static_cast<std::size_t>(1 + random.below(9)), platform);
    ASSERT_TRUE(found.status.ok()) << found.status.message();
    ASSERT_EQ(found.pairs, expected(kinds)) << round;
    spilled += found.spilled_bytes != 0;
  }
  EXPECT_GT(spilled, 10);
}

TEST_F(KeySieveTest, AStopEndsTheSettling) {
  std::vector<int> kinds;
  for (int i = 0; i < 3000; ++i) kinds.push_back(i);
  FakePlatform platform;
  platform.variables = std::map<std::string, std::string>{{"TMPDIR", folder_.path()}};
  Spill spill(platform, 256);
  const HashKey hash_key = draw_hash_key(platform);
  KeySieve sieve(hash_key, spill, 2048, 3);
  for (const int kind : kinds)
    ASSERT_TRUE(sieve.add(make_key(hash_key, numbered_grid(kind)), 1).ok());
  int looks = 0;
  const Status status = sieve.finish([](std::uint64_t, std::uint64_t) { return Status(); },
                                     [&] { return ++looks == 20; });
  EXPECT_EQ(status.code(), ErrorCode::kInterrupted);
  EXPECT_EQ(looks, 20);
}

}  // namespace
}  // namespace dokumill::batch
