// Chooses the size of tests: DOKUMILL_LONG_TESTS=1 in the environment selects sizes that take
// minutes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace dokumill::testing {

inline bool is_long_run() {
  const char* const wish = std::getenv("DOKUMILL_LONG_TESTS");
  return wish != nullptr && std::string_view(wish) == "1";
}

// Sanitizers make a test five to ten times as slow. The build without sanitizers tests every case,
// so a test may leave out some cases with sanitizers.
#if defined(DOKUMILL_SANITIZED)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

// The number of rounds of a test with random inputs: 20 times `rounds` in a long run.
inline int test_rounds(int rounds) {
  return is_long_run() ? rounds * 20 : rounds;
}

// Like test_rounds(), for a test that is very slow with sanitizers: with them, it has a quarter of
// the rounds.
inline int slow_test_rounds(int rounds) {
  return test_rounds(kIsSanitized ? rounds / 4 : rounds);
}

// For a test with a list of cases that is very slow with sanitizers: with them, only a quarter of
// the cases is tested, unless the run is long. These cases are spread over the list. Count the
// cases of nested loops in one number, so that the values of each loop take turns. `number`: the
// number of the case, from 0. Case 0 is always tested.
inline bool is_tested(std::size_t number) {
  // The golden ratio, as in Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4).
  const std::uint32_t spread = static_cast<std::uint32_t>(number) * 2'654'435'769U;
  return !kIsSanitized || is_long_run() || spread < 1U << 30;
}

}  // namespace dokumill::testing
