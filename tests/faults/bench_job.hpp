// A short `bench` for the fault loops, and the conditions that hold at its end whatever failed.
#pragma once

#include <string>

#include "faults/jobs.hpp"

namespace dokumill::testing {

// The workload `file`, with the JSON written to "out", which exists already.
const Job& bench_job();

// The clock advances by a second per reading, so that a run makes as few passes as possible.
Ran run_bench(Workplace& work, FakePlatform& platform);

// Returns the results in the run's JSON, which no fault may change, or why the JSON is not valid.
std::string bench_results(const Ran& ran);

// Expects the old file or, with status 0, a complete JSON with these results. No descriptor or map
// may be open, and no file left over except those that could not be removed.
void judge_bench(const Ran& ran, const std::string& results);

}  // namespace dokumill::testing
