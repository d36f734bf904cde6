// Runs dedupe and check in pieces that exchange their keys through files
// (batch/spill/exchange.hpp), and compares the results with those of the same job in one process.
// The number of pieces, the number of buckets, the format and the memory vary.
#include "batch/spill/exchange.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "batch/spill/bucket.hpp"
#include "batch/spill/key_file.hpp"
#include "support/hooked.hpp"
#include "support/puzzles/random_puzzles.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_random.hpp"

namespace dokumill {
namespace {

using batch::Exchange;
using testing::Hooked;
using testing::read_file;
using testing::ScratchFolder;
using testing::TestRandom;
using testing::write_file;
using Step = Exchange::Step;

// Returns records of few classes, so most records repeat an earlier one. Some are malformed.
std::vector<std::string> make_cells(int count, int classes, TestRandom& random) {
  std::vector<Grid> grids;
  for (int i = 0; i < classes; ++i) grids.push_back(testing::random_holes(50, random));
  std::vector<std::string> cells;
  for (int i = 0; i < count; ++i) {
    const Grid& grid = grids[random.index(classes)];
    const int way = random.below(20);
    cells.push_back(way == 0  ? "bad"
                    : way < 8 ? to_line(testing::random_image(grid, random))
                              : to_line(grid));
  }
  return cells;
}

class ExchangeTest : public ::testing::Test {
 protected:
  Exchange exchange(std::uint64_t piece, std::uint64_t pieces, std::uint64_t buckets,
                    Step step) const {
    return {folder_.path(), Piece{piece, pieces}, buckets, 12345, step};
  }
  void settle(std::uint64_t pieces, std::uint64_t buckets, bool writes_records,
              std::uint64_t memory) {
    // Settles the last bucket first, because the order must not matter.
    for (std::uint64_t bucket = buckets; bucket >= 1; --bucket) {
      const Exchange all = exchange(1, pieces, buckets, Step::kKeys);
      EXPECT_FALSE(batch::is_settled(system_platform(), all, bucket));
      const Status status = batch::settle_bucket(system_platform(), all, bucket, writes_records,
                                                 memory, [] { return false; });
      ASSERT_TRUE(status.ok()) << status.message();
      EXPECT_TRUE(batch::is_settled(system_platform(), all, bucket));
      ASSERT_TRUE(batch::add_found(system_platform(), exchange(1, pieces, buckets, Step::kKeys),
                                   bucket, found_)
                      .ok());
    }
  }
  void remove_exchange() {
    found_ = {};
    for (const std::string& name : folder_.names()) {
      if (name.starts_with("keys.") || name.starts_with("repeats.")) {
        std::filesystem::remove(folder_ / name);
      }
    }
  }

  // Compares the pieces of a job with the whole job.
  void compare_dedupe(Hooked<DedupeOptions> options, std::uint64_t pieces, std::uint64_t buckets) {
    options.output = folder_ / "whole";
    const auto whole = dedupe(options);
    ASSERT_TRUE(whole.ok()) << whole.status().message();
    options.output = folder_ / "part";
    for (std::uint64_t piece = pieces; piece >= 1; --piece) {
      const Exchange own = exchange(piece, pieces, buckets, Step::kKeys);
      EXPECT_FALSE(batch::has_keys(system_platform(), own, piece));
      options.exchange = &own;
      options.job.piece = own.piece;
      const auto report = dedupe(options);
      ASSERT_TRUE(report.ok()) << report.status().message();
      EXPECT_TRUE(batch::has_keys(system_platform(), own, piece));
      EXPECT_FALSE(std::filesystem::exists(options.output));  // this step writes only keys
    }
    settle(pieces, buckets, true, options.memory_bytes);
    std::string joined;
    DedupeReport sum;
    for (std::uint64_t piece = 1; piece <= pieces; ++piece) {
      const Exchange own = exchange(piece, pieces, buckets, Step::kRepeated);
      options.exchange = &own;
      options.job.piece = own.piece;
      const auto report = dedupe(options);
      ASSERT_TRUE(report.ok()) << report.status().message();
      joined += read_file(options.output);
      std::filesystem::remove(options.output);
      sum.records += report->records;
      sum.kept += report->kept;
      sum.duplicates += report->duplicates;
      sum.malformed += report->malformed;
    }
    EXPECT_TRUE(joined == read_file(folder_ / "whole"));
    EXPECT_EQ(sum.records, whole->records);
    EXPECT_EQ(sum.kept, whole->kept);
    EXPECT_EQ(sum.duplicates, whole->duplicates);
    EXPECT_EQ(sum.malformed, whole->malformed);
    EXPECT_EQ(found_.repeated, whole->duplicates);
    EXPECT_GT(whole->duplicates, 0u);
    remove_exchange();
  }

