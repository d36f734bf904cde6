// Runs the command under ptrace, and sends signals to it at one of its system calls.
//
// A signal handler runs when a system call returns or a thread is scheduled. As long as the program
// makes no system call, only its own memory changes. So signals before and after each call reach
// every state that another process can see, from the first call of the dynamic linker to the exit.
#pragma once

#include <string>
#include <vector>

namespace dokumill::testing {

struct TracedRun {
  int shell_status = -1;  // what a shell shows as `$?`
  // The number of stops: one before and one after each system call of all threads.
  int stops = 0;
  bool is_struck = false;  // whether the run reached the stop that was asked for
  std::string call;        // for messages: the number of the system call at that stop
};

// Signals that are sent at one stop of a run, counted from 0.
struct Strike {
  int stop = -1;
  std::vector<int> signals;
};

// True if this system allows this process to trace its children.
bool can_trace();

// Runs `program` in `directory`. Its standard output and standard error are /dev/null.
TracedRun run_traced(const std::string& program, const std::vector<std::string>& args,
                     const std::string& directory, const std::vector<Strike>& strikes);

}  // namespace dokumill::testing
