// The number of threads that a job starts by default.
#pragma once

#include "platform/platform.hpp"

namespace dokumill {

inline constexpr int kMaxThreads = 1024;

// Returns the first number of OMP_NUM_THREADS if it is 1 or more. Otherwise returns min(processors
// of the affinity mask, ceil(CPU quota of the control groups)). The result is at least 1 and at
// most kMaxThreads.
// OpenMP itself ignores quotas: in a container with a quota of two processors on a 64-core machine,
// it would start 64 threads.
int automatic_threads(Platform& platform);

}  // namespace dokumill
