// The fixture of the tests of input contents.
#pragma once

#include <string_view>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {

class Input : public CliTest {
 protected:
  // Solves the puzzles in the bytes. --quiet suppresses the totals.
  Outcome solve(std::string_view bytes, const Args& more = {}) const {
    return run_on(bytes, with({"solve", "in", "--quiet"}, more));
  }
};

}  // namespace dokumill::testing
