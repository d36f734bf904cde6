// Tests of the number of processors on simulated machines, some with more processors than cpu_set_t
// has bits. This program replaces the system call sched_getaffinity().
#include <gtest/gtest.h>
#include <sched.h>

#include <cerrno>

#include "base/platform/process/cpu_budget.hpp"
#include "support/system/fake_platform.hpp"

namespace {
struct Machine {
  int places = 0;   // bits in the system's sets of processors
  int allowed = 0;  // processors that this process may use
  int error = 0;
  int calls = 0;
};
Machine machine;
}  // namespace

// As in Linux, the error is EINVAL if the set is too small.
extern "C" int sched_getaffinity(pid_t, std::size_t bytes, cpu_set_t* set) {
  ++machine.calls;
  if (machine.error != 0 || bytes * 8 < static_cast<std::size_t>(machine.places)) {
    errno = machine.error != 0 ? machine.error : EINVAL;
    return -1;
  }
  CPU_ZERO_S(bytes, set);
  // The allowed processors are the last ones of the machine. A truncated set would not have them.
  for (int i = 0; i < machine.allowed; ++i) CPU_SET_S(machine.places - 1 - i, bytes, set);
  return 0;
}

namespace dokumill {
namespace {

TEST(Affinity, CountsTheAllowedProcessors) {
  for (const auto& [places, allowed] :
       {std::pair{1, 1}, {64, 3}, {1024, 1024}, {1025, 2}, {4096, 4096}, {8192, 1500}}) {
    machine = {places, allowed};
    const Processors found = system_platform().processors();
    ASSERT_EQ(static_cast<int>(found.usable.size()), allowed) << places;
    EXPECT_EQ(found.usable.front(), places - allowed);
    EXPECT_EQ(found.usable.back(), places - 1);
    EXPECT_FALSE(found.are_threads_bound);
    EXPECT_GE(machine.calls, 1);
    machine.calls = 0;
    testing::FakePlatform platform;
    platform.variables.emplace();
    platform.hidden = {"/"};
    EXPECT_EQ(automatic_threads(platform), std::min(allowed, kMaxThreads));
  }
}

TEST(Affinity, AKernelThatReturnsAnError) {
  machine = {64, 64};
  machine.error = EPERM;
  const Processors found = system_platform().processors();
  EXPECT_EQ(static_cast<int>(found.usable.size()), found.present);
}

}  // namespace
}  // namespace dokumill
