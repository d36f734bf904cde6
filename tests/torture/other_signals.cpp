// Trials with signals that change nothing, and with a parent that ignores or blocks signals.
#include <array>
#include <csignal>

#include "torture/trials.hpp"

namespace dokumill::torture {
namespace {

// Expects that the job succeeds as if there had been no signal.
void expect_untouched(Round& round, const Job& job, const Ending& ending) {
  round.strike();
  round.expect_success(job, round.folder, ending);
}

}  // namespace

void paused_and_continued(Round& round) {
  const Job& job = round.any_job();
  Process process(round.lay_out(job));
  for (int pauses = 0; pauses < 4; ++pauses) {
    process.serve(round.dice.share() * job.seconds / 4);
    process.send(SIGSTOP);
    process.serve(round.dice.share() * 0.03);
    process.send(SIGCONT);
  }
  expect_untouched(round, job, process.end());
}

void window_changes(Round& round) {
  const Job& job = round.any_job();
  Launch launch = round.lay_out(job);
  launch.words.insert(launch.words.end(), {"--progress", "always"});
  Process process(launch);
  for (int changes = 0; changes < 100; ++changes) {
    process.send(SIGWINCH);
    process.serve(round.dice.share() * job.seconds / 50);
  }
  expect_untouched(round, job, process.end());
}

void signals_ignored_by_the_parent(Round& round) {
  const Job& job = round.any_job();
  Launch launch = round.lay_out(job);
  launch.in_child = [] {
    for (const int number : {SIGHUP, SIGINT, SIGTERM, SIGPIPE}) std::signal(number, SIG_IGN);
  };
  Process process(launch);
  // As under nohup, SIGHUP is ignored at any time.
  for (int times = 0; times < 5; ++times) {
    process.serve(round.dice.share() * job.seconds / 10);
    process.send(SIGHUP);
  }
  if (round.dice.below(2) == 0) return expect_untouched(round, job, process.end());
  // SIGINT and SIGTERM still stop the job, as they must in a background job of a script, for which
  // the shell ignores SIGINT. A signal is lost if it arrives before the program catches signals.
  const int signal = round.dice.below(2) == 0 ? SIGINT : SIGTERM;
  process.send(signal);
  const Ending ending = process.end();
  if (ending.is_done()) return expect_untouched(round, job, ending);
  round.strike();
  round.expect_status(ending, 128 + signal);
  round.expect_message(ending, "interrupted after ");
  round.expect_old(job, round.folder, ending);
  round.expect_no_temporaries(round.folder, ending);
}

void signals_blocked_by_the_parent(Round& round) {
  const Job& job = round.shop.job("solve csv from a pipe");
  Launch launch = round.lay_out(job);
  launch.feeder_stays = true;  // without a signal the job would not end
  launch.in_child = [] {
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
  };
  Process process(launch);
  process.serve(0.1);
  const int signal = round.dice.below(2) == 0 ? SIGINT : SIGTERM;
  process.send(signal);
  const Ending ending = process.end(kHardStop);
  round.strike();
  round.expect_status(ending, 128 + signal);
  round.expect_old(job, round.folder, ending);
  round.expect_no_temporaries(round.folder, ending);
}

}  // namespace dokumill::torture
