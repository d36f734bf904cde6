// Tests of what a user sees when a job is stopped: cases 46, 50, 77 and 78 of docs/reliability.md.
// Stops at random moments are in tests/torture.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class Stops : public CliTest {
 protected:
  // Runs a job that would take minutes, and sends the signals after 0.8 s.
  Outcome run_stopped(Args args, const std::vector<int>& signals) const {
    int step = 0;
    return run(
        {.args = std::move(args), .in = Stdin::feed([&step, &signals](const Outcome& so_far) {
                                    if (++step == 2) {
                                      for (const int number : signals) kill(so_far.pid, number);
                                    }
                                    return Piece{.wait_ms = step == 1 ? 800 : 10};
                                  })});
  }

  // Sends two signals at once, as soon as the command has a temporary file or folder.
  void check_two_signals(const Args& args, bool is_folder) const {
    SCOPED_TRACE(line_of_words(args));
    if (!is_folder) {
      for (const char* const name : {"out", "test"}) dir.write(name, "old");
    }
    const std::vector<std::string> before = dir.names();
    const std::string records = kPuzzle + "\n" + kPuzzle + "\n";
    int step = 0;
    bool has_temporary = false;
    const Outcome stopped =
        run({.args = args, .in = Stdin::feed([&](const Outcome& so_far) {
                             if (++step == 1) return Piece{.bytes = records};
                             if (!has_temporary && dir.names() != before) {
                               has_temporary = true;
                               // Both signals are pending when the process
                               // runs again.
                               for (const int number : {SIGSTOP, SIGINT, SIGTERM, SIGCONT}) {
                                 kill(so_far.pid, number);
                               }
                             }
                             return Piece{.wait_ms = 5};
                           })});
    EXPECT_TRUE(has_temporary);
    EXPECT_TRUE(stopped.status == 130 || stopped.status == 143) << stopped;
    EXPECT_EQ(stopped.err, "dokumill: ended by a second signal\n");
    EXPECT_EQ(dir.names(), before);
    if (!is_folder) {
      EXPECT_EQ(dir.read("out") + dir.read("test"), "oldold");
    }
    std::filesystem::remove(dir / "out");
    std::filesystem::remove(dir / "test");
  }

  const Args kLongJob{"generate", "boards", "-n", "1000000000", "-o", "out"};
};

TEST_F(Stops, TheBarIsClearedBeforeTheMessage) {
  dir.write("out", "old");
  const Outcome stopped = run_stopped(with(kLongJob, {"--progress", "always"}), {SIGINT});
  EXPECT_EQ(stopped.status, 130) << stopped;
  const std::size_t bar = stopped.err.find(" left\x1B[K");
  const std::size_t cleared = stopped.err.find("\r\x1B[Kdokumill: interrupted after ");
  EXPECT_LT(bar, cleared) << stopped;
  EXPECT_NE(cleared, std::string::npos) << stopped;
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"out"}));
}

TEST_F(Stops, QuietJobsReportItToo) {
  const Outcome stopped = run_stopped(with(kLongJob, {"--quiet"}), {SIGTERM});
  EXPECT_EQ(stopped.status, 143) << stopped;
  EXPECT_EQ(stopped.messages().size(), 1U) << stopped;
  EXPECT_TRUE(has_line_starting(stopped, "dokumill: interrupted after "));
  EXPECT_TRUE(has_only(dir, {}));
}

// Every command that writes files. Its input does not end, so the signals meet its temporary files.
TEST_F(Stops, TwoSignalsLeaveNothing) {
  for (SampleCommand command : record_commands()) check_two_signals(command.to("out"), false);
  for (SampleCommand command : sample_commands()) {
    if (command.reads_records) continue;
    command.flags = {"-n", "1000000000"};
    check_two_signals(command.to("out"), false);
  }
  check_two_signals({"export", "-", "--layout", "hrm", "out"}, true);
  check_two_signals({"export", "-", "--layout", "rrn", "out"}, true);
  const bool has_books = std::ranges::any_of(
      record_commands(), [](const SampleCommand& command) { return command.name == "book"; });
  if (has_books) check_two_signals({"book", "-", "--to", "svg", "-o", "out"}, true);
}

// Standard output and standard error are one full pipe that no process reads, as with `2>&1 |
// less`.
TEST_F(Stops, OneSleepingReaderForOutputAndMessages) {
  const std::string fifo = dir / "fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0666), 0);
  const int sleeper = open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const std::string line = "exec \"$0\" generate boards -n 1000000000 >fifo 2>&1";
  int step = 0;
  const Outcome stopped = run({.args = {"-c", line, DOKUMILL_BINARY},
                               .in = Stdin::feed([&step](const Outcome& so_far) {
                                 if (++step == 2) kill(so_far.pid, SIGINT);
                                 return Piece{.wait_ms = step == 1 ? 500 : 10};
                               }),
                               .program = "/bin/sh",
                               .time_limit_s = 30});
  close(sleeper);
  EXPECT_EQ(stopped.status, 130) << stopped;
}

}  // namespace
}  // namespace dokumill::testing
