// The CPU quota that the control groups (cgroups) of this process set, in processors.
//
// /proc/self/cgroup lists the groups. /proc/self/mountinfo lists the mount points of the
// hierarchies, and the part of a hierarchy that is mounted at each point. So the code relies on no
// fixed mount point such as /sys/fs/cgroup. It understands cgroups of version 1, of version 2 and
// of both at once, inside and outside of containers. A file that cannot be read counts as no limit.
// Thread safety: the functions keep no state. Memory: the text of mountinfo.
#pragma once

#include <string_view>

#include "base/platform/platform.hpp"

namespace dokumill {

// Returns ceil(quota / period) of the tightest quota, or 0 if there is no quota. In each hierarchy,
// the function checks every group from the group of this process up to the highest visible group.
int quota_processors(Platform& platform);

// Returns ceil(quota / period), or 0 if there is no limit. `cpu_max` is the text of a version 2
// `cpu.max`: "200000 100000" or "max 100000".
int quota_processors_v2(std::string_view cpu_max);

// Does the same for version 1. The parameters are the texts of `cpu.cfs_quota_us` (-1: no limit)
// and `cpu.cfs_period_us`.
int quota_processors_v1(std::string_view quota_us, std::string_view period_us);

}  // namespace dokumill
