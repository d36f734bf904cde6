// Two ends of a job at one place: what would be lost or mixed is refused before any work (cases 41
// and 52 of the fault list).
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_test.hpp"

namespace dokumill::test {
namespace {

class SamePlace : public CliTest {
 protected:
  void SetUp() override {
    for (int i = 0; i < 2'000; ++i) lines_ += kPuzzle + '\n';
    dir.write("in", lines_);
  }
  // The command with redirections, as a shell makes them.
  Outcome run_in_shell(Args args, const std::string& redirections) const {
    args.insert(args.begin(), {"-c", "exec \"$0\" \"$@\" " + redirections, DOKUMILL_BINARY});
    return run({.args = std::move(args), .program = "/bin/sh"});
  }

  std::string lines_;
};

TEST_F(SamePlace, Case41_AnInputIsNotWrittenOverWhileItIsRead) {
  struct Row {
    Args args;
    std::string redirections;
  };
  for (const Row& row : std::vector<Row>{
           {{"solve", "in"}, "1<> in"},
           {{"solve", "in", "--to", "grid"}, "1<> in"},
           {{"solve", "in", "--to", "grid", "--no-mmap"}, "1<> in"},
           {{"solve", "in", "--to", "grid", "-o", "/dev/stdout"}, "1<> in"},
           {{"solve", "--to", "grid"}, "< in 1<> in"},
           {{"solve", "in", "--to", "grid", "-o", "/dev/fd/5"}, "5<> in"},
           {{"canon", "in", "--to", "csv"}, "1<> in"},
           {{"dedupe", "in"}, "1<> in"},
           {{"split", "in", "--train", "-", "--test", "test"}, "1<> in"},
           {{"split", "in", "--train", "train", "--test", "/dev/fd/5"}, "5<> in"},
       }) {
    EXPECT_TRUE(refuses(run_in_shell(row.args, row.redirections), {"same file"}))
        << ::testing::PrintToString(row.args);
    EXPECT_TRUE(has_only(dir, {"in"}));
    ASSERT_EQ(dir.read("in"), lines_) << ::testing::PrintToString(row.args);
  }
}

TEST_F(SamePlace, Case41_AFileThatTheShellEmptiedIsTold) {
  EXPECT_TRUE(refuses(run_in_shell({"solve", "in"}, "> in"), {"same file"}));
}

TEST_F(SamePlace, Case41_AppendingToTheInputIsFine) {
  const Outcome run = run_in_shell({"solve", "in"}, ">> in");
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_TRUE(mentions(run, "grew"));
  const std::string all = dir.read("in");
  ASSERT_EQ(all.size(), 2 * lines_.size());
  EXPECT_EQ(all.substr(0, lines_.size()), lines_);
  EXPECT_TRUE(all.ends_with(kSolution + '\n'));
}

TEST_F(SamePlace, Case41_ThePartsOfASplitAreNotMixed) {
  for (const std::string second : {"-", "/dev/stdout", "/dev/fd/1"}) {
    // Into a pipe, and into a file.
    EXPECT_TRUE(refuses(run({"split", "in", "--train", "-", "--test", second}), {"same"}))
        << second;
    const Outcome to_file =
        run_in_shell({"split", "in", "--train", "/dev/stdout", "--test", second}, "> both");
    EXPECT_TRUE(refuses(to_file, {"same"})) << second;
    EXPECT_EQ(dir.read("both"), "");
  }
  EXPECT_TRUE(
      refuses(run_in_shell({"split", "in", "--train", "-", "--test", "both"}, "> both"), {"same"}));
  const Outcome thrown_away =
      run({"split", "-q", "in", "--train", "/dev/null", "--test", "/dev/null"});
  EXPECT_TRUE(gives(thrown_away, 0, "", ""));
}

TEST_F(SamePlace, Case52_AReportIsNotMixedWithTheOutput) {
  for (const std::string command : {"solve", "check", "rate", "canon", "dedupe"}) {
    for (const std::string report : {"-", "/dev/stdout", "/dev/fd/1"}) {
      EXPECT_TRUE(refuses(run({command, "in", "--report", report}), {"--report"})) << report;
    }
    EXPECT_TRUE(refuses(run_in_shell({command, "in", "--report", "out"}, "> out"), {"--report"}));
  }
  const Outcome alone = run({"solve", "-q", "in", "-o", "out", "--report", "/dev/stdout"});
  EXPECT_EQ(alone.status, 0) << alone;
  EXPECT_NE(alone.out.find("\"unique\": 2000"), std::string::npos) << alone;
}

}  // namespace
}  // namespace dokumill::test
