
#include <algorithm>
#include <cmath>

#include "base/platform/files/input_file.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "batch/flow/team.hpp"
#include "cli/bench/digest.hpp"
#include "cli/bench/throughput.hpp"
#include "cli/bench/turns.hpp"
#include "dokumill/solver.hpp"
#include "dokumill/version.hpp"

namespace dokumill::throughput {
namespace {

constexpr double kUsualRounds = 25;
constexpr double kShortestSample = 0.02;  // s
constexpr double kLongestSample = 0.05;   // s
// The workloads of a signature are small, so that it takes a second with every engine.
constexpr std::size_t kSignatureDivisor = 64;
constexpr double kMaxPasses = 1e6;

Status interrupted() {
  return {ErrorCode::kInterrupted, "interrupted"};
}

// The processor's name in /proc/cpuinfo, for example "AMD EPYC 9B14"; "unknown" if the file has no
// name or cannot be read.
std::string processor_name(Platform& platform) {
  Result<InputFile> file = InputFile::open(platform, "/proc/cpuinfo", Mapping::kForbidden);
  std::string text(4096, '\0');
  const auto read = file.ok() ? file->read(text.data(), text.size(), 0) : file.status();
  if (!read.ok()) return "unknown";
  text.resize(read->bytes);
  const std::size_t key = text.find("model name");
  const std::size_t begin = text.find(": ", key);
  if (key == std::string::npos || begin == std::string::npos) return "unknown";
  return text.substr(begin + 2, text.find('\n', begin) - begin - 2);
}

// 1, 2, 4, ... and finally `max`.
std::vector<int> thread_counts(int max) {
  std::vector<int> counts;
  for (int threads = 1; threads < max; threads *= 2) counts.push_back(threads);
  counts.push_back(max);
  return counts;
}

// A workload that is measured with run->threads threads. `passes`: the number of passes in each
// sample.
struct TimedRun {
  Workload* workload;
  Run* run;
  int passes = 1;
};

Status named(const Workload& workload, const Status& status) {
  if (status.code() == ErrorCode::kInterrupted) return status;
  return {status.code(), format_text("bench: {}: {}", workload.info().name, status.message())};
}

// The workloads that options.only names, or all. Failure: kUsage for an unknown name.
Result<Workloads> wanted_workloads(const MeasureOptions& options, Platform& platform,
                                   std::size_t divisor) {
  std::string folder;
  if (!platform.environment("TMPDIR", folder) || folder.empty()) folder = "/tmp";
  Workloads all = make_workloads({&platform, options.engine, folder, options.should_stop, divisor});
  for (const std::string& name : options.only) {
    const bool is_known = std::any_of(
        all.begin(), all.end(), [&](const auto& other) { return other->info().name == name; });
    if (!is_known) {
      return Status(ErrorCode::kUsage, format_text("there is no workload '{}'", printable(name)));
    }
  }
  std::erase_if(all, [&](const auto& workload) {
    return !options.only.empty() && std::find(options.only.begin(), options.only.end(),
                                              workload->info().name) == options.only.end();
  });
  return all;
}

// "hard      guesses 1234, sweeps 567, results 0123456789abcdef"
std::string describe(std::string_view name, const Fingerprint& fingerprint) {
  std::string text = format_text("{:<8}  ", name);
  for (const auto& [what, count] : fingerprint.counts) {
    text += format_text("{} {}, ", what, count);
  }
  return text + format_text("results {:016x}", fingerprint.output);
}

class Measurer {
 public:
  explicit Measurer(const MeasureOptions& options)
      : options_(options),
        platform_(options.platform != nullptr ? *options.platform : system_platform()) {}

  Result<Measurement> run() {
    const std::uint64_t begin = platform_.now_ns();
    begin_ns_ = begin;
    if (Status status = set_up(); !status.ok()) return status;
    if (Status status = prepare(); !status.ok()) return status;
    if (Status status = warm_up(); !status.ok()) return status;
    if (Status status = take_samples(); !status.ok()) return status;
    if (Status status = check_results(); !status.ok()) return status;
    measurement_.seconds = seconds_since(begin);
    return std::move(measurement_);
  }

