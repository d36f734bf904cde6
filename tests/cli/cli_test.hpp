// The fixture of the command's tests: a fresh folder that is the working directory of every run, so
// that messages name files as they stand in the test.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "cli/samples.hpp"
#include "support/command.hpp"

namespace dokumill::test {

using Args = std::vector<std::string>;

// The words of `args`, and then those of `more`.
Args with(Args args, const Args& more);

class CliTest : public ::testing::Test {
 protected:
  Outcome run(Args args, Stdin in = Stdin::null()) const {
    return run({.args = std::move(args), .in = std::move(in)});
  }
  Outcome run(Command command) const {
    if (command.directory == "/") command.directory = dir.path();
    return run_command(command);
  }
  // The command on these bytes, which become the file `in`.
  Outcome run_on(std::string_view bytes, Args args) const {
    dir.write("in", bytes);
    return run(std::move(args));
  }

  TempDir dir;
};

// EXPECT_TRUE(gives(run, 0, "bytes on stdout", "bytes on stderr")): exact, with all of it told.
::testing::AssertionResult gives(const Outcome& run, int status, std::string_view out,
                                 std::string_view err);
// The same, whatever stands on stderr.
::testing::AssertionResult gives(const Outcome& run, int status, std::string_view out);

// A usage or input error: exit 2, nothing on stdout, exactly one line on stderr, which begins with
// `dokumill: ` and has all the parts, compared without regard to case.
::testing::AssertionResult refuses(const Outcome& run, const std::vector<std::string>& parts = {});

// stderr has this line, exactly; a prefix of a line; or the text anywhere.
::testing::AssertionResult tells(const Outcome& run, std::string_view line);
::testing::AssertionResult tells_beginning(const Outcome& run, std::string_view beginning);
::testing::AssertionResult mentions(const Outcome& run, std::string_view text);

// Its memory stayed below 96 MiB, whatever it read and wrote. True under a sanitizer, whose own
// memory would count.
::testing::AssertionResult stays_small(const Outcome& run);

// The folder has these names and no others.
::testing::AssertionResult has_only(const TempDir& dir, std::vector<std::string> names);

// The totals line of solve.
struct Totals {
  bool found = false;
  std::uint64_t records = 0, unique = 0, multiple = 0, unsolvable = 0, malformed = 0, threads = 0;
};
Totals totals_of(const Outcome& run);
::testing::AssertionResult totals_are(const Outcome& run, std::uint64_t unique,
                                      std::uint64_t multiple, std::uint64_t unsolvable,
                                      std::uint64_t malformed);
// The totals of these records.
::testing::AssertionResult totals_fit(const Outcome& run, std::span<const Record> records);

// "dokumill: FILE:LINE: record K: WHAT\n"
std::string problem(const std::string& place, std::uint64_t record, const std::string& what);

}  // namespace dokumill::test
