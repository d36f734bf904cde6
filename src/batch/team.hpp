// The threads of a job: the one place where OpenMP is used.
//
// A team is chosen first, then run. OpenMP's runtimes end the process when they cannot start a
// thread, and GCC's waits for ever in a process that was forked from one with threads; so the
// number is settled before, and a team of one never enters OpenMP at all. No setting of OpenMP is
// changed, as a host program may use it, too. Thread safety: any thread may run a team of its own;
// inside a host's parallel region, where OpenMP would start no threads, it is a team of one.
#pragma once

#include <functional>
#include <string>

#include "platform/platform.hpp"

namespace dokumill::batch {

struct Team {
  enum class Shortage { kNone, kOfThreads, kOfPlaces, kAfterFork };

  int threads = 1;
  Shortage shortage = Shortage::kNone;  // why `threads` are fewer than were asked for
};

// As many of `wanted` threads as can be started now.
Team choose_team(Platform& platform, int wanted);

// "warning: ..." for a team that is short of threads.
std::string shortage_warning(const Team& team);

// Calls work(worker, thread) once for each worker 0 .. team.threads - 1. Each has a thread to
// itself, unless OpenMP starts fewer (OMP_DYNAMIC, OMP_THREAD_LIMIT): then a thread takes the next
// when it is done with one. `thread` is 0 for the caller's thread and below team.threads.
// REQUIRES: work() throws nothing unless the team is of one.
void run_team(const Team& team, const std::function<void(int worker, int thread)>& work);

}  // namespace dokumill::batch