 private:
  double seconds_since(std::uint64_t begin) const {
    return static_cast<double>(platform_.now_ns() - begin) * 1e-9;
  }
  // The time until the limit of the whole measurement, without the time that check_results() needs.
  // kUsualSeconds if there is no limit.
  double seconds_left() const {
    if (!options_.seconds) return kUsualSeconds;
    return std::max(0.0, *options_.seconds - seconds_since(begin_ns_) - closing_seconds_);
  }
  bool is_stopping() const { return options_.should_stop && options_.should_stop(); }

  Status set_up() {
    const Result<Solver> solver = Solver::create(options_.engine);
    if (!solver.ok()) return solver.status();
    const BuildInfo build = build_info();
    measurement_.version = build.version;
    measurement_.commit = build.commit;
    measurement_.compiler = build.compiler;
    measurement_.processor = processor_name(platform_);
    measurement_.engine = solver->engine();
    JobOptions job;
    job.threads = options_.threads;
    measurement_.threads = batch::wanted_threads(platform_, job.threads);

    Result<Workloads> workloads = wanted_workloads(options_, platform_, 1);
    if (!workloads.ok()) return workloads.status();
    workloads_ = *std::move(workloads);
    return {};
  }

  Status prepare() {
    for (const auto& workload : workloads_) {
      if (is_stopping()) return interrupted();
      Result<Fingerprint> fingerprint = workload->prepare();
      if (!fingerprint.ok()) return named(*workload, fingerprint.status());
      WorkloadResult result;
      result.name = workload->info().name;
      result.about = workload->info().about;
      result.unit = workload->info().unit;
      result.records = workload->records();
      result.bytes = workload->bytes();
      result.fingerprint = *std::move(fingerprint);
      for (const int threads :
           thread_counts(workload->info().is_parallel ? measurement_.threads : 1)) {
        result.runs.push_back({threads, {}});
      }
      measurement_.workloads.push_back(std::move(result));
    }
    for (std::size_t i = 0; i < workloads_.size(); ++i) {
      for (Run& run : measurement_.workloads[i].runs) {
        timed_runs_.push_back({workloads_[i].get(), &run, 1});
      }
    }
    return {};
  }

  // Runs two passes of each run (a workload with a number of threads). The first pass fills the
  // caches. The time of the second pass decides how many passes make a sample. Finally, takes the
  // digest of each workload's output.
  Status warm_up() {
    const double ours = seconds_left() / (options_.turns != nullptr ? 2 : 1);
    const double share = ours / kUsualRounds / static_cast<double>(timed_runs_.size());
    const double sample = std::clamp(share, kShortestSample, kLongestSample);
    for (TimedRun& timed : timed_runs_) {
      for (int i = 0; i < 2; ++i) {
        const Result<double> seconds = time_passes(timed);
        if (!seconds.ok()) return seconds.status();
        const double passes = std::ceil(sample / *seconds);  // infinite if the clock stands still
        timed.passes = i == 0 ? 1 : static_cast<int>(std::clamp(passes, 1.0, kMaxPasses));
      }
    }
    if (Status status = take_turn(); !status.ok()) return status;
    const std::uint64_t begin = platform_.now_ns();
    for (std::size_t i = 0; i < workloads_.size(); ++i) {
      const Result<std::uint64_t> output = workloads_[i]->output_digest();
      if (!output.ok()) return named(*workloads_[i], output.status());
      measurement_.workloads[i].fingerprint.output = *output;
    }
    closing_seconds_ = seconds_since(begin);  // check_results() computes the same digests again
    return pass_turn();
  }

  Status take_samples() {
    const std::uint64_t begin = platform_.now_ns();
    measure_seconds_ = seconds_left();
    for (std::size_t round = 0;; ++round) {
      const double seconds = seconds_since(begin);
      // A round starts only if at least half of it fits in the remaining time.
      const auto rounds = static_cast<double>(round);
      const bool is_time_up = seconds + (round == 0 ? 0 : seconds / rounds / 2) > measure_seconds_;
      const bool is_enough = is_time_up || (!options_.seconds && rounds >= kUsualRounds);
      if (round >= kMinRounds && is_enough) break;
      for (const TimedRun& timed : timed_runs_) {
        const Result<double> pass = time_passes(timed);
        if (!pass.ok()) return pass.status();
        timed.run->seconds.push_back(*pass);
      }
      show((round + 1) * timed_runs_.size(), seconds_since(begin));
    }
    return {};
  }

