#include "faults/bench_job.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/bench/throughput.hpp"

namespace dokumill::testing {
namespace {

using throughput::Measurement;

// Returns the results as a text, with a remark for each run that has too few samples. The name of
// the processor is left out, because it may be unknown.
std::string results_of(const Measurement& measurement) {
  std::string text;
  for (const auto& workload : measurement.workloads) {
    text += workload.name + " " + std::to_string(workload.records) + " " +
            std::to_string(workload.fingerprint.input) + " " +
            std::to_string(workload.fingerprint.output);
    for (const auto& run : workload.runs) {
      text += " on " + std::to_string(run.threads);
      if (run.seconds.size() < 3) text += " too few samples";
    }
    text += "\n";
  }
  return text;
}

}  // namespace

const Job& bench_job() {
  static const Job job{
      .name = "bench", .command = "bench --only file --json out", .files = {{"out", "old\n"}}};
  return job;
}

Ran run_bench(Workplace& work, FakePlatform& platform) {
  platform.clock_step_ns = 1'000'000'000;
  return work.run(bench_job(), 1, platform);
}

std::string bench_results(const Ran& ran) {
  const Result<Measurement> read = throughput::read_measurement(ran.files.at("out"));
  return read.ok() ? results_of(*read) : read.status().message();
}

void judge_bench(const Ran& ran, const std::string& results) {
  EXPECT_EQ(ran.held, 0U);
  if (ran.status == 0) {
    EXPECT_EQ(bench_results(ran), results);
    EXPECT_TRUE(ran.out.starts_with("dokumill "));
  } else {
    EXPECT_EQ(ran.files.at("out"), "old\n");
  }
  for (const auto& file : ran.files) {
    const std::string& name = file.first;
    const bool could_not_go =
        std::any_of(ran.hits.begin(), ran.hits.end(), [&](const FakePlatform::Hit& hit) {
          return hit.call == "remove" && hit.place.ends_with(name);
        });
    EXPECT_TRUE(name == "out" || could_not_go) << name << " is left over";
  }
}

}  // namespace dokumill::testing