  void compare_check(Hooked<CheckOptions> options, std::uint64_t pieces, std::uint64_t buckets) {
    options.output = folder_ / "whole";
    const auto whole = check(options);
    ASSERT_TRUE(whole.ok()) << whole.status().message();
    options.output = folder_ / "part";
    std::vector<std::uint64_t> before(pieces + 1);
    for (std::uint64_t piece = 1; piece <= pieces; ++piece) {
      const Exchange own = exchange(piece, pieces, buckets, Step::kKeys);
      options.exchange = &own;
      options.job.piece = own.piece;
      const auto report = check(options);
      ASSERT_TRUE(report.ok()) << report.status().message();
      EXPECT_FALSE(report->duplicates.has_value());
      before[piece] = before[piece - 1] + report->records;
    }
    settle(pieces, buckets, false, options.memory_bytes);
    EXPECT_EQ(found_.repeated, whole->duplicates);
    const auto record_of = [&](std::uint64_t number) {
      const auto [piece, record] = batch::RecordPlace::of(number);
      return before[piece - 1] + record + 1;
    };
    ASSERT_EQ(found_.pairs.pairs().size(), whole->duplicate_pairs.size());
    for (std::size_t i = 0; i < whole->duplicate_pairs.size(); ++i) {
      EXPECT_EQ(record_of(found_.pairs.pairs()[i].first), whole->duplicate_pairs[i].first);
      EXPECT_EQ(record_of(found_.pairs.pairs()[i].second), whole->duplicate_pairs[i].second);
    }
    std::filesystem::remove(options.output);
    remove_exchange();
  }

  // Writes line, csv and grid files of random records.
  void write_inputs(int records, int classes, std::uint64_t seed) const {
    TestRandom random(seed);
    std::string lines, rows = "id,puzzle\n", grids;
    for (const std::string& cells : make_cells(records, classes, random)) lines += cells + '\n';
    for (const std::string& cells : make_cells(records, classes, random)) {
      rows += "\"" + std::to_string(random.below(9)) + "\n\"," + cells + '\n';
    }
    for (const std::string& cells : make_cells(records, classes, random)) {
      for (std::size_t row = 0; row < 9 && cells.size() == 81; ++row) {
        grids += cells.substr(row * 9, 9) + '\n';
      }
      grids += '\n';
    }
    write_file(folder_ / "line", lines);
    write_file(folder_ / "csv", rows);
    write_file(folder_ / "grid", grids);
  }

