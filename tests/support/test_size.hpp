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

// The rounds of a test with random inputs: 20 times as many in a long run, and otherwise a quarter
// of them with sanitizers.
inline int test_rounds(int rounds) {
  if (is_long_run()) return rounds * 20;
  return kIsSanitized ? (rounds + 3) / 4 : rounds;
}

}  // namespace dokumill::testing
