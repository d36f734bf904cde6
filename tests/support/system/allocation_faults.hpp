// Selects the allocations that a test may make fail: allocations of the code under test, but not of
// the test itself.
//
// A program that replaces operator new calls is_spared() in its replacement. In other programs,
// this file has no effect. Thread safety: each thread has its own count.
#pragma once

namespace dokumill::testing {

inline thread_local int spared_depth = 0;

// While an object of this class exists, is_spared() is true in the thread that created the object.
// So none of this thread's allocations is made to fail.
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
