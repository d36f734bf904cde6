// The fixture of the tests of input contents.
#pragma once

#include <string_view>

#include "cli/cli_test.hpp"

namespace dokumill::testing {

class Input : public CliTest {
 protected:
  // Solves the bytes, without totals.
  Outcome solve(std::string_view bytes, const Args& more = {}) const {
    return run_on(bytes, with({"solve", "in", "--quiet"}, more));
  }
};

}  // namespace dokumill::testing
