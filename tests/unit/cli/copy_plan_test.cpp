// Tests of a joined output that is written in ranges: the bytes, the messages of failures, and what
// merge() does with a copier.
#include "apps/cluster/pieces/copy_plan.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

#include "apps/cluster/pieces/merge.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"
#include "support/test_random.hpp"

namespace dokumill::merging {
namespace {

using testing::FakePlatform;
using testing::read_file;
using testing::ScratchFolder;
using testing::write_file;

constexpr std::uint64_t kUnit = CopyPlan::kRangeUnit;

bool never() {
  return false;
}

std::string random_bytes(std::size_t count, std::uint64_t seed) {
  testing::TestRandom random(seed);
  std::string bytes(count, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.below(256));
  return bytes;
}

class CopyPlans : public ::testing::Test {
 protected:
  // Plans a destination of three ranges. Some parts begin or end just before or after the border
  // between two ranges.
  CopyPlans() {
    plan_.destination = folder_ / "joined";
    plan_.header = "HEAD";
    wanted_ = plan_.header;
    add_part(3, kUnit - 10);
    add_part(0, 6);
    add_part(0, 1);
    add_part(128, kUnit);
    add_part(1, 2'000);
    plan_.end = "THE END";
    wanted_ += plan_.end;
    plan_.bytes = wanted_.size();
    std::filesystem::resize_file(plan_.destination, plan_.bytes);
  }
  void add_part(std::size_t skipped, std::size_t bytes) {
    const std::string path = folder_ / "part " + std::to_string(plan_.parts.size());
    const std::string text = random_bytes(skipped + bytes, plan_.parts.size());
    write_file(path, text);
    write_file(plan_.destination, "");
    plan_.parts.push_back({path, skipped, bytes, wanted_.size()});
    wanted_ += text.substr(skipped);
  }
  std::string message(std::uint64_t range) {
    const Status status = copy_range(platform_, plan_, range, never);
    return status.ok() ? "ok" : status.message();
  }

  ScratchFolder folder_;
  FakePlatform platform_;
  CopyPlan plan_;
  std::string wanted_;
};

TEST_F(CopyPlans, RangesInAnyOrderGiveAllBytes) {
  ASSERT_EQ(plan_.ranges(), 3U);
  platform_.interrupts_reads = platform_.interrupts_writes = platform_.interrupts_opens = true;
  platform_.longest_read = 70'001;
  platform_.longest_write = 100'003;
  for (const std::uint64_t range : {2, 3, 1}) EXPECT_EQ(message(range), "ok");
  EXPECT_TRUE(read_file(plan_.destination) == wanted_);
  EXPECT_EQ(platform_.held(), 0U);
  EXPECT_EQ(platform_.calls("sync"), 0U);
}

TEST_F(CopyPlans, ARangeWritesNoByteOfAnother) {
  EXPECT_EQ(message(2), "ok");
  std::string expected(wanted_.size(), '\0');
  expected.replace(kUnit, kUnit, wanted_, kUnit, kUnit);
  EXPECT_TRUE(read_file(plan_.destination) == expected);
}

TEST_F(CopyPlans, AreTheSameInAnotherProcess) {
  plan_.parts[0].path = "a b:c\n7:d";
  plan_.header = std::string("\x93NUMPY\0 1:", 10);
  plan_.sync = true;
  const CopyPlan copy = CopyPlan::of_text(plan_.text());
  EXPECT_EQ(copy.text(), plan_.text());
  EXPECT_EQ(copy.parts[0].path, plan_.parts[0].path);
  EXPECT_EQ(copy.parts[4].offset, plan_.parts[4].offset);
  EXPECT_EQ(copy.header, plan_.header);
  EXPECT_EQ(copy.bytes, plan_.bytes);
  EXPECT_TRUE(copy.sync);
}

TEST_F(CopyPlans, AreDividedForTheProcesses) {
  CopyPlan plan;
  plan.bytes = 100 * kUnit + 1;
  plan.divide(2);
  EXPECT_EQ(plan.range_bytes, 6 * kUnit);
  EXPECT_EQ(plan.ranges(), 17U);
  plan.divide(1'000);
  EXPECT_EQ(plan.range_bytes, kUnit);
  EXPECT_EQ(plan.ranges(), 101U);
  plan.bytes = std::uint64_t{1} << 50;
  plan.divide(8);
  EXPECT_EQ(plan.range_bytes, CopyPlan::kMaxRangeBytes);
}

TEST_F(CopyPlans, FailuresNameTheFileAndTheReason) {
  plan_.sync = true;
  platform_.fail("write_at", -ENOSPC, 2);
  EXPECT_EQ(message(1), plan_.destination + ": No space left on device");
  platform_.fail_never();
  for (const char* const call : {"sync", "close"}) {
    // The first two calls of close() are for parts, the third one is for the destination.
    platform_.fail(call, -EIO, platform_.calls(call) + (std::string(call) == "close" ? 3 : 1), 1);
    EXPECT_EQ(message(3), plan_.destination + ": Input/output error") << call;
    platform_.fail_never();
  }
  std::filesystem::resize_file(plan_.parts[3].path, 1'000'000);
  EXPECT_EQ(message(2),
            plan_.parts[3].path + ": this output of a piece became shorter while it was read");
  std::filesystem::remove(plan_.parts[3].path);
  EXPECT_EQ(message(2), plan_.parts[3].path + ": No such file or directory");
  platform_.fail("read_at", -EIO);
  EXPECT_EQ(message(1), plan_.parts[0].path + ": Input/output error");
  const Status stopped = copy_range(platform_, plan_, 1, [] { return true; });
  EXPECT_EQ(stopped.code(), ErrorCode::kInterrupted);
  std::filesystem::remove(plan_.destination);
  EXPECT_EQ(message(1), plan_.destination + ": No such file or directory");
  EXPECT_EQ(platform_.held(), 0U);
}

TEST_F(CopyPlans, NeedTheDestinationOfTheirSize) {
  EXPECT_TRUE(can_copy(platform_, plan_));
  std::filesystem::resize_file(plan_.destination, plan_.bytes - 1);
  EXPECT_FALSE(can_copy(platform_, plan_));
  std::filesystem::remove(plan_.destination);
  EXPECT_FALSE(can_copy(platform_, plan_));
  EXPECT_EQ(platform_.held(), 0U);
}

// Tests merge() of two pieces, with a copier that the test defines.
class CopiedMerge : public ::testing::Test {
 protected:
  void make(std::uint64_t boards) {
    for (std::uint64_t number = 1; number <= 2; ++number) {
      BoardsOptions options;
      options.count = boards;
      options.format = TextFormat::kLine;
      options.job.threads = 1;
      options.output = folder_ / "part" + std::to_string(number);
      options.job.piece = Piece{number, 2};
      Result<JobReport> report = generate_boards(options);
      ASSERT_TRUE(report.ok()) << report.status().message();
      report->piece->job = "0123456789abcdef";
      report->exit_status = 0;
      write_file(folder_ / "report" + std::to_string(number), to_json(*report));
    }
    write_file(output_, "old");
    options_.input.path = folder_ / "report1";
    options_.input.more_paths = {folder_ / "report2"};
    options_.output = output_;
    options_.joins_outputs = true;
    options_.copier = [this](const CopyPlan& plan) {
      ++copied_;
      for (std::uint64_t range = plan.ranges(); range > 0; --range) {
        if (Status status = copy_range(platform_, plan, range, never); !status.ok()) return status;
      }
      return result_;
    };
  }
  std::string message() {
    RunFiles files(platform_);
    bool knows_outputs = false;
    const Result<Merged> merged = merge(platform_, options_, files, knows_outputs);
    return merged.ok() ? "ok" : merged.status().message();
  }
  // True if the output still has its old bytes, and no temporary file exists.
  bool is_unchanged() const {
    return read_file(output_) == "old" &&
           folder_.names() ==
               std::vector<std::string>{"out", "part1", "part2", "report1", "report2"};
  }

  ScratchFolder folder_;
  FakePlatform platform_;
  MergeOptions options_;
  std::string output_ = folder_ / "out";
  Status result_;
  int copied_ = 0;
};

constexpr std::uint64_t kBoardsOfTwoRanges = kUnit / 82 + 100;

TEST_F(CopiedMerge, GivesTheSameBytes) {
  make(kBoardsOfTwoRanges);
  EXPECT_EQ(message(), "ok");
  EXPECT_EQ(copied_, 1);
  EXPECT_TRUE(read_file(output_) == read_file(folder_ / "part1") + read_file(folder_ / "part2"));
  EXPECT_EQ(platform_.held(), 0U);
}

TEST_F(CopiedMerge, CopiesFewBytesItself) {
  make(kUnit / 82 - 100);
  EXPECT_EQ(message(), "ok");
  EXPECT_EQ(copied_, 0);
  EXPECT_TRUE(read_file(output_) == read_file(folder_ / "part1") + read_file(folder_ / "part2"));
}

TEST_F(CopiedMerge, KeepsTheOldOutputAfterAFailure) {
  make(kBoardsOfTwoRanges);
  result_ = {ErrorCode::kIo, "node7: no"};
  EXPECT_EQ(message(), "node7: no");
  EXPECT_TRUE(is_unchanged());
  result_ = {};
  platform_.fail("truncate", -EFBIG);
  EXPECT_EQ(message(), output_ + ": File too large");
  EXPECT_TRUE(is_unchanged());
  EXPECT_EQ(copied_, 1);
  EXPECT_EQ(platform_.held(), 0U);
}

TEST_F(CopiedMerge, NoticesAChangedPiece) {
  make(kBoardsOfTwoRanges);
  const std::string part = folder_ / "part1";
  const auto copier = options_.copier;
  options_.copier = [&](const CopyPlan& plan) {
    Status status = copier(plan);
    const auto time = std::filesystem::last_write_time(part);
    std::filesystem::last_write_time(part, time + std::chrono::seconds(1));
    return status;
  };
  EXPECT_EQ(message(), part + ": this output of a piece changed while it was read");
  EXPECT_TRUE(is_unchanged());
}

TEST_F(CopiedMerge, NoticesAnOutputOfAnotherSize) {
  make(kBoardsOfTwoRanges);
  const auto copier = options_.copier;
  options_.copier = [&](const CopyPlan& plan) {
    Status status = copier(plan);
    std::filesystem::resize_file(plan.destination, plan.bytes + 1);
    return status;
  };
  EXPECT_NE(message().find("another program changed it"), std::string::npos);
  EXPECT_TRUE(is_unchanged());
}

}  // namespace
}  // namespace dokumill::merging
