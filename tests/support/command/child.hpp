// What every test needs that starts a program: the words of its command line, its time, and the
// traces that it leaves.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace dokumill::testing {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin);

// The words as an argument of exec(). REQUIRES: the words outlive the result.
std::vector<char*> pointers_to(std::vector<std::string>& words);

// LLVM's OpenMP runtime creates a shared memory file for each process, with the process ID in its
// name. The file stays if the process is killed. If a limit on file sizes left the file empty, the
// next process with this ID dies of SIGBUS. So the file is removed here.
void forget_openmp_process(pid_t pid);

}  // namespace dokumill::testing
