// How many threads a job starts when nobody says: no more than the process may use.
#pragma once

#include <string>

#include "platform/platform.hpp"

namespace dokumill {

inline constexpr int kMaxThreads = 1024;

// The first number of OMP_NUM_THREADS where there is one; else min(processors of the affinity mask,
// ceil(CPU quota of the control group, version 1 or 2)). At least 1 and at most kMaxThreads. OpenMP
// itself knows nothing of quotas: in a container with two processors' worth of a 64-core machine it
// would start 64 threads.
int automatic_threads(Platform& platform);

// ceil(quota / period) from the text of a version 2 `cpu.max` ("200000 100000", "max 100000"); 0
// when there is no limit.
int quota_processors_v2(const std::string& cpu_max);

// The same from version 1's `cpu.cfs_quota_us` and `cpu.cfs_period_us` (-1: no limit).
int quota_processors_v1(const std::string& quota_us, const std::string& period_us);

}  // namespace dokumill