  ScratchFolder folder_;
  batch::FoundDuplicates found_;
};

TEST_F(ExchangeTest, DedupeInPiecesEqualsOneProcess) {
  std::uint64_t seed = 0;
  for (const std::uint64_t memory : {kLeastMemory, kUsualMemory}) {
    for (const bool symmetry : {false, true}) {
      for (const std::uint64_t pieces : {1, 2, 7}) {
        for (const std::uint64_t buckets : {1, 3, 64}) {
          write_inputs(300, 40, ++seed);
          Hooked<DedupeOptions> options;
          options.symmetry = symmetry;
          options.memory_bytes = memory;
          options.input.path = folder_ / "line";
          options.input.more_paths = {folder_ / "csv", folder_ / "grid", folder_ / "line"};
          for (const TextFormat format : {TextFormat::kLine, TextFormat::kGrid}) {
            options.output_format = format;
            compare_dedupe(options, pieces, buckets);
          }
          options.input.path = folder_ / "csv";
          options.input.more_paths = {};
          options.output_format = {};
          options.chunk_bytes = 500;
          compare_dedupe(options, pieces, buckets);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

// There are more keys than the memory holds, so key files have several runs and buckets spill.
TEST_F(ExchangeTest, KeysBeyondTheMemoryChangeNothing) {
  write_inputs(9000, 3000, 7);
  for (const std::uint64_t buckets : {1, 5}) {
    Hooked<DedupeOptions> options;
    options.memory_bytes = kLeastMemory;
    options.input.path = folder_ / "line";
    options.input.more_paths = {folder_ / "grid"};
    compare_dedupe(options, 3, buckets);
    Hooked<CheckOptions> check_options;
    check_options.duplicates = true;
    check_options.memory_bytes = kLeastMemory;
    check_options.input = options.input;
    compare_check(check_options, 3, buckets);
  }
  const Exchange one = exchange(1, 1, 1, Step::kKeys);
  auto options = testing::file_job<CheckOptions>(folder_ / "line", folder_ / "part");
  options.duplicates = true;
  options.memory_bytes = kLeastMemory;
  options.exchange = &one;
  options.job.piece = one.piece;
  ASSERT_TRUE(check(options).ok());
  settle(1, 1, true, kLeastMemory);
  EXPECT_GT(found_.spilled_bytes, 0u);  // otherwise this test shows nothing
}

TEST_F(ExchangeTest, CheckInPiecesFindsThePairsOfOneProcess) {
  std::uint64_t seed = 100;
  for (const std::uint64_t pieces : {1, 2, 7, 40}) {
    for (const std::uint64_t buckets : {1, 3, 64}) {
      write_inputs(300, 60, ++seed);
      Hooked<CheckOptions> options;
      options.duplicates = true;
      options.each = seed % 2 == 0;
      options.input.path = folder_ / "line";
      options.input.more_paths = {folder_ / "csv", folder_ / "grid"};
      compare_check(options, pieces, buckets);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(ExchangeTest, DamagedFilesAreRefused) {
  write_inputs(300, 40, 5);
  const Exchange own = exchange(1, 1, 2, Step::kKeys);
  auto options = testing::file_job<DedupeOptions>(folder_ / "line", folder_ / "out");
  options.exchange = &own;
  options.job.piece = own.piece;
  ASSERT_TRUE(dedupe(options).ok());
  Platform& platform = system_platform();
  const auto never = [] { return false; };
  const std::string keys = read_file(folder_ / "keys.1");
  const auto damaged = [&](const std::string& text, const std::string& name) {
    write_file(folder_ / name, text);
    const Status status = name == "keys.1"
                              ? batch::settle_bucket(platform, own, 1, true, kUsualMemory, never)
                              : batch::read_repeated(platform, own).status();
    EXPECT_EQ(status.code(), ErrorCode::kInput) << name << " of " << text.size();
    EXPECT_NE(status.message().find(name), std::string::npos) << status.message();
  };
  EXPECT_FALSE(batch::has_keys(platform, exchange(1, 1, 3, Step::kKeys), 1));  // keys for 2 buckets
  damaged("", "keys.1");
  damaged(keys.substr(0, keys.size() - 1), "keys.1");
  damaged(keys.substr(8), "keys.1");
  std::filesystem::remove(folder_ / "keys.1");
  EXPECT_EQ(batch::settle_bucket(platform, own, 1, true, kUsualMemory, never).code(),
            ErrorCode::kInput);
  write_file(folder_ / "keys.1", keys);
  EXPECT_EQ(batch::settle_bucket(platform, own, 1, true, kUsualMemory, [] { return true; }).code(),
            ErrorCode::kInterrupted);
  EXPECT_FALSE(batch::is_settled(platform, own, 1));
  for (const std::uint64_t bucket : {1, 2}) {
    ASSERT_TRUE(batch::settle_bucket(platform, own, bucket, true, kUsualMemory, never).ok());
  }
  const std::string repeats = read_file(folder_ / "repeats.2");
  damaged("", "repeats.2");
  damaged(repeats.substr(0, repeats.size() - 1), "repeats.2");
  damaged(repeats.substr(8), "repeats.2");
  EXPECT_FALSE(batch::is_settled(platform, own, 2));
}

// On a full or broken disk, a job returns a status with the reason and leaves no file that looks
// complete.
TEST_F(ExchangeTest, EveryCallMayFail) {
  write_inputs(300, 40, 6);
  const Exchange own = exchange(1, 1, 2, Step::kKeys);
  auto options = testing::file_job<DedupeOptions>(folder_ / "line", folder_ / "out", 1);
  options.exchange = &own;
  options.job.piece = own.piece;
  for (std::uint64_t number = 1;; ++number) {
    testing::FakePlatform platform;
    platform.fail("write", -ENOSPC, number, 1);
    options.platform = &platform;
    if (dedupe(options).ok()) {
      EXPECT_GT(number, 1u);
      break;
    }
    EXPECT_FALSE(batch::has_keys(system_platform(), own, 1)) << number;
  }
  for (const std::string call : {"open", "read_at", "write", "rename"}) {
    for (std::uint64_t number = 1;; ++number) {
      testing::FakePlatform platform;
      platform.fail(call, -EIO, number, 1);
      const Status status =
          batch::settle_bucket(platform, own, 1, true, kUsualMemory, [] { return false; });
      if (platform.calls(call) < number) break;
      if (status.ok()) continue;  // settle_bucket() succeeded in spite of the failed call
      EXPECT_FALSE(batch::is_settled(system_platform(), own, 1)) << call << " " << number;
      EXPECT_NE(status.message().find("Input/output error"), std::string::npos)
          << call << ": " << status.message();
    }
    std::filesystem::remove(folder_ / "repeats.1");
  }
}

TEST(BucketCount, FollowsTheMemoryAndTheProcesses) {
  EXPECT_EQ(batch::bucket_count(0, kUsualMemory, 8), 1u);
  EXPECT_EQ(batch::bucket_count(100'000, kUsualMemory, 1), 4u);
  EXPECT_EQ(batch::bucket_count(100'000, kUsualMemory, 100), 400u);
  EXPECT_EQ(batch::bucket_count(1'000'000'000, std::uint64_t{1} << 30, 2), 75u);
  EXPECT_EQ(batch::bucket_count(1'000'000'000'000, std::uint64_t{1} << 30, 2), 4096u);
  EXPECT_LE(batch::bucket_count(1'000'000'000, kLeastMemory, 2), 1024u);
}

}  // namespace
}  // namespace dokumill
