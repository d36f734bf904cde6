// Selects the allocations that a test may make fail: those of the code under test, not those of the
// test itself.
//
// A program that replaces operator new calls is_spared(); in other programs this costs nothing.
// Thread safety: each thread has its own count.
#pragma once

namespace dokumill::testing {

inline thread_local int spared_depth = 0;

// While an object of this class lives, no allocation of this thread is made to fail.
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
