// A short `bench` for the fault loops, and what must hold at its end whatever failed.
#pragma once

#include <string>

#include "faults/jobs.hpp"

namespace dokumill::testing {

// The file workload, with the JSON into "out", which is there already.
const Job& bench_job();

// The clock goes on by a second at each look, so that a run has as few passes as there may be.
Ran run_bench(Workplace& work, FakePlatform& platform);

// What the run's JSON tells of the results, which no fault may change; or why it is none.
std::string bench_results(const Ran& ran);

// The JSON is the old file or, with status 0, the whole one with these results; nothing is held or
// left over but what could not be removed.
void judge_bench(const Ran& ran, const std::string& results);

}  // namespace dokumill::testing
