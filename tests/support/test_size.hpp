// How long the tests with random inputs run: DOKUMILL_LONG_TESTS=1 in the environment makes them 20
// times as long.
#pragma once

#include <cstdlib>

namespace dokumill::testing {

inline int test_rounds(int rounds) {
  const char* const wish = std::getenv("DOKUMILL_LONG_TESTS");
  return wish != nullptr && *wish == '1' ? rounds * 20 : rounds;
}

}  // namespace dokumill::testing
