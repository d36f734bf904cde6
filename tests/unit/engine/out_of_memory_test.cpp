// Tests of solve_many without memory: every operator new of this program can be made to fail.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include "dokumill/batch.hpp"
#include "dokumill/many.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/available_engines.hpp"
#include "support/system/allocations.hpp"

namespace dokumill {
namespace {

// Makes allocation 1, 2, 3 ... fail, until the call needs fewer allocations. Either only this
// allocation fails, or this one and all allocations after it.
TEST(OutOfMemory, SolveManyReportsIt) {
  const std::vector<Grid> puzzles = *puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 71, 600);
  std::vector<SolveResult> results(puzzles.size());
  // The caller's function may be too large for the buffer of std::function, which then stores it on
  // the heap.
  struct Host {
    long words[8] = {};
  } host;
  const std::function<bool()> should_stop = [host] { return host.words[0] != 0; };
  // LLVM's OpenMP runtime allocates memory when it starts, and hangs if such an allocation fails.
  ASSERT_TRUE(solve_many(puzzles, results, {3}).ok());
  for (const std::string& engine : testing::available_engines()) {
    for (const int threads : {1, 3}) {
      for (const std::uint64_t times : {std::uint64_t{1}, std::uint64_t{1} << 40}) {
        int refusals = 0;
        bool has_failed = true;
        for (std::uint64_t first = 1; has_failed; ++first) {
          ASSERT_LT(first, 1000U);
          const ManyOptions options{threads, engine, should_stop};
          testing::watch_allocations(first, times);
          const Status status = solve_many(puzzles, results, options);
          testing::leave_allocations();
          has_failed = testing::watched_allocations() >= first;
          if (status.ok()) {  // this is right if only the attempt to start threads failed
            for (const SolveResult& result : results) {
              ASSERT_EQ(result.solutions, GridKind::kUnique);
            }
          } else {
            ASSERT_TRUE(has_failed);
            ASSERT_EQ(status.code(), ErrorCode::kOutOfMemory);
            ASSERT_EQ(status.message(), "out of memory");
            ++refusals;
          }
        }
        EXPECT_GE(refusals, threads) << engine;  // at least one solver per thread
      }
    }
  }
}

// Our code allocates nothing inside the parallel region, but the caller's `should_stop` may.
TEST(OutOfMemory, NoExceptionLeavesTheRegion) {
  const std::vector<Grid> puzzles = *puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 71, 8000);
  std::vector<SolveResult> results(puzzles.size());
  for (const int threads : {1, 2, 5}) {
    for (const int looks : {0, 1, 4}) {
      std::atomic<int> left{looks};
      const Status status = solve_many(puzzles, results, {threads, "auto", [&left]() -> bool {
                                                            if (left.fetch_sub(1) > 0) return false;
                                                            throw std::bad_alloc();
                                                          }});
      EXPECT_EQ(status.code(), ErrorCode::kOutOfMemory);
      EXPECT_EQ(status.message(), "out of memory");
    }
  }
}

}  // namespace
}  // namespace dokumill
