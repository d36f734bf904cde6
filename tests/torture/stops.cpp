// Trials with SIGINT, SIGTERM, SIGHUP and SIGXCPU. The signals come at any moment, while the
// program waits, or twice.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "torture/trials.hpp"

namespace dokumill::torture {
namespace {

constexpr std::array<int, 3> kStopSignals{SIGINT, SIGTERM, SIGHUP};

int any_signal(Round& round) {
  return kStopSignals[round.dice.below(kStopSignals.size())];
}

// Sends the signal, waits for the end of the process and records the time.
Ending stop(Round& round, Process& process, int signal) {
  const Clock::time_point begin = Clock::now();
  process.send(signal);
  Ending ending = process.end(kHardStop);
  const double seconds = seconds_since(begin);
  round.expect(!ending.timed_out, "no end within the hard limit");
  if (ending.shell_status() == 128 + signal) {
    round.strike();
    round.stops.push_back(seconds);
  }
  return ending;
}

// Checks what must hold after one stop. A signal that arrives before the program catches signals
// ends the program without a message. A signal that arrives after the job was done changes nothing.
void judge(Round& round, const Job& job, const Ending& ending, int signal, double stop_seconds) {
  round.expect_no_temporaries(round.folder, ending);
  if (ending.is_done()) {
    round.shop.learn(job, ending.seconds);
    return round.expect_new(job, round.folder, ending);
  }
  round.expect(ending.shell_status() == 128 + signal,
               "expected status " + std::to_string(128 + signal) + "; " + ending.text());
  round.expect_old(job, round.folder, ending);
  if (ending.signal != 0) {
    round.expect(ending.err.empty() && ending.out.empty(),
                 "ended by the signal after work had begun; " + ending.text());
    return;
  }
  round.expect_message(ending, "interrupted after ");
  // A reader that did not read within the grace period may get part of a record.
  round.expect(!job.output.empty() || job.is_whole(ending.out) || stop_seconds > kGrace,
               "stdout ends inside a record; " + ending.text());
}

void stopped_anywhere(Round& round, int signal) {
  const Job& job = round.any_job();
  Process process(round.lay_out(job));
  process.serve(round.dice.share() * 1.1 * job.seconds);
  const Ending ending = stop(round, process, signal);
  judge(round, job, ending, signal, round.stops.empty() ? 0 : round.stops.back());
}

// Waits long enough for a job to reach the point at which it blocks on input or output.
void come_to_rest(Round& round) {
  Process::rest(0.1 + round.dice.share() * 0.1);
}

void expect_status(Round& round, const Ending& ending, int status) {
  round.expect_status(ending, status);
  round.expect_no_temporaries(round.folder, ending);
}

void expect_stopped(Round& round, const Ending& ending, int signal) {
  expect_status(round, ending, 128 + signal);
}

}  // namespace

void interrupted(Round& round) {
  stopped_anywhere(round, SIGINT);
}
void terminated(Round& round) {
  stopped_anywhere(round, SIGTERM);
}
void hung_up(Round& round) {
  stopped_anywhere(round, SIGHUP);
}
void out_of_time(Round& round) {
  stopped_anywhere(round, SIGXCPU);
}

void stopped_while_writing_to_a_sleeper(Round& round) {
  static const std::array<const char*, 3> kJobs{"solve to stdout", "solve from pipe to pipe",
                                                "generate boards to stdout"};
  const Job& job = round.shop.job(kJobs[round.dice.below(kJobs.size())]);
  Launch launch = round.lay_out(job);
  launch.words.insert(launch.words.end(), {"--threads", std::to_string(1 + round.dice.below(4))});
  const bool is_fifo = round.dice.below(2) == 0;
  int sleeper = -1;
  if (is_fifo) {
    const std::string path = round.folder / "fifo";
    if (::mkfifo(path.c_str(), 0666) != 0) return round.expect(false, "mkfifo failed");
    sleeper = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    launch.words.insert(launch.words.end(), {"-o", "fifo"});
  }
  Process process(launch);
  Process::rest(2 * job.seconds + 0.1);
  const int signal = any_signal(round);
  // Nothing is read until the process has ended.
  const Clock::time_point begin = Clock::now();
  process.send(signal);
  while (process.peak_bytes() != 0 && seconds_since(begin) < kHardStop) Process::rest(0.002);
  round.strike();
  round.stops.push_back(seconds_since(begin));
  round.expect(round.stops.back() < kHardStop, "no end while the reader sleeps");
  const Ending ending = process.end();
  if (sleeper >= 0) ::close(sleeper);
  expect_stopped(round, ending, signal);
  round.expect_message(ending, "interrupted after ");
  round.expect(job.expected.starts_with(ending.out),
               "stdout is not the beginning of the right bytes; " + ending.text());
}

void stopped_while_input_is_silent(Round& round) {
  const Job& job = round.shop.job("solve csv from a pipe");
  Launch launch = round.lay_out(job);
  launch.feed_bytes = round.dice.below(3) * round.dice.below(200'000);
  launch.feeder_stays = true;
  Process process(launch);
  process.serve(0.1 + round.dice.share() * 0.2);
  const int signal = any_signal(round);
  const Ending ending = stop(round, process, signal);
  expect_stopped(round, ending, signal);
  round.expect_message(ending, "interrupted after ");
  round.expect_old(job, round.folder, ending);
}

void stopped_while_a_fifo_is_opened(Round& round) {
  const Job& job = round.shop.job("solve line");
  Launch launch = round.lay_out(job);
  if (::mkfifo((round.folder / "fifo").c_str(), 0666) != 0) {
    return round.expect(false, "mkfifo failed");
  }
  if (round.dice.below(2) == 0) {
    launch.words = {"solve", "fifo", "-o", "out"};
  } else {
    launch.words = {"solve", "line", "-o", "fifo"};
  }
  Process process(launch);
  come_to_rest(round);
  const int signal = any_signal(round);
  const Ending ending = stop(round, process, signal);
  expect_stopped(round, ending, signal);
  round.expect_message(ending, "interrupted after 0 records");
  round.expect_old(job, round.folder, ending);
}

void stopped_before_the_report(Round& round) {
  const Job& job = round.shop.job("solve line");
  Launch launch = round.lay_out(job);
  const std::string path = round.folder / "fifo";
  if (::mkfifo(path.c_str(), 0666) != 0) return round.expect(false, "mkfifo failed");
  // The report goes to a full FIFO whose reader sleeps.
  const int fifo = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  const std::string page(4096, 'p');
  while (::write(fifo, page.data(), page.size()) > 0) {
  }
  launch.words.insert(launch.words.end(), {"--report", "fifo", "--quiet"});
  Process process(launch);
  const Clock::time_point begin = Clock::now();
  while (read_file(round.folder / "out") != job.expected && seconds_since(begin) < kHardStop) {
    Process::rest(0.01);
  }
  come_to_rest(round);
  const Ending ending = stop(round, process, any_signal(round));
  ::close(fifo);
  expect_status(round, ending, 2);
  round.expect_message(ending, "the output is in its place");
  round.expect_new(job, round.folder, ending);
}

void stopped_twice(Round& round) {
  const Job& job = round.any_job();
  Process process(round.lay_out(job));
  process.serve(round.dice.share() * 1.1 * job.seconds);
  const int first = any_signal(round);
  const int second = any_signal(round);
  process.send(first);
  if (round.dice.below(3) != 0) process.serve(round.dice.share() * 0.01);
  const Ending ending = stop(round, process, second);
  round.expect_no_temporaries(round.folder, ending);
  if (ending.is_done()) {
    return round.expect_new(job, round.folder, ending);
  }
  const int status = ending.shell_status();
  round.expect(status == 128 + first || status == 128 + second,
               "expected the status of one of the signals; " + ending.text());
  // The interruption by the first signal may have been reported already. The totals of a job that
  // was done may have been printed, too.
  const bool is_told = ending.err.find("interrupted after ") != std::string::npos ||
                       ending.err.find("ended by a second signal") != std::string::npos;
  round.expect(ending.signal != 0 || is_told, "nothing was said; " + ending.text());
  round.expect_old(job, round.folder, ending);
}

}  // namespace dokumill::torture
