// torture: tests that signals, crashes, full disks, broken pipes and small limits do not damage
// data.
//
//   torture --binary PATH [--short] [--records N] [--sanitized] [--only NAME] [--job NAME]
//           [--seed S] [--round K]
//
// --only selects the trials whose names contain NAME, and --job selects jobs in the same way. Some
// trials have fixed jobs.
//
// Prints a table: the fault, the number of rounds, the rounds in which the fault came before the
// job was done, the rounds in which all checks passed, and for the stops the 99th percentile and
// the maximum of their times in ms and the number of stops above 200 ms. Exit status: 0 if all
// checks passed; 1 if not, with the command that repeats the failed round; 77 if every trial was
// skipped; 2 on a usage error.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "torture/trials.hpp"

namespace dokumill::torture {
namespace {

struct Trial {
  const char* name;
  const char* what;
  int times;
  int times_short;
  void (*round)(Round&);
  bool is_sanitizable = true;  // false: would test the sanitizer's own memory or descriptors
};

constexpr Trial kTrials[]{
    {"CutShort", "the mapped input is cut short", 100, 10, input_cut_short},
    {"Grown", "the mapped input grows", 100, 5, input_grows},
    {"Rewritten", "the mapped input is rewritten in place", 100, 5, input_rewritten},
    {"FewDescriptors", "3 to 10 descriptors", 60, 8, few_descriptors, false},
    {"ProducerDies", "the producer of stdin dies", 40, 3, producer_dies},
    {"ReadOnlyDisk", "a disk that is read-only", 20, 2, read_only_disk},
    {"FolderDeleted", "the output's folder is deleted", 40, 3, folder_deleted},
    {"FolderMoved", "the output's folder is moved", 40, 3, folder_moved},
    {"FullDisk", "the disk is full at the first page, in the middle, at the last", 150, 15,
     full_disk},
    {"FullDiskForTheReport", "the disk of the report is full", 20, 2, full_disk_for_the_report},
    {"NoInodes", "the disk has no inode left", 30, 3, no_more_inodes},
    {"FileSizeLimit", "the limit on file sizes (SIGXFSZ)", 80, 8, file_size_limit},
    {"DiskQuota", "a disk quota", 1, 1, disk_quota},
    {"ReaderGoesAway", "the reader of stdout goes away", 80, 6, reader_goes_away},
    {"ManyRunsOneOutput", "20 runs write one output at once", 20, 1, many_runs_one_output},
    {"Leftovers", "temporaries of killed runs lie about", 20, 2, leftovers},
    {"SlowReader", "a reader that sleeps, output beyond the memory", 10, 1, slow_reader},
    {"FewThreads", "1 to 12 processes allowed", 80, 6, few_threads, false},
    {"LittleMemory", "6 to 164 MiB of addresses", 150, 10, little_memory, false},
    {"Interrupted", "SIGINT at any moment", 300, 12, interrupted},
    {"Terminated", "SIGTERM at any moment", 300, 8, terminated},
    {"HungUp", "SIGHUP at any moment", 300, 8, hung_up},
    {"OutOfTime", "SIGXCPU at any moment", 60, 4, out_of_time},
    {"SleepingReader", "a stop while the reader of the output sleeps", 60, 4,
     stopped_while_writing_to_a_sleeper},
    {"SilentInput", "a stop while the input is silent", 40, 3, stopped_while_input_is_silent},
    {"FifoWithoutAPeer", "a stop while a FIFO is opened", 40, 3, stopped_while_a_fifo_is_opened},
    {"BeforeTheReport", "a stop when the output is done, the report not", 20, 2,
     stopped_before_the_report},
    {"SecondSignal", "a second signal soon after the first", 150, 10, stopped_twice},
    {"Killed", "kill -9 at any moment, and the next run", 300, 12, killed},
    {"PausedAndContinued", "SIGSTOP and SIGCONT", 60, 5, paused_and_continued},
    {"WindowChanges", "a hundred SIGWINCH", 40, 3, window_changes},
    {"IgnoredByTheParent", "HUP, INT, TERM, PIPE ignored by the parent", 60, 6,
     signals_ignored_by_the_parent},
    {"BlockedByTheParent", "every signal blocked by the parent", 20, 2,
     signals_blocked_by_the_parent},
};

struct Options {
  std::string binary;
  std::string only;
  std::string job;
  bool is_short = false;
  bool is_sanitized = false;
  std::size_t records = 60'000;
  std::uint64_t seed = std::random_device{}();
  int round = -1;
};

bool read_options(int argc, char** argv, Options& options) {
  using Value = const std::string&;
  const std::map<std::string, std::function<void(Value)>> flags = {
      {"--binary", [&](Value value) { options.binary = std::filesystem::absolute(value); }},
      {"--only", [&](Value value) { options.only = value; }},
      {"--job", [&](Value value) { options.job = value; }},
      {"--records", [&](Value value) { options.records = std::stoull(value); }},
      {"--seed", [&](Value value) { options.seed = std::stoull(value); }},
      {"--round", [&](Value value) { options.round = std::stoi(value); }},
  };
  for (int at = 1; at < argc; ++at) {
    const std::string flag = argv[at];
    if (flag == "--short" || flag == "--sanitized") {
      (flag == "--short" ? options.is_short : options.is_sanitized) = true;
      continue;
    }
    const auto found = flags.find(flag);
    if (found == flags.end() || ++at == argc) return false;
    found->second(argv[at]);
  }
  return !options.binary.empty();
}

// The random numbers of a round depend only on the seed, the trial and the round.
std::uint64_t seed_of(std::uint64_t seed, std::string_view name, int round) {
  std::uint64_t mixed = seed ^ (static_cast<std::uint64_t>(round) + 1) * 0x9E3779B97F4A7C15U;
  for (const char c : name) mixed = (mixed ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return mixed;
}

// Returns the stop time below which `share` of the sorted times lie, in ms, or "" if no stop was
// measured.
std::string milliseconds(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return "";
  const auto at = static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1) + 0.5);
  char text[32];
  std::snprintf(text, sizeof text, "%.0f", sorted[at] * 1000);
  return text;
}

struct Result {
  int tried = 0;
  int struck = 0;
  int held = 0;
  std::vector<double> stops;
};

Result try_one(const Trial& trial, const Options& options, Workshop& shop) {
  Result result;
  const int times = options.is_short ? trial.times_short : trial.times;
  std::string skipped = options.is_sanitized && !trial.is_sanitizable ? "not with a sanitizer" : "";
  for (int at = 0; at < times && skipped.empty(); ++at) {
    if (options.round >= 0 && at != options.round) continue;
    Round round(shop, seed_of(options.seed, trial.name, at));
    try {
      trial.round(round);
    } catch (const std::exception& error) {
      round.expect(false, error.what());
    }
    skipped = round.skipped;
    if (!skipped.empty()) break;
    ++result.tried;
    if (round.has_struck) ++result.struck;
    if (round.failures.empty()) ++result.held;
    result.stops.insert(result.stops.end(), round.stops.begin(), round.stops.end());
    for (const std::string& failure : round.failures) {
      std::printf("  FAILED round %d, %s: %s\n", at, round.job_name.c_str(), failure.c_str());
    }
    if (!round.failures.empty()) {
      const std::string job = options.job.empty() ? "" : " --job '" + options.job + "'";
      std::printf(
          "  again: scripts/torture.sh%s --records %zu --seed %llu --only %s%s --round %d\n",
          options.is_short ? " --short" : "", options.records,
          static_cast<unsigned long long>(options.seed), trial.name, job.c_str(), at);
    }
  }
  std::ranges::sort(result.stops);
  if (!skipped.empty()) {
    std::printf("%-28s skipped: %s\n", trial.name, skipped.c_str());
  } else {
    const auto slow =
        std::ranges::count_if(result.stops, [](double stop) { return stop > kSoftStop; });
    std::printf("%-28s %-62s %5d %6d %5d %7s %7s %5s\n", trial.name, trial.what, result.tried,
                result.struck, result.held, milliseconds(result.stops, 0.99).c_str(),
                milliseconds(result.stops, 1).c_str(),
                result.stops.empty() ? "" : std::to_string(slow).c_str());
  }
  std::fflush(stdout);
  return result;
}

int run(const Options& options) {
  std::signal(SIGPIPE, SIG_IGN);
  Workshop shop(options.binary, options.records, options.job);
  std::printf("seed %llu, jobs of %zu records and %zu boards\n",
              static_cast<unsigned long long>(options.seed), options.records, 3 * options.records);
  std::printf("%-28s %-62s %5s %6s %5s %7s %7s %5s\n", "trial", "what", "tried", "struck", "held",
              "stop99", "worst", ">200");
  std::fflush(stdout);
  Result all;
  for (const Trial& trial : kTrials) {
    if (!options.only.empty() &&
        std::string_view(trial.name).find(options.only) == std::string::npos) {
      continue;
    }
    const Result result = try_one(trial, options, shop);
    all.tried += result.tried;
    all.held += result.held;
  }
  std::printf("%d tried, %d held\n", all.tried, all.held);
  if (all.tried == 0) return 77;
  return all.held == all.tried ? 0 : 1;
}

}  // namespace
}  // namespace dokumill::torture

int main(int argc, char** argv) {
  using namespace dokumill::torture;
  Options options;
  try {
    if (read_options(argc, argv, options)) return run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "torture: %s\n", error.what());
    return 2;
  }
  std::fprintf(stderr,
               "usage: torture --binary PATH [--short] [--sanitized] [--records N] [--only NAME] "
               "[--job NAME] [--seed S] [--round K]\n");
  return 2;
}
