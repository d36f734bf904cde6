#include "platform/cpu_budget.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/fake_platform.hpp"

namespace dokumill {
namespace {

using testing::FakePlatform;

// A machine of 64 processors whose control groups are those of the test.
class CpuBudget : public ::testing::Test {
 protected:
  CpuBudget() {
    platform_.processors = 64;
    platform_.variables.emplace();
    platform_.hidden = {"/proc/", "/sys/"};
  }
  int threads() { return automatic_threads(platform_); }
  void put(const std::string& path, const std::string& text) {
    platform_.memory_files[path] = text;
  }

  FakePlatform platform_;
};

TEST_F(CpuBudget, IsTheAffinityMaskWithoutAQuota) {
  EXPECT_EQ(threads(), 64);
  platform_.processors = 1;
  EXPECT_EQ(threads(), 1);
  platform_.processors = 0;
  EXPECT_EQ(threads(), 1);
  platform_.processors = 5000;
  EXPECT_EQ(threads(), kMaxThreads);
}

TEST_F(CpuBudget, HonoursTheQuotaOfVersion2) {
  put("/proc/self/cgroup", "0::/user/job\n");
  put("/sys/fs/cgroup/user/job/cpu.max", "max 100000\n");
  EXPECT_EQ(threads(), 64);
  put("/sys/fs/cgroup/user/cpu.max", "750000 100000\n");
  EXPECT_EQ(threads(), 8);
  put("/sys/fs/cgroup/user/job/cpu.max", "200000 100000\n");
  EXPECT_EQ(threads(), 2);
  put("/sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_EQ(threads(), 1);
  platform_.processors = 1;
  put("/sys/fs/cgroup/cpu.max", "9900000 100000\n");
  EXPECT_EQ(threads(), 1);
}

TEST_F(CpuBudget, HonoursTheQuotaOfVersion1) {
  put("/proc/self/cgroup", "12:memory:/a\n4:cpu,cpuacct:/docker/x\n1:name=systemd:/\n0::/\n");
  put("/sys/fs/cgroup/cpu/docker/x/cpu.cfs_quota_us", "-1\n");
  put("/sys/fs/cgroup/cpu/docker/x/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(threads(), 64);
  put("/sys/fs/cgroup/cpu/docker/x/cpu.cfs_quota_us", "250000\n");
  EXPECT_EQ(threads(), 3);
  // In a container the group's own path is the root of what it sees.
  platform_.memory_files.erase("/sys/fs/cgroup/cpu/docker/x/cpu.cfs_quota_us");
  put("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100001\n");
  put("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(threads(), 2);
}

TEST_F(CpuBudget, AnInterruptedReadIsTriedAgain) {
  put("/proc/self/cgroup", "0::/\n");
  put("/sys/fs/cgroup/cpu.max", "200000 100000\n");
  platform_.interrupts_reads = true;
  platform_.interrupts_opens = true;
  EXPECT_EQ(threads(), 2);
  platform_.interrupts_reads = platform_.interrupts_opens = false;
  platform_.longest_read = 1;
  EXPECT_EQ(threads(), 2);
}

TEST_F(CpuBudget, HonoursTheFirstNumberOfOpenMp) {
  put("/proc/self/cgroup", "0::/\n");
  put("/sys/fs/cgroup/cpu.max", "200000 100000\n");
  const std::vector<std::pair<std::string, int>> wishes{{"1", 1},
                                                        {"7", 7},
                                                        {"4,2", 4},
                                                        {"40000", kMaxThreads},
                                                        {"abc", 2},
                                                        {"0", 2},
                                                        {"-3", 2},
                                                        {"", 2},
                                                        {"+4", 2},
                                                        {"1024", 1024},
                                                        {"99999999999999999999", 2}};
  for (const auto& [wish, expected] : wishes) {
    (*platform_.variables)["OMP_NUM_THREADS"] = wish;
    EXPECT_EQ(threads(), expected) << wish;
  }
}

TEST_F(CpuBudget, StrangeFilesAreNoLimit) {
  for (const std::string groups : {"", "\n\n", "0", "0:", "0::", "::", "0::\n", "cpu", "a:b:c:d",
                                   "0::/\xFF\n", "4:cpu:relative\n"}) {
    put("/proc/self/cgroup", groups);
    EXPECT_EQ(threads(), 64) << groups;
  }
  for (const std::string quota : {"", "max", "200000", "x y", "0 100000", "100000 0", "-5 100000",
                                  "99999999999999999999 100000", " ", "1 "}) {
    EXPECT_EQ(quota_processors_v2(quota), 0) << quota;
  }
}

TEST(CpuQuota, IsRoundedUp) {
  EXPECT_EQ(quota_processors_v2("1 100000"), 1);
  EXPECT_EQ(quota_processors_v2("100000 100000\n"), 1);
  EXPECT_EQ(quota_processors_v2("100001 100000"), 2);
  EXPECT_EQ(quota_processors_v2("9223372036854775807 1"), kMaxThreads);
  EXPECT_EQ(quota_processors_v2("9223372036854775807 9223372036854775807"), 1);
  EXPECT_EQ(quota_processors_v1("150000\n", "50000\n"), 3);
  EXPECT_EQ(quota_processors_v1("-1\n", "100000\n"), 0);
  EXPECT_EQ(quota_processors_v1("", ""), 0);
}

// Whatever this machine is like, there is an answer.
TEST(CpuQuota, ThisMachineHasAnAnswer) {
  const int threads = automatic_threads(system_platform());
  EXPECT_GE(threads, 1);
  EXPECT_LE(threads, kMaxThreads);
}

}  // namespace
}  // namespace dokumill
