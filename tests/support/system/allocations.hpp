// Counts the calls of operator new, by all threads, in a program that links allocations.cpp. Can
// make some of these calls fail. Calls that SpareAllocations protects are neither counted nor made
// to fail. SpareAllocations has no effect in other programs.
//
// malloc is not covered. Clang's thread sanitizer has its own operator new, which a program cannot
// replace. Thread safety: call watch_allocations() and leave_allocations() from one thread. Any
// thread can allocate and call watched_allocations().
#pragma once

#include <cstdint>

namespace dokumill::testing {

// Starts counting at 0. Allocation number `first`, counted from 1, and the `times` - 1 allocations
// after it fail. If `first` is 0, none fails.
void watch_allocations(std::uint64_t first = 0, std::uint64_t times = 0);
// Stops counting. No allocation fails any more.
void leave_allocations();
// The number of allocations since watch_allocations().
std::uint64_t watched_allocations();

inline thread_local int spared_depth = 0;

// While an object of this class exists, the thread that created it allocates for the test and not
// for the code under test.
class SpareAllocations {
 public:
  SpareAllocations() { ++spared_depth; }
  ~SpareAllocations() { --spared_depth; }
  SpareAllocations(const SpareAllocations&) = delete;
  SpareAllocations& operator=(const SpareAllocations&) = delete;
};

}  // namespace dokumill::testing
