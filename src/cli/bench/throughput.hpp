// Throughput: measures how fast this machine runs the built-in workloads, and compares the result
// with an earlier measurement.
//
// A sample consists of one or more passes of a workload: enough passes to take about 20 to 50 ms.
// The measurement consists of rounds. Each round takes one sample of every workload with every
// number of threads. So a slow moment of the machine affects all workloads, and the medians ignore
// it. A slow period that lasts longer than a sample affects both builds if two builds take turns
// (Turns). Every workload warms up first. The digest of its results is computed before and after
// the samples. If the two digests differ, the measurement fails.
//
// Thread safety: run one measurement at a time (two would slow each other down). Memory: 200 MiB.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/bench/workload.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/status.hpp"

namespace dokumill::throughput {

class Turns;

constexpr double kUsualSeconds = 15;
constexpr std::size_t kMinRounds = 3;

struct MeasureOptions {
  // The largest number of threads that is measured. All smaller powers of 2 are measured as well.
  // 0: all threads that the process may use.
  int threads = 0;
  std::string engine = "auto";
  std::vector<std::string> only;  // names of workloads; empty: all workloads
  // The time limit of the whole measurement. Making the inputs and taking kMinRounds samples of
  // each workload may exceed this limit. Without a limit, the samples take kUsualSeconds in
  // addition to the time for making the inputs. The samples take less time if there are only a few
  // workloads, because the measurement ends after 25 rounds.
  std::optional<double> seconds;
  Turns* turns = nullptr;  // if set, the samples alternate with those of another process
  std::function<void(const Progress&)> on_progress;
  std::function<bool()> should_stop;
  Platform* platform = nullptr;  // nullptr: system_platform()
  // For tests of --fail-under: the workload `slowed` takes longer by `slowed_by`, a share of its
  // time.
  std::string slowed;
  double slowed_by = 0;
};

// One workload with one number of threads.
struct Run {
  int threads = 1;
  std::vector<double> seconds;  // per pass, one value for each sample
};

struct WorkloadResult {
  std::string name;
  std::string about;
  std::string unit;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  Fingerprint fingerprint;
  std::vector<Run> runs;
};

struct Measurement {
  std::string version;
  std::string commit;
  std::string compiler;
  std::string processor;
  std::string engine;
  int threads = 0;  // the largest number that was measured
  double seconds = 0;
  std::vector<WorkloadResult> workloads;
};

// The names that MeasureOptions::only accepts.
std::vector<std::string> workload_names();

// Failure: kUsage for an unknown workload or engine; kSelfCheck if the results differ between
// passes, or if a result cannot be right; kIo or kInput for a temporary file.
Result<Measurement> measure(const MeasureOptions& options);

// One number for the results and all counts of work of small workloads, on one thread. It changes
// if a search changes, and it is the same on every machine with the same engine. Stockfish signs
// its commits in this way.
struct Signature {
  std::uint64_t number = 0;
  std::vector<std::string> lines;  // of each workload: its counts and the digest of its results
};

// Uses `engine`, `only`, `should_stop` and `platform` of the options. Failure: as for measure().
Result<Signature> sign(const MeasureOptions& options);

// REQUIRES (all three functions): the values are not empty.
double median(std::vector<double> values);
double min_of(std::span<const double> values);
// Let m be the median of the values. Returns the median of all |value - m|, divided by m.
double spread(const std::vector<double>& values);

// to_json() writes JSON whose member `schema` is 1. read_measurement() reads such JSON from any
// version of dokumill. Failure: kInput if the text is not a measurement.
std::string to_json(const Measurement& measurement);
Result<Measurement> read_measurement(std::string_view text);

// How a run compares with the same run of the baseline.
struct Comparison {
  std::string workload;
  int threads = 1;
  double ratio = 1;       // records per second (medians), now / baseline; above 1: faster now
  double best_ratio = 1;  // the same ratio for the fastest samples
  bool is_work_changed = false;  // same input, but the counts differ from the baseline
  bool has_fallen = false;
};

struct Verdict {
  std::vector<Comparison> runs;            // the runs that are in both measurements
  std::vector<std::string> other_answers;  // workloads whose output changed for the same input
  std::vector<std::string> not_compared;   // workloads without the same input in the baseline
};

// Divides the records per second of each run by those of the baseline, once for the median and once
// for the fastest sample. A run has fallen (has_fallen) if both ratios are below `fail_under`.
// Noise usually affects only one of the two ratios. A slower program affects both.
Verdict compare(const Measurement& now, const Measurement& baseline, double fail_under);

}  // namespace dokumill::throughput
