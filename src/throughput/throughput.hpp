// Throughput: how fast this machine does the built-in workloads, and how that compares with an
// earlier measurement.
//
// A sample is as many passes of a workload as fill a fixed time; samples of all workloads and
// numbers of threads are taken in turn, round after round, so that a slow moment of the machine
// hits all of them and the medians none. Two builds that measure in turn (Turns) share even the
// moments that are slow for longer. Every workload warms up before, and its results are
// digested before and after: what was timed is what was checked.
//
// Thread safety: one measurement at a time (two would measure each other). Memory: 200 MiB.
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
  int threads = 0;  // up to so many, by powers of two; 0: all that the process may use
  std::string engine = "auto";
  std::vector<std::string> only;  // names of workloads; empty: all
  // What the whole measurement may take, as far as making the inputs and kFewestRounds samples of
  // each workload allow; without it kUsualSeconds besides making the inputs, or less where few
  // workloads have enough samples before.
  std::optional<double> seconds;
  Turns* turns = nullptr;  // samples in turn with another measurement
  std::function<void(const Progress&)> on_progress;
  std::function<bool()> should_stop;
  Platform* platform = nullptr;  // nullptr: the real one
  // For tests of the gate: this workload takes longer by this share of its time.
  std::string slowed;
  double slowed_by = 0;
};

// One workload on so many threads.
struct Run {
  int threads = 1;
  std::vector<double> seconds;  // of a pass, sample by sample
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
  int threads = 0;  // the most
  double seconds = 0;
  std::vector<WorkloadResult> workloads;
};

// The names that MeasureOptions::only takes.
std::vector<std::string> workload_names();

// kUsage: an unknown workload or engine. kIo: no temporary file. kSelfCheck: results that changed
// from pass to pass.
Result<Measurement> measure(const MeasureOptions& options);

// REQUIRES of these: not empty.
double median(std::vector<double> values);
double least(std::span<const double> values);
// The median distance from the median, as a share of it.
double spread(const std::vector<double>& values);

// Schema 1; read_measurement() reads what to_json() wrote, of any version. kInput: it is no such
// text.
std::string to_json(const Measurement& measurement);
Result<Measurement> read_measurement(std::string_view json);

// How a run compares with the same run of the baseline.
struct Comparison {
  std::string workload;
  int threads = 1;
  double ratio = 1;       // of the medians of records a second; above 1: faster than the baseline
  double best_ratio = 1;  // of the fastest samples
  bool is_work_changed = false;  // same input and output, but other counts
  bool has_fallen = false;
};

struct Verdict {
  std::vector<Comparison> runs;            // those in both
  std::vector<std::string> other_answers;  // workloads whose output changed for the same input
  std::vector<std::string> not_compared;   // workloads that are missing or have another input
};

// A run has fallen when both the median and the best of its samples are below `fail_under` of the
// baseline's: noise reaches either, a slower program moves both.
Verdict compare(const Measurement& now, const Measurement& baseline, double fail_under);

}  // namespace dokumill::throughput
