// Throughput: measures how fast this machine runs the built-in workloads, and compares the result
// with an earlier measurement.
//
// A sample is as many passes of a workload as fill a fixed time. Samples of all workloads and
// numbers of threads are taken in turn, round after round. So a slow moment of the machine affects
// all of them, and the medians ignore it. Two builds that measure in turn (Turns) also share slow
// periods that last longer. Every workload warms up first. Its results are digested before and
// after the samples, so the results that were timed are the results that were checked.
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

#include "dokumill/batch.hpp"
#include "dokumill/status.hpp"
#include "throughput/workload.hpp"

namespace dokumill::throughput {

class Turns;

constexpr double kUsualSeconds = 15;
constexpr std::size_t kFewestRounds = 3;

struct MeasureOptions {
  int threads = 0;  // the largest number, by powers of two; 0: all that the process may use
  std::string engine = "auto";
  std::vector<std::string> only;  // names of workloads; empty: all workloads
  // The time limit of the whole measurement. Making the inputs and taking kFewestRounds samples of
  // each workload may exceed it. Without a limit, the samples take kUsualSeconds in addition to
  // making the inputs, or less if few workloads have enough samples earlier.
  std::optional<double> seconds;
  Turns* turns = nullptr;  // for samples in turn with another measurement
  std::function<void(const Progress&)> on_progress;
  std::function<bool()> should_stop;
  Platform* platform = nullptr;  // nullptr: the real one
  // For tests of the gate: the workload `slowed` takes longer by `slowed_by`, a share of its time.
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

// kUsage: an unknown workload or engine. kIo: a temporary file failed. kSelfCheck: the results
// changed from pass to pass.
Result<Measurement> measure(const MeasureOptions& options);

// REQUIRES (all three functions): the values are not empty.
double median(std::vector<double> values);
double least(std::span<const double> values);
// The median distance from the median, as a share of the median.
double spread(const std::vector<double>& values);

// to_json() writes JSON of schema 1. read_measurement() reads the JSON of every version. Failure:
// kInput if the text is not a measurement.
std::string to_json(const Measurement& measurement);
Result<Measurement> read_measurement(std::string_view text);

// How a run compares with the same run of the baseline.
struct Comparison {
  std::string workload;
  int threads = 1;
  double ratio = 1;       // of the median records per second; above 1: faster than the baseline
  double best_ratio = 1;  // of the fastest samples
  bool is_work_changed = false;  // same input, but other counts than the baseline
  bool has_fallen = false;
};

struct Verdict {
  std::vector<Comparison> runs;            // runs that are in both measurements
  std::vector<std::string> other_answers;  // workloads whose output changed for the same input
  std::vector<std::string> not_compared;   // workloads without the same input in the baseline
};

// A run has fallen if both the median and the best of its samples are below `fail_under` times
// those of the baseline. Noise affects one or the other; a slower program affects both.
Verdict compare(const Measurement& now, const Measurement& baseline, double fail_under);

}  // namespace dokumill::throughput
