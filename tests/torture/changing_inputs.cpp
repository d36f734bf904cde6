// Trials that truncate, extend or modify a mapped input in the middle of a job.
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>

#include "torture/trials.hpp"

namespace dokumill::torture {
namespace {

namespace fs = std::filesystem;

const Job& any_mapped_job(Round& round) {
  static const char* const kJobs[]{
      "solve line", "check --each", "check --duplicates", "-s", "solve to stdout", "rate", "canon"};
  return round.shop.job(kJobs[round.dice.below(std::size(kJobs))]);
}

// Prepares the job in `launch` and returns the path of its input.
std::string begin(Round& round, const Job& job, Launch& launch) {
  launch = round.lay_out(job);
  // One thread is slower, so the change hits the middle of the job more often.
  if (round.dice.below(2) == 0) launch.words.insert(launch.words.end(), {"--threads", "1"});
  return round.folder / job.input;
}

// Expects that the job reported the change, or that the job ended before the change.
void judge_cut(Round& round, const Job& job, const Ending& ending) {
  round.expect_no_temporaries(round.folder, ending);
  if (ending.is_done()) {
    return round.expect_new(job, round.folder, ending);
  }
  round.strike();
  round.expect_status(ending, 2);
  round.expect(ending.err.find("input changed while reading") != std::string::npos,
               "expected 'input changed while reading'; " + ending.text());
  round.expect_old(job, round.folder, ending);
}

}  // namespace

void input_cut_short(Round& round) {
  const Job& job = any_mapped_job(round);
  Launch launch;
  const std::string input = begin(round, job, launch);
  const std::uint64_t size = fs::file_size(input);
  std::uint64_t left = 0;
  switch (round.dice.below(4)) {
    case 0:
      break;
    case 1:
      left = size / 2;
      break;
    case 2:
      left = round.dice.below(size) / 4096 * 4096;
      break;
    default:
      left = round.dice.below(size);
  }
  Process process(launch);
  process.serve(round.dice.share() * job.seconds);
  if (::truncate(input.c_str(), static_cast<off_t>(left)) != 0)
    return round.expect(false, "truncate");
  const Ending ending = process.end();
  // If the file was truncated before the job opened it, the job read a shorter file.
  const bool was_early = (ending.is_done()) && ending.err.find("changed") == std::string::npos;
  if (was_early && job.name == "solve line" && read_file(round.folder / "out") != job.expected) {
    const std::string found = read_file(round.folder / "out");
    const std::uint64_t whole = left / 82 * 82;
    round.expect(found.starts_with(job.expected.substr(0, whole)) && found.size() <= whole + 82,
                 "neither the long file's output nor the short one's; " + ending.text());
    return;
  }
  // For a shorter input, the output of other jobs is not a prefix of the expected output, so it is
  // not checked.
  if (was_early && job.name != "solve line") return;
  judge_cut(round, job, ending);
}

void input_grows(Round& round) {
  const Job& job = any_mapped_job(round);
  Launch launch;
  const std::string input = begin(round, job, launch);
  Process process(launch);
  process.serve(0.2 * job.seconds + round.dice.share() * job.seconds);
  const std::string more = read_file(input).substr(0, round.dice.below(100'000));
  const int fd = ::open(input.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  [[maybe_unused]] const ssize_t wrote = ::write(fd, more.data(), more.size());
  ::close(fd);
  const Ending ending = process.end();
  // The job reads up to the size that the file had at the beginning. A warning about the change may
  // follow.
  round.expect_no_temporaries(round.folder, ending);
  if (ending.err.find("grew") != std::string::npos) round.strike();
  if (ending.status == 2) return judge_cut(round, job, ending);
  round.expect(ending.is_done(), "the run failed; " + ending.text());
}

void input_rewritten(Round& round) {
  const Job& job = any_mapped_job(round);
  Launch launch;
  const std::string input = begin(round, job, launch);
  std::string text = read_file(input);
  for (std::size_t at = text.find('\n') + 1; at < text.size(); ++at) {
    if (text[at] == '0' && round.dice.below(3) == 0) text[at] = '1';
  }
  Process process(launch);
  process.serve(round.dice.share() * job.seconds);
  const int fd = ::open(input.c_str(), O_WRONLY | O_CLOEXEC);
  [[maybe_unused]] const ssize_t wrote = ::write(fd, text.data(), text.size());
  ::close(fd);
  const Ending ending = process.end();
  // The bytes that are read are undefined. But the job must not crash, and its output must be
  // complete.
  round.expect_no_temporaries(round.folder, ending);
  if (ending.err.find("input while it was read") != std::string::npos) round.strike();
  round.expect(ending.status >= 0 && ending.status <= 2, "an odd end; " + ending.text());
  if (ending.status == 2) return round.expect_old(job, round.folder, ending);
  const std::string out = job.output.empty() ? ending.out : read_file(round.folder / job.output);
  round.expect(job.has_all_records(out), "records are missing; " + ending.text());
}

}  // namespace dokumill::torture
