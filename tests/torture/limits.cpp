// Trials with little memory, few threads or few descriptors: the job writes the right bytes, or it
// prints one message and changes nothing.
#include <grp.h>
#include <sys/resource.h>
#include <unistd.h>

#include "torture/trials.hpp"

namespace dokumill::torture {
namespace {

constexpr unsigned kNobody = 65'534;

void set_limit(int resource, rlim_t most) {
  const rlimit limit{most, most};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

// Expects a success, perhaps with a warning, or a refusal. Two other failures are accepted, because
// they happen before any work: status 127 if the system cannot load the program, and status 1 if an
// OpenMP runtime runs out of memory.
void judge(Round& round, const Job& job, const Ending& ending) {
  round.expect_no_temporaries(round.folder, ending);
  if (ending.status > 1) round.strike();
  const auto has = [&](const char* words) { return ending.err.find(words) != std::string::npos; };
  const bool is_loader =
      ending.status == 127 && (has("shared librar") || has("TLS data structures"));
  const bool is_runtime = ending.status == 1 && has("libgomp: Out of memory");
  if (is_loader || is_runtime) {
    return round.expect_old(job, round.folder, ending);
  }
  if (ending.is_done()) {
    return round.expect_new(job, round.folder, ending);
  }
  round.expect(ending.status == 2, "expected exit status 0, 1 or 2; " + ending.text());
  round.expect_message(ending, "");
  round.expect_old(job, round.folder, ending);
}

void run_limited(Round& round, const Job& job, Launch launch, std::function<void()> in_child) {
  launch.in_child = std::move(in_child);
  judge(round, job, Process(launch).end());
}

}  // namespace

void little_memory(Round& round) {
  const Job& job = round.any_job();
  Launch launch = round.lay_out(job);
  launch.words.insert(launch.words.end(), {"--threads", std::to_string(1 + round.dice.below(8))});
  // With less than 5 MiB, the system ends the process with signal 11 before it starts.
  const rlim_t bytes = (rlim_t{6} << 20) + round.dice.below(rlim_t{158} << 20);
  run_limited(round, job, launch, [bytes] { set_limit(RLIMIT_AS, bytes); });
}

void few_threads(Round& round) {
  if (::geteuid() != 0) return round.skip("needs root, to run as the user nobody");
  const Job& job = round.any_job();
  Launch launch = round.lay_out(job);
  // The process runs as the user "nobody", who must own the files.
  for (const std::string& name : round.folder.names()) {
    if (::chown((round.folder / name).c_str(), kNobody, kNobody) != 0) {
      return round.skip("cannot give files away");
    }
  }
  launch.words.insert(launch.words.end(), {"--threads", std::to_string(2 + round.dice.below(30))});
  const rlim_t most = 1 + round.dice.below(12);
  run_limited(round, job, launch, [most] {
    set_limit(RLIMIT_NPROC, most);
    if (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0) {
      ::_exit(127);
    }
  });
}

void few_descriptors(Round& round) {
  const Job& job = round.any_job();
  const rlim_t most = 3 + round.dice.below(8);
  run_limited(round, job, round.lay_out(job), [most] { set_limit(RLIMIT_NOFILE, most); });
}

}  // namespace dokumill::torture
