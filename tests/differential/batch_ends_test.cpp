// Tests of jobs that are stopped, fail, overwrite their input, wait for input, report progress or
// run at the same time as other jobs.
#include <gtest/gtest.h>

#include <atomic>
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
        options.job.threads = threads;
        options.chunk_bytes = 300;
        options.job.should_stop = [&] { return left.fetch_sub(1) <= 0; };
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
    options.job.threads = 2;
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
    auto options = testing::file_job<SolveOptions>(
        InputOptions{folder_ / "in", TextFormat::kLine, "", is_mapped}, folder_ / "out", 3, 500);
    options.platform = &platform;
    options.job.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
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
        auto mine = testing::file_job<SolveOptions>(
            InputOptions{folder_ / "in", TextFormat::kLine, "", true},
            folder_ / ("out" + std::to_string(host)), 2, 600);
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
