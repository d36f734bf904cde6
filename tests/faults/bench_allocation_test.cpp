// Tests of `bench` without memory: either one allocation fails, or this one and all later ones. The
// tested allocations are dense at both ends of the run and sparse in the middle.
#include <gtest/gtest.h>

#include <limits>

#include "faults/bench_job.hpp"
#include "support/system/allocations.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

#if defined(DOKUMILL_SANITIZED)
constexpr std::uint64_t kStep = 4;  // a sanitized run takes seconds
#else
constexpr std::uint64_t kStep = 1;
#endif

TEST(BenchAllocations, AnAllocationFails) {
  Workplace work;
  std::uint64_t first = 0;
  std::uint64_t times = 0;
  work.before_command = [&] { watch_allocations(first, times); };
  work.after_command = leave_allocations;
  FakePlatform sound;
  const Ran clean = run_bench(work, sound);  // starts OpenMP's runtime, too
  ASSERT_EQ(clean.status, 0) << clean.err;
  const std::string results = bench_results(clean);
  const std::uint64_t all = watched_allocations();
  for (const std::uint64_t how_many :
       {std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()}) {
    int failed = 0;
    times = how_many;
    // The command line is parsed first and takes most of the allocations; the job follows.
    for (first = 1; first <= all;
         first += is_long_run() ? 1 : 1 + kStep * (first < all / 2 ? first : all - first)) {
      FakePlatform platform;
      const Ran ran = run_bench(work, platform);
      SCOPED_TRACE("allocation " + std::to_string(first) + " of " + std::to_string(all) +
                   ", status " + std::to_string(ran.status) + "\n" + ran.err);
      judge_bench(ran, results);
      if (ran.status != 0) {
        ++failed;
        EXPECT_EQ(ran.status, 2);
        EXPECT_NE(ran.err.find("out of memory\n"), std::string::npos);
        EXPECT_EQ(lines_of(ran.err).size(), 1U);
      }
      if (HasFailure()) return;
    }
    EXPECT_GE(failed, 3);
  }
}

}  // namespace
}  // namespace dokumill::testing
