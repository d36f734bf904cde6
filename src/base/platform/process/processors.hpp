// Finds out which processors the threads of a job may use, and moves threads to them.
//
// The affinity mask of a thread does not answer this. If OMP_PROC_BIND, OMP_PLACES or a variable
// like them is set, an OpenMP runtime binds the first thread of the process to a part of the
// processors: GCC's runtime before main() begins, LLVM's at the first call. Every thread and every
// program that this thread starts inherits the binding. So a job would count one processor, and all
// its threads would share it. The runtime itself knows its places (the sets of processors to which
// it binds threads), so this file asks each runtime that is loaded. It may be that of another
// library. A binding that is no place of a runtime, such as that of taskset or mpirun, is obeyed.
//
// Thread safety: any thread. Cost: a system call. If one of the variables is set, also the search
// for the runtimes, some microseconds, and the start of LLVM's runtime if it has not started yet.
#pragma once

#include <vector>

#include "base/platform/platform.hpp"

namespace dokumill {

// For Platform::processors().
Processors find_processors();

// Undoes what an OpenMP runtime has done to this thread: the thread may use all processors of
// find_processors(). Threads and programs that it starts later inherit this. Programs call this
// function at the beginning of main(). A library must not, because the thread is not its own.
void release_thread();

// Lets this thread use the given processors, and restores the previous set in the destructor.
// Without processors, nothing changes. If the system refuses, the thread keeps its set.
class OnProcessors {
 public:
  explicit OnProcessors(const std::vector<int>& processors);
  ~OnProcessors();
  OnProcessors(const OnProcessors&) = delete;
  OnProcessors& operator=(const OnProcessors&) = delete;

 private:
  std::vector<int> before_;
};

}  // namespace dokumill
