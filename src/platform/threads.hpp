// What the system lets this process do with threads: how many it can start, on how many processors
// they may run, and whether it lost its threads in a fork. Used by posix_platform.cpp, which has
// the contracts. Thread safety: all of it.
#pragma once

#include <cstddef>
#include <vector>

namespace dokumill {

// The least stack that a thread of a job gets along with. Measured by painting the stack (GCC 12,
// x86-64, release): 23 KiB for the whole of a job with the hungriest engine (avx512), what the
// thread itself keeps there included; 10 to 17 KiB with the others.
inline constexpr std::size_t kLeastStackBytes = std::size_t{64} << 10;

// The least stack that the command gets along with, which parses arguments besides.
inline constexpr std::size_t kLeastMainStackBytes = std::size_t{256} << 10;

int startable_threads(int wanted);
bool are_places_usable(const std::vector<std::vector<int>>& places);
int allowed_processors();
bool were_threads_lost();

// The stack that OpenMP's threads get, as far as OMP_STACKSIZE and its older names say so.
struct StackBytes {
  std::size_t least = 0;
  std::size_t most = 0;
};
StackBytes openmp_stack_bytes();

}  // namespace dokumill
