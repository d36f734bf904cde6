// Starts the threads of a job: those of OpenMP, those of the C++ library (DOKUMILL_STD_THREADS), or
// none. Only team.cpp calls OpenMP.
//
// choose_team() chooses a team first, and run_team() runs it afterwards. The OpenMP runtimes end
// the process if they cannot start a thread, and GCC's runtime waits forever in a process that was
// forked from one with threads. So choose_team() fixes the number of threads before OpenMP starts
// any, and a team of one thread does not use OpenMP. The program that uses this library may use
// OpenMP, too, so it never sees a changed setting of OpenMP.
//
// OMP_DYNAMIC lets a runtime start fewer threads. GCC's runtime subtracts the load of the last 15
// minutes from the number of processors: after a long job, the next one would get one thread on an
// idle machine. choose_team() has counted the processors that the job may use, so the team has the
// threads that it chose.
//
// OpenMP's places decide which processors the team may use, but not which thread runs where: each
// thread may use all of them. Otherwise OMP_PROC_BIND=master would put all threads on the
// processors of one place, and all processes of dokumill-mpi would use the same first places.
//
// The threads of the C++ library need no runtime, so a library that another program loads does not
// bring a second OpenMP runtime into it, and a forked process can start threads, too. The Python
// wheel and the static program use them.
//
// Thread safety: any thread can run its own team. If the program calls the library inside a
// parallel region, where OpenMP would start no threads, a team has one thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/platform/platform.hpp"

namespace dokumill::batch {

struct Team {
  enum class Shortage { kNone, kOfThreads, kOfPlaces, kAfterFork };

  int threads = 1;
  Shortage shortage = Shortage::kNone;  // why there are fewer threads than requested
  // What else limits the threads, or which setting does not. Empty: there is no such setting.
  std::string remark = {};
  // The processors that each thread may use. Empty: those that it has.
  std::vector<int> processors = {};
};

// The number of threads that a job wants, at least 1: `threads`, or the automatic choice if
// `threads` is 0.
int wanted_threads(Platform& platform, int threads);

// Chooses a team of `wanted` threads, or of as many as can be started now.
Team choose_team(Platform& platform, int wanted);

// Returns "warning: ...", the message for a team with fewer threads than requested.
std::string shortage_warning(const Team& team);

// Calls work(worker, thread) once for each worker 0 .. team.threads - 1. Usually each worker has
// its own thread. If OpenMP starts fewer threads (KMP_DEVICE_THREAD_LIMIT), a thread that is done
// with a worker runs the next one. `thread` is below team.threads, and 0 for the caller's thread.
// Returns the number of threads that were started, with the caller's.
// REQUIRES: work() throws nothing if the team has more than one thread.
int run_team(const Team& team, const std::function<void(int worker, int thread)>& work);

}  // namespace dokumill::batch
