// Tests of solve_many: refused arguments, exceptions, and when it starts threads.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "batch/flow/slices.hpp"
#include "batch/many/many.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/system/fake_platform.hpp"

namespace dokumill {
namespace {

constexpr bool kHasThreads =
#if defined(_OPENMP) || defined(DOKUMILL_STD_THREADS)
    true;
#else
    false;
#endif

class SolveMany : public ::testing::Test {
 protected:
  void expect_solved() const {
    for (const SolveResult& result : results_) ASSERT_EQ(result.solutions, GridKind::kUnique);
  }

  const std::vector<Grid> puzzles_ =
      *puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 23, 16000);
  std::vector<SolveResult> results_{puzzles_.size()};
};

TEST_F(SolveMany, UnequalSizesAreRefused) {
  for (const int threads : {0, 1, 2, 3}) {
    for (const auto& [count, room] : {std::pair(600U, 300U), {300U, 600U}, {1U, 0U}, {0U, 1U}}) {
      std::vector<SolveResult> results(room, {Grid{}, GridKind::kMultiple});
      const Status status = solve_many(std::span(puzzles_).first(count), results, {threads});
      EXPECT_EQ(status.code(), ErrorCode::kUsage);
      EXPECT_EQ(status.message(), std::to_string(count) + " puzzles and " + std::to_string(room) +
                                      " results: expected equal numbers");
      for (const SolveResult& result : results) {
        ASSERT_EQ(result.solutions, GridKind::kMultiple);
      }
    }
  }
}

TEST_F(SolveMany, TheFirstWrongCellValueIsNamed) {
  for (const int threads : {0, 1, 2, 3}) {
    for (const std::size_t count : {1U, 256U, 257U, 4000U}) {
      std::vector<Grid> puzzles(puzzles_.begin(), puzzles_.begin() + count);
      puzzles[count - 1].cells[80] = 10;
      puzzles[count / 2].cells[7] = 255;
      const Status status = solve_many(puzzles, std::span(results_).first(count), {threads});
      EXPECT_EQ(status.code(), ErrorCode::kUsage);
      EXPECT_EQ(status.message(), "puzzles[" + std::to_string(count / 2) +
                                      "]: cell 7 has the value 255, expected 0 to 9");
    }
  }
}

// should_stop may throw anything, on any thread and at any call.
TEST_F(SolveMany, ExceptionsOfTheCallerAreCaught) {
  struct Case {
    std::function<void()> raise;
    std::string message;
  };
  const std::vector<Case> cases = {
      {[] { throw 7; }, "a callback threw an exception without a text"},
      {[] { throw "text"; }, "a callback threw an exception without a text"},
      {[] { throw std::runtime_error("no, thanks"); }, "a callback threw: no, thanks"},
      {[] { throw std::bad_alloc(); }, "out of memory"},
  };
  for (const Case& current : cases) {
    for (const int threads : {0, 1, 2, 3}) {
      for (const int looks : {0, 1, 5}) {
        std::atomic<int> left{looks};
        const Status status = solve_many(puzzles_, results_, {threads, "auto", [&] {
                                                                if (left.fetch_sub(1) <= 0)
                                                                  current.raise();
                                                                return false;
                                                              }});
        EXPECT_EQ(status.code(), current.message == "out of memory" ? ErrorCode::kOutOfMemory
                                                                    : ErrorCode::kCallback);
        EXPECT_EQ(status.message(), current.message) << threads << " threads";
      }
    }
  }
  EXPECT_TRUE(solve_many(puzzles_, results_).ok());
  expect_solved();
}

// A search calls the stop function of its slice, and an exception must not unwind through it.
TEST_F(SolveMany, AStopFunctionThatThrowsIsCaughtAtThePoll) {
  const auto make = [](const batch::ShouldStop& stop_of_slice) {
    return batch::worker_of([stop_of_slice](std::size_t, std::size_t) {
      bool is_stopping = false;
      EXPECT_NO_THROW(is_stopping = stop_of_slice());
      return is_stopping ? Status(ErrorCode::kInterrupted, "interrupted") : Status();
    });
  };
  for (const int threads : {0, 1, 3}) {
    std::atomic<int> left{5};
    const std::function<bool()> should_stop = [&]() -> bool {
      if (left.fetch_sub(1) <= 0) throw std::runtime_error("no, thanks");
      return false;
    };
    const Status status =
        batch::run_slices(system_platform(), {100, 1, threads, should_stop, make});
    EXPECT_EQ(status.code(), ErrorCode::kCallback);
    EXPECT_EQ(status.message(), "a callback threw: no, thanks");
  }
}

// The clock advances only when solve_many reads it: once at the beginning and twice per piece.
// There are 16 pieces.
TEST_F(SolveMany, ThreadsAreStartedForLongWorkOnly) {
  if (!kHasThreads) GTEST_SKIP() << "a build without threads";
  struct Case {
    std::uint64_t ns_a_look;
    bool has_team;
  };
  for (const auto& [ns_a_look, has_team] :
       {Case{12'000, false}, Case{250'000, false}, Case{600'000, true}, Case{30'000'000, true}}) {
    testing::FakePlatform platform;
    platform.clock_ns = 1;
    platform.clock_step_ns = ns_a_look;
    platform.processor_count = 2;
    platform.variables.emplace();
    platform.startable_threads = 1;
    results_.assign(puzzles_.size(), {Grid{}, GridKind::kUnsolvable});
    ASSERT_TRUE(batch::solve_many_on(platform, puzzles_, results_, {}).ok());
    expect_solved();
    EXPECT_EQ(platform.calls("try_threads"), has_team ? 1U : 0U) << ns_a_look;
  }
}

TEST_F(SolveMany, ANumberOfThreadsIsKept) {
  if (!kHasThreads) GTEST_SKIP() << "a build without threads";
  for (const auto& [count, calls] : {std::pair(1024U, 0U), {1025U, 1U}, {16000U, 1U}}) {
    testing::FakePlatform platform;
    const auto results = std::span(results_).first(count);
    const Status status =
        batch::solve_many_on(platform, std::span(puzzles_).first(count), results, {2});
    ASSERT_TRUE(status.ok());
    EXPECT_EQ(platform.calls("try_threads"), calls);
  }
}

}  // namespace
}  // namespace dokumill
