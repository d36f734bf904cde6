// The number of threads that a job starts by default.
#pragma once

#include <string>

#include "base/platform/platform.hpp"

namespace dokumill {

inline constexpr int kMaxThreads = 1024;

// What decides about the number of threads.
struct ThreadBudget {
  int threads = 1;              // the default: at least 1, at most kMaxThreads
  int requested = 0;            // the first number of OMP_NUM_THREADS; 0: not 1 or more
  int quota = 0;                // the CPU quota of the control groups, rounded up; 0: none
  int processors = 1;           // those that a job may use
  int present = 1;              // those of the machine
  std::string limited_by = {};  // as in Processors

  // Returns the reason why `threads` is smaller than `present`, such as "OMP_NUM_THREADS is 1", or
  // "" if it is not.
  std::string remark() const;
};

// The default is `requested` if it is not 0. Otherwise it is min(processors, quota).
// OpenMP itself ignores quotas: in a container with a quota of two processors on a 64-core machine,
// it would start 64 threads.
ThreadBudget thread_budget(Platform& platform);

// thread_budget().threads
int automatic_threads(Platform& platform);

}  // namespace dokumill
