// How many threads a job starts when nobody says: no more than the process may use.
#pragma once

#include "platform/platform.hpp"

namespace dokumill {

inline constexpr int kMaxThreads = 1024;

// The first number of OMP_NUM_THREADS where there is one; else min(processors of the affinity mask,
// ceil(CPU quota of the control groups)). At least 1 and at most kMaxThreads. OpenMP itself knows
// nothing of quotas: in a container with two processors' worth of a 64-core machine it would start
// 64 threads.
int automatic_threads(Platform& platform);

}  // namespace dokumill
