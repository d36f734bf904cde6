// The fixture of the tests of what an input contains: it solves bytes.
#pragma once

#include <string>
#include <string_view>

#include "cli/cli_test.hpp"

namespace dokumill::test {

class Input : public CliTest {
 protected:
  // Solves the bytes as the file `in` without totals.
  Outcome solve(std::string_view bytes, Args more = {}) const {
    dir.write("in", bytes);
    Args args{"solve", "in", "--quiet"};
    args.insert(args.end(), more.begin(), more.end());
    Outcome outcome = run(std::move(args));
    for (const std::string unit : {"cell", "row", "column"}) {  // the contract leaves this open
      outcome.err = replace_all(outcome.err, " 1 " + unit + "s", " 1 " + unit);
    }
    return outcome;
  }
};

}  // namespace dokumill::test
