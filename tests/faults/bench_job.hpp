// A short `bench` for the fault loops, and checks of what must be true at its end, whatever call
// failed.
#pragma once

#include <string>

#include "faults/jobs.hpp"

namespace dokumill::testing {

// The job runs the workload `file` and writes the JSON to "out", which exists before the run.
const Job& bench_job();

// Runs bench_job(). The clock advances by a second per reading, so that a run makes as few passes
// as possible.
Ran run_bench(Workplace& work, FakePlatform& platform);

// Returns the results in the JSON of the run, or why the JSON is not valid. No fault may change
// these results.
std::string bench_results(const Ran& ran);

// Expects that "out" is the old file or, with status 0, a complete JSON with these results. No
// descriptor or map may be open, and no other file may remain, except files that could not be
// removed.
void judge_bench(const Ran& ran, const std::string& results);

}  // namespace dokumill::testing
