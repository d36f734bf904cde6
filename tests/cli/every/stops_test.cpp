// Tests of what a user sees when a job is stopped: cases 46, 50, 77 and 78 of docs/reliability.md.
// Stops at random moments are in tests/torture.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>

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

TEST_F(Stops, TwoSignalsAtOnce) {
  dir.write("out", "old");
  // SIGSTOP comes first, so both signals are pending when SIGCONT lets the process run again.
  const Outcome stopped = run_stopped(kLongJob, {SIGSTOP, SIGINT, SIGTERM, SIGCONT});
  EXPECT_TRUE(stopped.status == 130 || stopped.status == 143) << stopped;
  EXPECT_EQ(stopped.err, "dokumill: ended by a second signal\n");
  EXPECT_EQ(dir.read("out"), "old");
  EXPECT_TRUE(has_only(dir, {"out"}));
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
