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

// The rounds of a test with random inputs: 20 times as many in a long run.
inline int test_rounds(int rounds) {
  return is_long_run() ? rounds * 20 : rounds;
}

}  // namespace dokumill::testing
