// Tests of the progress bar on a terminal. Records and messages may go to the same terminal.
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

// Returns the lines that a terminal shows after receiving the bytes.
std::vector<std::string> screen_of(std::string_view bytes) {
  std::vector<std::string> lines(1);
  std::size_t column = 0;
  constexpr std::string_view kEraseToTheEnd = "\x1B[K";
  while (!bytes.empty()) {
    std::size_t used = 1;
    std::string& line = lines.back();
    if (bytes.starts_with(kEraseToTheEnd)) {
      line.resize(std::min(line.size(), column));
      used = kEraseToTheEnd.size();
    } else if (bytes[0] == '\r') {
      column = 0;
    } else if (bytes[0] == '\n') {
      lines.emplace_back();
      column = 0;
    } else {
      line.resize(std::max(line.size(), column + 1), ' ');
      line[column++] = bytes[0];
    }
    bytes.remove_prefix(used);
  }
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

class ProgressBar : public CliTest {
 protected:
  // Runs a job that takes longer than half a second, because its records arrive slowly.
  Outcome run_slowly(Args args, Stdout out, bool stderr_terminal = false) const {
    std::string text;
    for (int i = 0; i < kRecords; ++i) text += kPuzzle + '\n';
    return run({.args = std::move(args),
                .in = Stdin::pieces(text, {82}, 100),
                .out = std::move(out),
                .stderr_terminal = stderr_terminal});
  }
  static constexpr int kRecords = 12;
};

TEST_F(ProgressBar, StandsOnNoLineOfRecords) {
  for (const std::string when : {"auto", "always"}) {
    const Outcome run = run_slowly({"solve", "--progress", when}, Stdout::terminal());
    EXPECT_EQ(run.status, 0);
    const std::vector<std::string> screen = screen_of(run.out);
    ASSERT_EQ(screen.size(), kRecords + 1U) << run;
    for (int i = 0; i < kRecords; ++i) EXPECT_EQ(screen[static_cast<std::size_t>(i)], kSolution);
    EXPECT_TRUE(screen.back().starts_with("dokumill: 12 records: ")) << run;
    const bool has_bar = run.out.find("\x1B[K") != std::string::npos;
    EXPECT_EQ(has_bar, when == "always") << run;
  }
}

TEST_F(ProgressBar, IsShownWhereRecordsGoElsewhere) {
  const Outcome file = run_slowly({"solve", "-o", "out"}, Stdout::terminal());
  EXPECT_NE(file.out.find(" records, "), std::string::npos) << file;
  ASSERT_EQ(screen_of(file.out).size(), 1U) << file;
  const Outcome pipe = run_slowly({"solve"}, Stdout::capture(), /*stderr_terminal=*/true);
  EXPECT_NE(pipe.err.find("\x1B[K"), std::string::npos) << pipe;
  EXPECT_EQ(screen_of(pipe.err).size(), 1U) << pipe;
  EXPECT_EQ(pipe.out.size(), kRecords * 82U);
  // The bar shows "1 record", not "1 records".
  EXPECT_EQ(pipe.err.find("\r1 records"), std::string::npos) << pipe;
}

TEST_F(ProgressBar, MakesWayForTheTotalsOfCheck) {
  const Outcome run = run_slowly({"check"}, Stdout::terminal());
  EXPECT_NE(run.out.find("\x1B[K"), std::string::npos) << run;
  const std::vector<std::string> screen = screen_of(run.out);
  ASSERT_EQ(screen.size(), 7U) << run;
  EXPECT_EQ(screen[0], "records: 12");
  const Outcome each = run_slowly({"check", "--each"}, Stdout::terminal());
  EXPECT_EQ(each.out.find("\x1B["), std::string::npos) << each;
}

}  // namespace
}  // namespace dokumill::testing
