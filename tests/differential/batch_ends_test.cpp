// Tests of jobs that are stopped, fail, overwrite their input, wait for input, report progress or
// run at the same time as other jobs.
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "differential/jobs.hpp"
#include "support/hooked.hpp"

namespace dokumill {
namespace {

using testing::Done;
using testing::expected_solve;
using testing::FakePlatform;
using testing::Hooked;
using testing::Jobs;
using testing::kFormats;
using testing::kThreads;
using testing::nasty_text;
using testing::PipeFeeder;
using testing::read_file;
using testing::Way;
using testing::write_file;
using Names = std::vector<std::string>;

TEST_F(Jobs, AStopLeavesNothing) {
  const std::string text = nasty_text(TextFormat::kLine, 4, 9000);
  for (const int threads : kThreads) {
    for (const int looks : {0, 1, 2, 3, 5, 10, 30, 100, 1000000}) {
      for (const Way way : {Way::kMap, Way::kPipe}) {
        std::atomic<int> left{looks};
        Hooked<SolveOptions> options;
        options.input.format = TextFormat::kLine;
        options.threads = threads;
        options.chunk_bytes = 300;
        options.should_stop = [&] { return left.fetch_sub(1) <= 0; };
        const Done done = run_solve(options, text, way);  // also checks that no files are left over
        EXPECT_TRUE(looks >= 10 || !done.status.ok());
        EXPECT_TRUE(looks < 1000000 || done.status.ok());
        if (!done.status.ok()) {
          EXPECT_EQ(done.status.code(), ErrorCode::kInterrupted);
          EXPECT_TRUE(done.status.message().starts_with("interrupted")) << done.status.message();
        }
      }
    }
  }
}

// In run k, the k-th write (close, rename, set_permissions) fails. The old output file stays, and
// no temporary file is left.
TEST_F(Jobs, AFailingWriteLeavesTheOldFile) {
  const std::string text = nasty_text(TextFormat::kGrid, 5, 6000);
  write_file(folder_ / "in", text);
  const auto check_all = [&](const std::string& call, const auto& job) {
    for (const int threads : {1, 3}) {
      for (std::uint64_t k = 1;; ++k) {
        FakePlatform platform;
        platform.fail(call, -ENOSPC, k);
        write_file(folder_ / "out", "old");
        const Status status = job(platform, threads);
        EXPECT_EQ(folder_.names(), (Names{"in", "out"}));
        if (status.ok()) break;
        EXPECT_EQ(status.code(), ErrorCode::kIo);
        EXPECT_TRUE(status.message().starts_with((folder_ / "out") + ": No space left on device"));
        EXPECT_EQ(read_file(folder_ / "out"), "old");
      }
      EXPECT_NE(read_file(folder_ / "out"), "old");
    }
  };
  const auto with_output = [&](auto options, FakePlatform& platform, int threads) {
    options.platform = &platform;
    options.output = folder_ / "out";
    options.chunk_bytes = 700;
    options.threads = threads;
    return options;
  };
  Hooked<SolveOptions> solving;
  solving.input = {folder_ / "in", TextFormat::kGrid, "", true};
  Hooked<CheckOptions> checking;
  checking.input = solving.input;
  checking.each = true;
  Hooked<BoardsOptions> boards;
  boards.count = 50;
  for (const std::string call : {"write", "close", "rename", "set_permissions"}) {
    check_all(call, [&](FakePlatform& platform, int threads) {
      return solve(with_output(solving, platform, threads)).status();
    });
    check_all(call, [&](FakePlatform& platform, int threads) {
      return check(with_output(checking, platform, threads)).status();
    });
    check_all(call, [&](FakePlatform& platform, int threads) {
      return generate_boards(with_output(boards, platform, threads)).status();
    });
  }
}

// In run k, the k-th read fails.
TEST_F(Jobs, AFailingReadLeavesNothing) {
  const std::string text = nasty_text(TextFormat::kLine, 6, 6000);
  for (std::uint64_t k = 1; k < 40; ++k) {
    for (const int threads : {1, 3}) {
      FakePlatform platform;
      platform.longest_read = 1000;
      platform.fail("read", -EIO, k);
      write_file(folder_ / "in", text);
      Hooked<SolveOptions> options;
      options.platform = &platform;
      options.input = {folder_ / "in", TextFormat::kLine, "", false};
      options.output = folder_ / "out";
      options.chunk_bytes = 700;
      options.threads = threads;
      const Result<SolveReport> report = solve(options);
      if (report.ok()) {
        EXPECT_GT(k, 6U);
        continue;
      }
      EXPECT_EQ(report.status().code(), ErrorCode::kInput);
      EXPECT_TRUE(report.status().message().starts_with((folder_ / "in") +
                                                        ": Input/output error at byte "));
      EXPECT_EQ(folder_.names(), Names{"in"});
      std::filesystem::remove(folder_ / "out");
    }
    std::filesystem::remove(folder_ / "out");
  }
}

// The output may be the input, whether the input is mapped or read.
TEST_F(Jobs, OutputMayBeInput) {
  for (const bool allow_mapping : {true, false}) {
    const std::string text = nasty_text(TextFormat::kLine, 8, 9000);
    Hooked<SolveOptions> options;
    options.input.format = TextFormat::kLine;
    const std::string wanted = expected_solve(options, text);
    write_file(folder_ / "same", text);
    options.input.path = options.output = folder_ / "same";
    options.input.allow_mapping = allow_mapping;
    options.chunk_bytes = 500;
    options.threads = 3;
    ASSERT_TRUE(solve(options).ok());
    EXPECT_TRUE(wanted.ends_with("\n" + read_file(folder_ / "same")));
    EXPECT_EQ(folder_.names(), Names{"same"});
  }
}

// The stream pauses. In a pause, the job passes on the records that it has read so far. Its output
// is the same as for a file.
TEST_F(Jobs, ASlowStreamReadsAlike) {
  for (const TextFormat format : kFormats) {
    const std::string text = nasty_text(format, 12, 3000);
    Hooked<SolveOptions> options;
    options.input.format = format;
    const std::string wanted = expected_solve(options, text);
    PipeFeeder feeder(text, 900, 150);
    options.input.path = feeder.path();
    options.output = folder_ / "slow";
    options.threads = 2;
    ASSERT_TRUE(solve(options).ok());
    EXPECT_TRUE(wanted.ends_with("\n" + read_file(folder_ / "slow")));
  }
}

TEST_F(Jobs, ReportsProgress) {
  const std::string text = nasty_text(TextFormat::kLine, 13, 20000);
  for (const bool is_mapped : {true, false}) {
    FakePlatform platform;
    platform.clock_ns = 0;
    platform.clock_step_ns = 10'000'000;
    std::vector<Progress> seen;
    write_file(folder_ / "in", text);
    Hooked<SolveOptions> options;
    options.platform = &platform;
    options.input = {folder_ / "in", TextFormat::kLine, "", is_mapped};
    options.output = folder_ / "out";
    options.chunk_bytes = 500;
    options.threads = 3;
    options.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
    const Result<SolveReport> report = solve(options);
    ASSERT_TRUE(report.ok());
    ASSERT_GT(seen.size(), 3U);
    for (std::size_t i = 1; i < seen.size(); ++i) {
      EXPECT_GE(seen[i].records, seen[i - 1].records);
      EXPECT_GE(seen[i].done, seen[i - 1].done);
      EXPECT_GE(seen[i].seconds, seen[i - 1].seconds + 0.0999);
      EXPECT_EQ(seen[i].total, text.size());
      EXPECT_LE(seen[i].done, text.size());
    }
    EXPECT_LE(seen.back().records, report->records);
  }
}

// The calling program runs jobs on several of its threads at the same time.
TEST_F(Jobs, RunBesideEachOther) {
  const std::string text = nasty_text(TextFormat::kLine, 14, 9000);
  Hooked<SolveOptions> options;
  options.input.format = TextFormat::kLine;
  const std::string wanted = expected_solve(options, text);
  write_file(folder_ / "in", text);
  std::vector<std::thread> hosts;
  for (int host = 0; host < 4; ++host) {
    hosts.emplace_back([&, host] {
      for (int round = 0; round < 10; ++round) {
        Hooked<SolveOptions> mine;
        mine.input = {folder_ / "in", TextFormat::kLine, "", true};
        mine.output = folder_ / ("out" + std::to_string(host));
        mine.threads = 2;
        mine.chunk_bytes = 600;
        EXPECT_TRUE(solve(mine).ok());
        EXPECT_TRUE(wanted.ends_with("\n" + read_file(mine.output)));
      }
    });
  }
  for (std::thread& host : hosts) host.join();
  EXPECT_EQ(folder_.names().size(), 5U);
}

}  // namespace
}  // namespace dokumill
