// Tests of signals at every system call of a run, from the dynamic linker to the exit: case 78 of
// docs/reliability.md. The exit status and the output file must always agree.
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"
#include "support/command/traced_run.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

class Signals : public CliTest {
 protected:
  void SetUp() override {
    if (!can_trace()) GTEST_SKIP() << "this system does not allow ptrace";
    dir.write("in", kInkala + "\n" + kSolution + "\n" + kInkala + "\n");
  }

  TracedRun trace(const Args& args, const std::vector<Strike>& strikes) const {
    dir.write("out", "old");
    return run_traced(DOKUMILL_BINARY, args, dir.path(), strikes);
  }

  // Sends the signals at one stop after the other. The strides of short runs have no common divisor
  // with 2, so they meet stops before and after calls. The end of a run, where the output is put in
  // its place, is searched completely.
  void strike_everywhere(const Args& args, const std::vector<int>& signals) {
    const TracedRun calm = trace(args, {});
    ASSERT_TRUE(calm.shell_status == 0 || calm.shell_status == 1) << calm.shell_status;
    const std::string complete = dir.read("out");
    ASSERT_NE(complete, "old");
    int old = 0;
    int done = 0;
    const int end_begins = calm.stops - 80;
    for (int stop = 0;; stop += is_long_run() || stop >= end_begins ? 1 : 13) {
      const TracedRun run = trace(args, {{stop, signals}});
      if (!run.is_struck) break;
      const bool is_stopped =
          run.shell_status == 128 + signals.front() || run.shell_status == 128 + signals.back();
      EXPECT_TRUE(is_stopped || run.shell_status == calm.shell_status) << run.shell_status;
      EXPECT_EQ(dir.read("out"), is_stopped ? "old" : complete)
          << "exit status " << run.shell_status << ", signals at stop " << stop << " of "
          << calm.stops << ", " << run.call;
      EXPECT_TRUE(has_only(dir, names)) << stop << ", " << run.call;
      (is_stopped ? old : done) += 1;
    }
    EXPECT_GT(old, 0);
    EXPECT_GT(done, 0);
  }

  // As strike_everywhere(), for a command whose output is the folder `out`: the folder must be
  // complete, or there must be none. `files`: its files.
  void strike_folder_everywhere(const Args& args, const std::vector<int>& signals,
                                const std::vector<std::string>& files) {
    const auto trace_folder = [&](const std::vector<Strike>& strikes) {
      std::filesystem::remove_all(dir / "out");
      return run_traced(DOKUMILL_BINARY, args, dir.path(), strikes);
    };
    const TracedRun calm = trace_folder({});
    ASSERT_EQ(calm.shell_status, 0);
    int stopped = 0;
    int done = 0;
    const int end_begins = calm.stops - 80;
    for (int stop = calm.stops / 4;; stop += is_long_run() || stop >= end_begins ? 1 : 13) {
      const TracedRun run = trace_folder({{stop, signals}});
      if (!run.is_struck) break;
      if (run.shell_status == 0) {
        for (const std::string& file : files) {
          EXPECT_NE(dir.read("out/" + file), "") << stop << ", " << run.call;
        }
        EXPECT_TRUE(has_only(dir, {"in", "out"})) << stop << ", " << run.call;
      } else {
        EXPECT_TRUE(run.shell_status == 128 + signals.front() ||
                    run.shell_status == 128 + signals.back())
            << run.shell_status;
        EXPECT_TRUE(has_only(dir, {"in"})) << stop << ", " << run.call;
      }
      (run.shell_status == 0 ? done : stopped) += 1;
    }
    EXPECT_GT(stopped, 0);
    EXPECT_GT(done, 0);
  }

  std::vector<std::string> names{"in", "out"};
};

const std::vector<std::vector<int>> kOneAndTwo{{SIGINT}, {SIGINT, SIGTERM}};

TEST_F(Signals, StatusAndOutputAgreeAtEveryCall) {
  for (const std::vector<int>& signals : kOneAndTwo) {
    for (const char* const threads : {"1", "2"}) {
      strike_everywhere({"solve", "in", "-o", "out", "--threads", threads}, signals);
    }
    strike_everywhere({"dedupe", "in", "-o", "out", "--threads", "1"}, signals);
    strike_everywhere(
        {"generate", "puzzles", "-n", "1", "--seed", "1", "-o", "out", "--threads", "1"}, signals);
  }
}

TEST_F(Signals, TheyAgreeWithAReportToo) {
  names = {"in", "out", "report"};
  dir.write("report", "old");
  for (const std::vector<int>& signals : kOneAndTwo) {
    for (const char* const command : {"solve", "dedupe"}) {
      strike_everywhere({command, "in", "-o", "out", "--report", "report", "--threads", "1"},
                        signals);
    }
  }
}

TEST_F(Signals, AFolderIsCompleteOrNotThere) {
  dir.write("in", kInkala + "\n" + kPuzzle + "\n");
  for (const std::vector<int>& signals : kOneAndTwo) {
    strike_folder_everywhere({"export", "in", "--layout", "hrm", "--share", "50%", "--seed", "1",
                              "--threads", "1", "out"},
                             signals, {"train/dataset.json", "test/dataset.json"});
  }
}

// The first signal comes before the output is in its place or after it, and the second signal at a
// later call.
TEST_F(Signals, TheSecondSignalAtALaterCall) {
  names = {"in", "out", "report"};
  const Args args{"solve", "in", "-o", "out", "--report", "report", "--threads", "1"};
  const int stops = trace(args, {}).stops;
  const std::string complete = dir.read("out");
  for (int first = stops - 60; first < stops; first += is_long_run() ? 1 : 7) {
    for (int second = first + 1; second < stops + 20; second += is_long_run() ? 1 : 3) {
      const TracedRun run = trace(args, {{first, {SIGINT}}, {second, {SIGTERM}}});
      const bool is_stopped = run.shell_status == 128 + SIGINT || run.shell_status == 128 + SIGTERM;
      EXPECT_TRUE(is_stopped || run.shell_status == 0) << run.shell_status;
      EXPECT_EQ(dir.read("out"), is_stopped ? "old" : complete)
          << "exit status " << run.shell_status << ", signals at stops " << first << " and "
          << second;
      EXPECT_TRUE(has_only(dir, names)) << first << " and " << second;
    }
  }
}

}  // namespace
}  // namespace dokumill::testing
