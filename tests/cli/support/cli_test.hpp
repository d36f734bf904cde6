// The fixture of the command-line tests. The working directory of every run is a fresh folder, so
// messages name files exactly as the test does.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "cli/support/samples.hpp"
#include "support/command/command.hpp"
#include "support/sample_commands.hpp"

namespace dokumill::testing {

using Args = std::vector<std::string>;

// Returns the arguments `args` followed by `more`.
Args with(Args args, const Args& more);

class CliTest : public ::testing::Test {
 protected:
  Outcome run(Args args, Stdin in = Stdin::null()) const {
    return run({.args = std::move(args), .in = std::move(in)});
  }
  // In the test process if possible, otherwise as a process; see run_here.hpp.
  Outcome run(Command command) const;
  // Writes these bytes to the file `in` and runs the command.
  Outcome run_on(std::string_view bytes, Args args) const {
    dir.write("in", bytes);
    return run(std::move(args));
  }

  ScratchFolder dir;
};

// EXPECT_TRUE(gives(run, 0, "bytes on stdout", "bytes on stderr")): an exact comparison. A failure
// prints the whole outcome.
::testing::AssertionResult gives(const Outcome& run, int status, std::string_view out,
                                 std::string_view err);
// The same comparison, but stderr is ignored.
::testing::AssertionResult gives(const Outcome& run, int status, std::string_view out);

// True for a usage or input error: exit status 2, nothing on stdout, and exactly one line on stderr
// that begins with `dokumill: ` and contains all the parts (case is ignored).
::testing::AssertionResult refuses(const Outcome& run, const std::vector<std::string>& parts = {});

// has_line(): true if exactly one line of stderr equals `line`. has_line_starting(): true if a line
// has this beginning. mentions(): true if the text is anywhere in stderr.
::testing::AssertionResult has_line(const Outcome& run, std::string_view line);
::testing::AssertionResult has_line_starting(const Outcome& run, std::string_view beginning);
::testing::AssertionResult mentions(const Outcome& run, std::string_view text);

// True if the memory of the run stayed below 96 MiB, regardless of how much it read and wrote.
// Always true under a sanitizer, because the sanitizer's own memory would count.
::testing::AssertionResult stays_small(const Outcome& run);

// True if the folder contains exactly these names.
::testing::AssertionResult has_only(const ScratchFolder& dir, std::vector<std::string> names);

// The totals line that `solve` prints.
struct Totals {
  bool found = false;
  std::uint64_t records = 0, unique = 0, multiple = 0, unsolvable = 0, malformed = 0, threads = 0;
};
Totals totals_of(const Outcome& run);
::testing::AssertionResult totals_are(const Outcome& run, std::uint64_t unique,
                                      std::uint64_t multiple, std::uint64_t unsolvable,
                                      std::uint64_t malformed);
// True if the printed totals are the totals of these records.
::testing::AssertionResult totals_fit(const Outcome& run, std::span<const Record> records);

// "dokumill: FILE:LINE: record K: WHAT\n"
std::string problem(const std::string& place, std::uint64_t record, const std::string& what);

}  // namespace dokumill::testing
