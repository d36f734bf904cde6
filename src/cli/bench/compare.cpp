#include <algorithm>

#include "cli/bench/throughput.hpp"

namespace dokumill::throughput {
namespace {

const WorkloadResult* find(const Measurement& measurement, const std::string& name) {
  for (const WorkloadResult& workload : measurement.workloads) {
    if (workload.name == name) return &workload;
  }
  return nullptr;
}

const Run* find(const WorkloadResult& workload, int threads) {
  for (const Run& run : workload.runs) {
    if (run.threads == threads) return &run;
  }
  return nullptr;
}

}  // namespace

Verdict compare(const Measurement& now, const Measurement& baseline, double fail_under) {
  Verdict verdict;
  for (const WorkloadResult& workload : now.workloads) {
    const WorkloadResult* const before = find(baseline, workload.name);
    const Fingerprint& fingerprint = workload.fingerprint;
    if (before == nullptr || before->records != workload.records ||
        before->fingerprint.input != fingerprint.input) {
      verdict.not_compared.push_back(workload.name);
      continue;
    }
    if (before->fingerprint.output != fingerprint.output) {
      verdict.other_answers.push_back(workload.name);
    }
    for (const Run& run : workload.runs) {
      const Run* const run_before = find(*before, run.threads);
      if (run_before == nullptr) continue;
      Comparison comparison;
      comparison.workload = workload.name;
      comparison.threads = run.threads;
      comparison.ratio = median(run_before->seconds) / median(run.seconds);
      comparison.best_ratio = min_of(run_before->seconds) / min_of(run.seconds);
      comparison.is_work_changed = before->fingerprint.counts != fingerprint.counts;
      comparison.has_fallen = std::max(comparison.ratio, comparison.best_ratio) < fail_under;
      verdict.runs.push_back(comparison);
    }
  }
  return verdict;
}

}  // namespace dokumill::throughput
