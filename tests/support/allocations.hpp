// Counts every operator new of all threads in a program that links allocations.cpp, and can make
// some of them fail.
//
// malloc is not covered. Clang's thread sanitizer has its own operator new, which a program cannot
// replace. Thread safety: call watch_allocations() and leave_allocations() from one thread. Any
// thread can allocate and call watched_allocations().
#pragma once

#include <cstdint>

namespace dokumill::testing {

// Starts counting at 0. Allocation number `first` (from 1; 0: none) fails, and the `times` - 1
// allocations after it.
void watch_allocations(std::uint64_t first = 0, std::uint64_t times = 0);
// Stops counting. No allocation fails any more.
void leave_allocations();
// The number of allocations since watch_allocations().
std::uint64_t watched_allocations();

}  // namespace dokumill::testing
