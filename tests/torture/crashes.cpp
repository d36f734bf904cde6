// Trials with kill -9 at a random moment. The output must be the old or the new one. At most one
// temporary file per output may remain, and this file must not disturb the next run.
#include <csignal>

#include "torture/trials.hpp"

namespace dokumill::torture {
namespace {

void expect_good_run(Round& round, const Job& job) {
  const Ending ending = Process(round.launch(job, round.folder)).end();
  round.expect(ending.is_done(), "the next run failed; " + ending.text());
  round.expect_new(job, round.folder, ending);
}

}  // namespace

void killed(Round& round) {
  const Job& job = round.any_job();
  Process process(round.lay_out(job));
  process.serve(round.dice.share() * 1.1 * job.seconds);
  process.send(SIGKILL);
  const Ending ending = process.end();
  if (ending.signal == 0) {
    round.shop.learn(job, ending.seconds);
  } else {
    round.strike();
  }
  round.expect_old_or_new(job, round.folder, ending);
  const std::vector<std::string> left = temporaries(round.folder);
  round.expect(left.size() <= 1 + job.beside.size(), "more than one temporary of a file is left");
  if (job.output == job.input) round.lay_out(job, round.folder);
  expect_good_run(round, job);
  if (job.output != job.input) {
    round.expect(temporaries(round.folder) == left, "the next run touched the temporary");
  }
}

void leftovers(Round& round) {
  const Job& job = round.shop.job("solve line");
  round.lay_out(job, round.folder);
  std::vector<std::string> planted;
  for (int i = 0; i < 20; ++i) {
    planted.push_back(".out." + std::to_string(round.dice.below(1'000'000'000)) + ".tmp");
    write_file(round.folder / planted.back(), "left");
  }
  expect_good_run(round, job);
  round.strike();
  for (const std::string& name : planted) {
    round.expect(read_file(round.folder / name) == "left", name + " was touched");
  }
}

}  // namespace dokumill::torture
