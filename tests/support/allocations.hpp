// Allocations: a program that links allocations.cpp counts every operator new of all its threads
// and can make some of them fail.
//
// malloc is not reached. Clang's thread sanitizer brings an operator new of its own and does not
// let a program have another one. Thread safety: watch and leave from one thread; the rest any.
#pragma once

#include <cstdint>

namespace dokumill::testing {

// Counts from 0 from now on; number `first` (from 1; 0: none) fails, and `times` - 1 more.
void watch_allocations(std::uint64_t first = 0, std::uint64_t times = 0);
// No more is counted and none fails.
void leave_allocations();
// What was counted since watch_allocations().
std::uint64_t watched_allocations();

}  // namespace dokumill::testing
