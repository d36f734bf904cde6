// Chooses the size of tests: DOKUMILL_LONG_TESTS=1 in the environment selects sizes that take
// minutes.
#pragma once

#include <cstdlib>
#include <string_view>

namespace dokumill::testing {

inline bool is_long_run() {
  const char* const wish = std::getenv("DOKUMILL_LONG_TESTS");
  return wish != nullptr && std::string_view(wish) == "1";
}

// Sanitizers make a test five to ten times as slow. The build without them judges every case, so a
// test may leave out some where the sanitizers are.
#if defined(DOKUMILL_SANITIZED)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

// The rounds of a test with random inputs: 20 times as many in a long run.
inline int test_rounds(int rounds) {
  return is_long_run() ? rounds * 20 : rounds;
}

// The same for a test that takes very long with sanitizers: a quarter of the rounds there.
inline int slow_test_rounds(int rounds) {
  return test_rounds(kIsSanitized ? rounds / 4 : rounds);
}

}  // namespace dokumill::testing