  // Takes a sample. Returns its mean time per pass, in seconds.
  Result<double> time_passes(const TimedRun& timed) {
    if (Status status = take_turn(); !status.ok()) return status;
    const std::uint64_t begin = platform_.now_ns();
    for (int i = 0; i < timed.passes; ++i) {
      if (is_stopping()) return interrupted();
      const Status status = timed.workload->pass(timed.run->threads);
      if (!status.ok()) return named(*timed.workload, status);
    }
    if (timed.workload->info().name == options_.slowed) {
      const double end = seconds_since(begin) * (1 + options_.slowed_by);
      while (seconds_since(begin) < end) continue;
    }
    const double seconds = seconds_since(begin);
    if (Status status = pass_turn(); !status.ok()) return status;
    return seconds / timed.passes;
  }

  Status check_results() {
    if (Status status = take_turn(); !status.ok()) return status;
    for (std::size_t i = 0; i < workloads_.size(); ++i) {
      const Result<std::uint64_t> output = workloads_[i]->output_digest();
      if (!output.ok()) return named(*workloads_[i], output.status());
      if (*output != measurement_.workloads[i].fingerprint.output) {
        return named(*workloads_[i], {ErrorCode::kSelfCheck, "a pass made other results"});
      }
    }
    return options_.turns != nullptr ? options_.turns->leave() : Status();
  }

  // If two processes take turns (see turns.hpp), the other process does not measure between
  // take_turn() and pass_turn().
  Status take_turn() const { return options_.turns != nullptr ? options_.turns->take() : Status(); }
  Status pass_turn() const { return options_.turns != nullptr ? options_.turns->pass() : Status(); }

  void show(std::size_t samples, double seconds) const {
    if (!options_.on_progress) return;
    Progress progress;
    progress.records = samples;
    progress.done = static_cast<std::uint64_t>(seconds * 1000);
    progress.total = std::max(progress.done, static_cast<std::uint64_t>(measure_seconds_ * 1000));
    progress.seconds = seconds;
    options_.on_progress(progress);
  }

  const MeasureOptions& options_;
  Platform& platform_;
  std::uint64_t begin_ns_ = 0;
  double closing_seconds_ = 0;  // expected duration of check_results()
  double measure_seconds_ = 0;
  Measurement measurement_;
  Workloads workloads_;
  std::vector<TimedRun> timed_runs_;
};

}  // namespace

Workloads make_workloads(const WorkloadContext& context) {
  Workloads all;
  add_solve_workloads(context, all);
  add_job_workloads(context, all);
  add_record_workloads(context, all);
  return all;
}

std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const auto& workload : make_workloads({&system_platform(), "auto", "", {}, 1})) {
    names.emplace_back(workload->info().name);
  }
  return names;
}

Result<Measurement> measure(const MeasureOptions& options) {
  return Measurer(options).run();
}

Result<Signature> sign(const MeasureOptions& options) {
  Platform& platform = options.platform != nullptr ? *options.platform : system_platform();
  Result<Workloads> workloads = wanted_workloads(options, platform, kSignatureDivisor);
  if (!workloads.ok()) return workloads.status();
  Signature signature;
  Digest all;
  for (const auto& workload : *workloads) {
    if (options.should_stop && options.should_stop()) return interrupted();
    Result<Fingerprint> fingerprint = workload->prepare();
    if (!fingerprint.ok()) return named(*workload, fingerprint.status());
    if (Status status = workload->pass(1); !status.ok()) return named(*workload, status);
    const Result<std::uint64_t> output = workload->output_digest();
    if (!output.ok()) return named(*workload, output.status());
    fingerprint->output = *output;
    const std::string line = describe(workload->info().name, *fingerprint);
    all.add(line);
    signature.lines.push_back(line);
  }
  signature.number = all.value();
  return signature;
}

}  // namespace dokumill::throughput
