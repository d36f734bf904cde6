// Finds out what the system allows this process to do with threads: how many threads it can start,
// whether they can be bound, and whether it lost its threads in a fork.
//
// posix_platform.cpp calls these functions; platform.hpp documents them. Thread safety: any thread.
#pragma once

#include <cstddef>
#include <vector>

namespace dokumill {

// The smallest stack that a thread of a job can work with. Measured by painting the stack (GCC 12,
// x86-64, release): a whole job with the engine that needs most (avx512) takes 23 KiB, including
// what the thread itself keeps on its stack. The other engines take 10 to 17 KiB.
inline constexpr std::size_t kLeastStackBytes = std::size_t{64} << 10;

// The smallest stack that the main thread of the command can work with. This thread needs more than
// the other threads, because it also parses arguments.
inline constexpr std::size_t kLeastMainStackBytes = std::size_t{256} << 10;

int startable_threads(int wanted);
bool are_places_usable(const std::vector<std::vector<int>>& places);
bool were_threads_lost();

// The smallest and the largest stack that OpenMP's threads may get. The environment variables
// OMP_STACKSIZE, GOMP_STACKSIZE and KMP_STACKSIZE can set the size.
struct StackBytes {
  std::size_t least = 0;
  std::size_t most = 0;
};
StackBytes openmp_stack_bytes();

}  // namespace dokumill
