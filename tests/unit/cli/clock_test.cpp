// Tests with clocks that stand still or jump: messages and reports must contain finite numbers. The
// monotonic clock may jump on a machine that was suspended, and may stand still in a short job.
#include <gtest/gtest.h>

#include <cmath>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/cli_main.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

using nlohmann::json;

constexpr std::uint64_t kYearNs = std::uint64_t{365} * 24 * 3600 * 1'000'000'000;

// Records what is written to standard error, and makes the clock jump in the middle of a job.
class ClockPlatform final : public testing::FakePlatform {
 public:
  std::int64_t write(int fd, const char* data, std::size_t bytes) override {
    if (fd == 2) {
      messages.append(data, bytes);
      return static_cast<std::int64_t>(bytes);
    }
    return FakePlatform::write(fd, data, bytes);
  }
  std::uint64_t now_ns() override {
    const std::lock_guard lock(mutex_);
    const std::uint64_t now = FakePlatform::now_ns();
    return ++looks_ > jump_after_ ? now + jump_ns : now;
  }
  void jump_after_more_looks(std::uint64_t looks) {
    looks_ = 0;
    jump_after_ = looks;
  }

  std::string messages;
  std::uint64_t jump_ns = 0;

 private:
  std::mutex mutex_;
  std::uint64_t looks_ = 0;
  std::uint64_t jump_after_ = 0;
};

class Clock : public ::testing::Test {
 protected:
  Clock() {
    std::string text;
    for (int i = 0; i < 3000; ++i)
      text += "530070000600195000098000060800060003400803001700020006060000280000419005000080079\n";
    testing::write_file(folder_ / "in", text);
  }

  void run(std::vector<std::string> arguments) {
    for (std::string& argument : arguments) {
      if (argument == "in" || argument == "out" || argument == "report")
        argument = folder_ / argument;
    }
    platform_.jump_after_more_looks(jump_after_);
    arguments.insert(arguments.end(), {"--progress", "always", "--threads", "3"});
    EXPECT_EQ(cli::cli_main(arguments, platform_), 0) << platform_.messages;
    for (const std::string word : {"nan", "inf", "-"})
      EXPECT_EQ(platform_.messages.find(" " + word), std::string::npos) << platform_.messages;
    EXPECT_LT(platform_.messages.size(), 100'000U);
  }
  void run_every_command() {
    run({"solve", "in", "-o", "out", "--report", "report"});
    expect_sane(json::parse(testing::read_file(folder_ / "report")));
    run({"check", "in", "--each", "-o", "out", "--report", "report"});
    expect_sane(json::parse(testing::read_file(folder_ / "report")));
    run({"generate", "boards", "-n", "3000", "-o", "out"});
  }
  static void expect_sane(const json& report) {
    EXPECT_EQ(report.at("records"), 3000);
    double all = 0;
    for (const auto& [stage, seconds] : report.at("stages").items()) {
      ASSERT_TRUE(seconds.is_number()) << stage;
      EXPECT_GE(seconds.get<double>(), 0) << stage;
      all += seconds.get<double>();
    }
    ASSERT_TRUE(report.at("seconds").is_number());
    ASSERT_TRUE(report.at("records_per_second").is_number());
    const double seconds = report.at("seconds");
    const double rate = report.at("records_per_second");
    EXPECT_TRUE(std::isfinite(rate));
    EXPECT_GE(seconds, 0);
    EXPECT_GE(rate, 0);
    EXPECT_NEAR(rate * seconds, seconds > 0 ? 3000 : 0, 1);
    const double wanted = seconds * report.at("threads").get<double>();
    EXPECT_NEAR(all, wanted, 1e-6 + wanted * 1e-6);
  }

  const testing::ScratchFolder folder_;
  ClockPlatform platform_;
  std::uint64_t jump_after_ = 0;
};

TEST_F(Clock, AClockThatStandsStill) {
  for (const std::uint64_t now : {std::uint64_t{0}, std::uint64_t{7}, ~std::uint64_t{0}}) {
    platform_.clock_ns = now;
    run_every_command();
    EXPECT_EQ(json::parse(testing::read_file(folder_ / "report")).at("records_per_second"), 0);
  }
  EXPECT_NE(platform_.messages.find("0.00 s, 0 records/s"), std::string::npos);
}

TEST_F(Clock, AClockThatJumpsAYear) {
  platform_.clock_ns = 1;
  platform_.clock_step_ns = 1000;
  platform_.jump_ns = kYearNs;
  for (const std::uint64_t after : {0U, 1U, 2U, 3U, 10U, 30U}) {
    jump_after_ = after;
    run_every_command();
  }
}

TEST_F(Clock, AYearBetweenAnyTwoReadings) {
  platform_.clock_ns = 1;
  platform_.clock_step_ns = kYearNs;
  run_every_command();
  EXPECT_NE(platform_.messages.find("left"), std::string::npos);
}

TEST_F(Clock, ANanosecondBetweenAnyTwoReadings) {
  platform_.clock_ns = 1;
  platform_.clock_step_ns = 1;
  run_every_command();
}

}  // namespace
}  // namespace dokumill
