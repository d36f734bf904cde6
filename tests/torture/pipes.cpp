// Trials in which the program at the other end of a pipe dies or sleeps, and a trial in which many
// runs write the same output.
#include <algorithm>
#include <csignal>
#include <memory>

#include "torture/trials.hpp"

namespace dokumill::torture {

void reader_goes_away(Round& round) {
  static const char* const kJobs[]{"solve to stdout", "solve from pipe to pipe",
                                   "generate boards to stdout"};
  const Job& job = round.shop.job(kJobs[round.dice.below(3)]);
  Launch launch = round.lay_out(job);
  launch.take_bytes = round.dice.below(4) == 0 ? 1 : round.dice.below(job.expected.size() / 2);
  const bool is_ignored = round.dice.below(2) == 0;
  launch.in_child = [is_ignored] {
    if (is_ignored) std::signal(SIGPIPE, SIG_IGN);
  };
  const Ending ending = Process(launch).end();
  round.strike();
  round.expect(ending.signal == SIGPIPE, "expected the end by SIGPIPE; " + ending.text());
  round.expect(ending.err.empty(), "a broken pipe needs no message; " + ending.text());
  round.expect(job.expected.starts_with(ending.out),
               "stdout is not the beginning; " + ending.text());
}

void producer_dies(Round& round) {
  const Job& job = round.shop.job("solve from pipe to pipe");
  Launch launch = round.lay_out(job);
  const std::uint64_t bytes = round.dice.below(job.expected.size());
  launch.feed_bytes = bytes;
  launch.feeder_stays = true;
  Process process(launch);
  // The job answers every complete record. An incomplete record is a malformed record.
  const std::uint64_t whole = bytes / 82 * 82;
  const Clock::time_point begin = Clock::now();
  while (process.out_bytes() < whole && seconds_since(begin) < 30) process.serve(0.01);
  process.serve(0.05);
  process.kill_feeder();
  const Ending ending = process.end();
  round.strike();
  const bool is_cut = bytes % 82 != 0 && bytes % 82 != 81;
  round.expect(ending.status == (is_cut ? 1 : 0), "an odd exit status; " + ending.text());
  std::string expected = job.expected.substr(0, bytes % 82 == 81 ? whole + 82 : whole);
  if (is_cut) expected += std::string(81, '?') + '\n';
  round.expect(ending.out == expected, "stdout is not the right one; " + ending.text());
}

void slow_reader(Round& round) {
  // The reader pauses, and the program has far more output than it may hold in memory. So it must
  // wait.
  constexpr std::uint64_t kMost = std::uint64_t{96} << 20;
  constexpr std::uint64_t kEnough = std::uint64_t{24} << 20;
  Process process({.program = round.shop.binary(),
                   .words = {"generate", "boards", "-n", "100000000", "--threads",
                             std::to_string(1 + round.dice.below(8))},
                   .folder = round.folder.path(),
                   .take_bytes = kEnough});
  for (int rests = 0; rests < 10; ++rests) {
    process.serve(0.01);
    Process::rest(0.1);
  }
  const std::uint64_t peak = process.peak_bytes();
  round.expect(peak < kMost, "the peak of memory was " + std::to_string(peak >> 20) + " MiB");
  const Ending ending = process.end();
  round.strike();
  round.expect(ending.signal == SIGPIPE, "expected the end by SIGPIPE; " + ending.text());
}

void many_runs_one_output(Round& round) {
  constexpr int kRuns = 20;
  round.strike();
  round.job_name = "generate boards";
  const auto launch = [&round](int run, const std::string& output) {
    return Launch{.program = round.shop.binary(),
                  .words = {"generate", "boards", "--quiet", "-n",
                            std::to_string(3'000 + 500 * run), "--threads", "2", "-o", output},
                  .folder = round.folder.path()};
  };
  std::vector<std::string> results;
  for (int run = 0; run < kRuns; ++run) results.push_back(Process(launch(run, "-")).end().out);
  std::vector<std::unique_ptr<Process>> runs;
  for (int run = 0; run < kRuns; ++run) {
    runs.push_back(std::make_unique<Process>(launch(run, "out")));
  }
  Ending ending;
  for (const auto& run : runs) {
    ending = run->end();
    round.expect(ending.status == 0, "a run failed; " + ending.text());
  }
  const std::string found = read_file(round.folder / "out");
  round.expect(std::ranges::find(results, found) != results.end(),
               "the output is not one of the right outputs");
  round.expect_no_temporaries(round.folder, ending);
}

}  // namespace dokumill::torture
