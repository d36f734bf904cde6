// Tests of the automatic number of threads: the affinity mask, the quotas of control groups and
// OMP_NUM_THREADS.
#include "base/platform/process/cpu_budget.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/platform/process/cpu_quota.hpp"
#include "support/system/fake_platform.hpp"

namespace dokumill {
namespace {

using testing::FakePlatform;

// A machine with 64 processors and with the control groups that the test defines.
class CpuBudget : public ::testing::Test {
 protected:
  CpuBudget() {
    platform_.processor_count = 64;
    platform_.variables.emplace();
    platform_.hidden = {"/"};
  }
  int threads() { return automatic_threads(platform_); }
  void put(const std::string& path, const std::string& text) {
    platform_.memory_files[path] = text;
  }
  void groups(const std::string& text) { put("/proc/self/cgroup", text); }
  void mounts(const std::string& lines) {
    put("/proc/self/mountinfo",
        "22 27 0:21 / /proc rw,relatime - proc proc rw\n"
        "27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard\n" +
            lines);
  }
  // Returns a line of mountinfo for control groups of version 2, as systemd makes it: the folder
  // `root` of the hierarchy is mounted at `point`.
  static std::string version_2(const std::string& root = "/",
                               const std::string& point = "/sys/fs/cgroup") {
    return "35 24 0:30 " + root + " " + point +
           " rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
  }
  static std::string version_1(const std::string& root = "/",
                               const std::string& point = "/sys/fs/cgroup/cpu,cpuacct",
                               const std::string& controllers = "cpu,cpuacct") {
    return "40 31 0:33 " + root + " " + point +
           " rw,nosuid shared:14 master:3 - cgroup cgroup rw," + controllers + "\n";
  }
  void quota_v1(const std::string& folder, const std::string& quota,
                const std::string& period = "100000") {
    put(folder + "/cpu.cfs_quota_us", quota + "\n");
    put(folder + "/cpu.cfs_period_us", period + "\n");
  }

