// How much processor time the control groups (cgroups) of this process leave it, in processors.
//
// Where to look is read from /proc/self/cgroup (the groups) and /proc/self/mountinfo (where each
// hierarchy is mounted, and which part of it); nothing is assumed about the folders. Version 1,
// version 2 and both at once are understood, inside and outside of containers. What cannot be read
// is no limit. Thread safety: none needed. Memory: the text of mountinfo.
#pragma once

#include <string_view>

#include "platform/platform.hpp"

namespace dokumill {

// ceil(quota / period) of the tightest quota on the way from the process's group up to the highest
// group that can be seen, for each hierarchy; 0 when there is none.
int quota_processors(Platform& platform);

// ceil(quota / period) from the text of a version 2 `cpu.max` ("200000 100000", "max 100000"); 0
// when there is no limit.
int quota_processors_v2(std::string_view cpu_max);

// The same from version 1's `cpu.cfs_quota_us` and `cpu.cfs_period_us` (-1: no limit).
int quota_processors_v1(std::string_view quota_us, std::string_view period_us);

}  // namespace dokumill
