// Which allocations a test may make fail: those of the code under test, not those of the test.
//
// A program that replaces operator new asks is_spared(); elsewhere this costs nothing. Thread
// safety: the count is of one thread.
#pragma once

namespace dokumill::testing {

inline thread_local int spared_depth = 0;

// While one lives, this thread's allocations are not made to fail.
class SpareAllocations {
 public:
  SpareAllocations() { ++spared_depth; }
  ~SpareAllocations() { --spared_depth; }
  SpareAllocations(const SpareAllocations&) = delete;
  SpareAllocations& operator=(const SpareAllocations&) = delete;
};

inline bool is_spared() {
  return spared_depth != 0;
}

}  // namespace dokumill::testing