  FakePlatform platform_;
};

TEST_F(CpuBudget, IsTheAffinityMaskWithoutAQuota) {
  EXPECT_EQ(threads(), 64);
  platform_.processor_count = 1;
  EXPECT_EQ(threads(), 1);
  platform_.processor_count = 0;
  EXPECT_EQ(threads(), 1);
  platform_.processor_count = 5000;
  EXPECT_EQ(threads(), kMaxThreads);
}

TEST_F(CpuBudget, QuotaOfVersion2) {
  groups("0::/user/job\n");
  mounts(version_2());
  put("/sys/fs/cgroup/user/job/cpu.max", "max 100000\n");
  EXPECT_EQ(threads(), 64);
  put("/sys/fs/cgroup/user/cpu.max", "750000 100000\n");
  EXPECT_EQ(threads(), 8);
  put("/sys/fs/cgroup/user/job/cpu.max", "200000 100000\n");
  EXPECT_EQ(threads(), 2);
  put("/sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_EQ(threads(), 1);
  platform_.processor_count = 1;
  put("/sys/fs/cgroup/cpu.max", "9900000 100000\n");
  EXPECT_EQ(threads(), 1);
}

TEST_F(CpuBudget, QuotaOfVersion1) {
  groups("12:memory:/a\n4:cpu,cpuacct:/docker/x\n1:name=systemd:/\n");
  mounts(version_1("/", "/sys/fs/cgroup/memory", "memory") + version_1());
  const std::string folder = "/sys/fs/cgroup/cpu,cpuacct";
  quota_v1(folder + "/docker/x", "-1");
  EXPECT_EQ(threads(), 64);
  quota_v1(folder + "/docker/x", "250000");
  EXPECT_EQ(threads(), 3);
  quota_v1(folder + "/docker", "100000", "50000");
  EXPECT_EQ(threads(), 2);
  quota_v1(folder, "50000");
  EXPECT_EQ(threads(), 1);
}

// The code must assume no folder name: the cpu controller may be mounted anywhere, alone or with
// other controllers.
TEST_F(CpuBudget, AnyMountPoint) {
  groups("4:cpuacct,cpu:/a\n");
  mounts(version_1("/", "/sys/fs/cgroup/cpuacct", "cpuacct") +
         version_1("/", "/dev/my\\040groups\\134", "cpuacct,cpu"));
  quota_v1("/sys/fs/cgroup/cpu/a", "100000");
  quota_v1("/sys/fs/cgroup/cpuacct/a", "100000");
  EXPECT_EQ(threads(), 64);
  quota_v1("/dev/my groups\\/a", "300000");
  EXPECT_EQ(threads(), 3);
  // The control groups are mounted at the root folder, and the name of the group has a colon, a
  // space and parentheses.
  groups("0::/a:b c(d)\n");
  mounts(version_2("/", "/"));
  put("/a:b c(d)/cpu.max", "400000 100000\n");
  EXPECT_EQ(threads(), 4);
  // A file system mounted over the control groups hides them.
  mounts(version_2("/", "/x") + "50 31 0:50 / /x rw - tmpfs tmpfs rw\n");
  put("/x/cpu.max", "100000 100000\n");
  EXPECT_EQ(threads(), 64);
}

TEST_F(CpuBudget, BothVersionsAtOnce) {
  groups("9:name=systemd:/s\n2:cpuset:/\n1:cpu:/v1\n0::/v2\n");
  mounts(version_1("/", "/sys/fs/cgroup/systemd", "xattr,name=systemd") +
         version_1("/", "/sys/fs/cgroup/cpu", "cpu") + version_2("/", "/sys/fs/cgroup/unified"));
  EXPECT_EQ(threads(), 64);
  put("/sys/fs/cgroup/unified/v2/cpu.max", "900000 100000\n");
  EXPECT_EQ(threads(), 9);
  quota_v1("/sys/fs/cgroup/cpu/v1", "500000");
  EXPECT_EQ(threads(), 5);
  put("/sys/fs/cgroup/unified/v2/cpu.max", "200000 100000\n");
  EXPECT_EQ(threads(), 2);
}

// /proc/self/cgroup has the path of the group on the machine outside of the container. The mount
// shows only the groups from its root (here /docker/x) downwards.
TEST_F(CpuBudget, ContainerWithoutANameSpace) {
  groups("4:cpu,cpuacct:/docker/x/worker\n");
  mounts(version_1("/docker/x"));
  quota_v1("/sys/fs/cgroup/cpu,cpuacct/worker", "300000");
  EXPECT_EQ(threads(), 3);
  quota_v1("/sys/fs/cgroup/cpu,cpuacct", "100001");
  EXPECT_EQ(threads(), 2);
  groups("4:cpu,cpuacct:/docker/x\n");
  EXPECT_EQ(threads(), 2);
  groups("0::/docker/x\n");
  mounts(version_2("/docker/x"));
  put("/sys/fs/cgroup/cpu.max", "700000 100000\n");
  EXPECT_EQ(threads(), 7);
  // A group whose name only begins with the root's name is not below that root. The second mount
  // has the group of this process.
  groups("0::/docker/xy\n");
  mounts(version_2("/docker/x") + version_2("/docker/xy", "/mine"));
  put("/mine/cpu.max", "800000 100000\n");
  EXPECT_EQ(threads(), 8);
}

TEST_F(CpuBudget, ContainerWithANameSpace) {
  groups("0::/\n");
  mounts(version_2());
  put("/sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(threads(), 2);
  // The mount was made outside of the name space, so its root is above the root of the name space.
  mounts(version_2("/../.."));
  EXPECT_EQ(threads(), 2);
  // If the group is outside of the name space, its path must not lead out of the mount.
  groups("0::/../../other\n");
  mounts(version_2());
  put("/sys/fs/cgroup/../../other/cpu.max", "100000 100000\n");
  EXPECT_EQ(threads(), 2);
  groups("0::/../b\n");
  mounts(version_2("/.."));
  put("/sys/fs/cgroup/b/cpu.max", "100000 100000\n");
  EXPECT_EQ(threads(), 1);
}

// The group was removed while the process was in it. The groups above it still apply.
TEST_F(CpuBudget, RemovedGroup) {
  groups("0::/user/job (deleted)\n");
  mounts(version_2());
  put("/sys/fs/cgroup/user/cpu.max", "600000 100000\n");
  EXPECT_EQ(threads(), 6);
}

TEST_F(CpuBudget, AnInterruptedReadIsTriedAgain) {
  groups("0::/\n");
  mounts(version_2());
  put("/sys/fs/cgroup/cpu.max", "200000 100000\n");
  platform_.interrupts_reads = true;
  platform_.interrupts_opens = true;
  EXPECT_EQ(threads(), 2);
  platform_.interrupts_reads = platform_.interrupts_opens = false;
  platform_.longest_read = 1;
  EXPECT_EQ(threads(), 2);
}

// A machine with thousands of mounts has a mountinfo file of a megabyte.
TEST_F(CpuBudget, ThousandsOfMounts) {
  groups("0::/\n");
  std::string lines;
  for (int i = 0; i < 5000; ++i)
    lines += "99 27 0:99 / /snap/" + std::to_string(i) + " ro,relatime - squashfs /dev/loop ro\n";
  mounts(lines + version_2());
  put("/sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(threads(), 2);
}

TEST_F(CpuBudget, HonoursTheFirstNumberOfOpenMp) {
  groups("0::/\n");
  mounts(version_2());
  put("/sys/fs/cgroup/cpu.max", "200000 100000\n");
  const auto threads_with = [this](const std::string& wish) {
    (*platform_.variables)["OMP_NUM_THREADS"] = wish;
    return threads();
  };
  EXPECT_EQ(threads_with("1"), 1);
  EXPECT_EQ(threads_with("7"), 7);
  EXPECT_EQ(threads_with("4,2"), 4);
  EXPECT_EQ(threads_with("1024"), 1024);
  EXPECT_EQ(threads_with("40000"), kMaxThreads);
  for (const std::string wish : {"abc", "0", "-3", "", "+4", "99999999999999999999"}) {
    EXPECT_EQ(threads_with(wish), 2) << wish;
  }
}

// The remark names what decided, and nothing else. Without a limit, there is no remark.
TEST_F(CpuBudget, TheRemarkNamesTheLimit) {
  groups("0::/\n");
  mounts(version_2());
  const auto remark = [this] { return thread_budget(platform_).remark(); };
  EXPECT_EQ(remark(), "");
  (*platform_.variables)["OMP_NUM_THREADS"] = "64";
  EXPECT_EQ(remark(), "");
  (*platform_.variables)["OMP_NUM_THREADS"] = "3,1";
  EXPECT_EQ(remark(), "OMP_NUM_THREADS is 3");
  platform_.variables->clear();
  platform_.processor_count = 8;
  platform_.present_processors = 64;
  EXPECT_EQ(remark(), "this process may use 8 of 64 processors");
  platform_.limited_by = "OMP_PLACES";
  EXPECT_EQ(remark(), "OMP_PLACES allows 8 of 64 processors");
  put("/sys/fs/cgroup/cpu.max", "900000 100000\n");
  EXPECT_EQ(remark(), "OMP_PLACES allows 8 of 64 processors");
  put("/sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(remark(), "the CPU quota is 2 of 64 processors");
  EXPECT_EQ(threads(), 2);
}

TEST_F(CpuBudget, StrangeFilesAreNoLimit) {
  put("/cpu.max", "100000 100000\n");
  put("/sys/fs/cgroup/cpu.cfs_quota_us", "100000\n");
  for (const std::string text : {"", "\n\n", "0", "0:", "0::", "::", "cpu", "a:b:c:d", "0::\n",
                                 "4:cpu:relative\n", "0::/\xFF\n"}) {
    groups(text);
    mounts(version_2() + version_1());
    EXPECT_EQ(threads(), 64) << text;
    put("/proc/self/mountinfo", text);
    EXPECT_EQ(threads(), 64) << text;
  }
  groups("0::/\n4:cpu:/\n");
  for (const std::string text :
       {"\n", "1 2 3 4 5", "1 2 3 / /sys/fs/cgroup", "1 2 3 / /sys/fs/cgroup rw -",
        "1 2 3 / /sys/fs/cgroup rw shared:1", "1 2 3 / /sys/fs/cgroup rw - cgroup cgroup",
        "1 2 3 / /sys/fs/cgroup rw - cgroup cgroup rw,cpuset,cpuacct,name=cpu", "- cgroup2 x y"}) {
    put("/proc/self/mountinfo", text);
    EXPECT_EQ(threads(), 64) << text;
  }
}

TEST(CpuQuota, IsRoundedUp) {
  EXPECT_EQ(quota_processors_v2("1 100000"), 1);
  EXPECT_EQ(quota_processors_v2("100000 100000\n"), 1);
  EXPECT_EQ(quota_processors_v2("100001 100000"), 2);
  EXPECT_GT(quota_processors_v2("9223372036854775807 1"), kMaxThreads);
  EXPECT_EQ(quota_processors_v2("9223372036854775807 9223372036854775807"), 1);
  EXPECT_EQ(quota_processors_v1("150000\n", "50000\n"), 3);
  EXPECT_EQ(quota_processors_v1("-1\n", "100000\n"), 0);
  EXPECT_EQ(quota_processors_v1("", ""), 0);
  for (const std::string quota : {"", "max", "max 100000", "200000", "x y", "0 100000", "100000 0",
                                  "-5 100000", "99999999999999999999 100000", " ", "1 "}) {
    EXPECT_EQ(quota_processors_v2(quota), 0) << quota;
  }
}

// automatic_threads() returns a valid number on any machine.
TEST(CpuQuota, ThisMachineHasAnAnswer) {
  const int threads = automatic_threads(system_platform());
  EXPECT_GE(threads, 1);
  EXPECT_LE(threads, kMaxThreads);
}

}  // namespace
}  // namespace dokumill
