// The fault loop for memory: runs every job again and again with allocation 1, 2, 3 ... failing,
// until a run completes without a failure. Every call of operator new in this program counts, in
// all threads.
//
// The loop cannot test the memory of the OpenMP runtimes: they end the process if malloc fails.
// LLVM's runtime also calls operator new when it starts, under a lock that it does not release
// after an exception. Therefore a run without faults comes first.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "dokumill/batch.hpp"
#include "faults/jobs.hpp"
#include "support/hooked.hpp"
#include "support/system/allocations.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

constexpr std::uint64_t kForEver = std::numeric_limits<std::uint64_t>::max();

// Selects the allocations that fail in a short run. Each of the first kFirst allocations fails. Of
// the allocations while the command line is parsed, every `early`-th fails. Of the last kLast
// allocations, which belong to the job itself, every `late`-th fails. A job that allocates for
// every record has thousands of allocations in the middle; about kMiddle of them fail. With
// sanitizers, a quarter of these allocations fails.
struct Strides {
  std::uint64_t early;
  std::uint64_t late;
};

// Returns the next allocation to fail after `number`, of about `all` allocations.
std::uint64_t next_number(std::uint64_t number, std::uint64_t all, Strides strides) {
  constexpr std::uint64_t kThinned = kIsSanitized ? 4 : 1;
  constexpr std::uint64_t kFirst = 20 / kThinned;
  constexpr std::uint64_t kLast = 200;
  constexpr std::uint64_t kMiddle = 60;
  if (is_long_run() || number < kFirst) return number + 1;
  if (number + kLast >= all) return number + strides.late * kThinned;
  return std::min(number + std::max(strides.early, all / kMiddle) * kThinned, all - kLast);
}

class AllocationLoop : public ::testing::TestWithParam<const Job*> {
 protected:
  Ran run(int threads, std::uint64_t first, std::uint64_t times, std::uint64_t& all) {
    FakePlatform platform;
    work_.before_command = [&] { watch_allocations(first, times); };
    work_.after_command = leave_allocations;
    const Ran ran = work_.run(*GetParam(), threads, platform);
    all = watched_allocations();
    return ran;
  }

  void loop(std::uint64_t times, Strides strides) {
    for (const int threads : GetParam()->threads) {
      std::uint64_t all = 0;
      const Ran clean = run(threads, 0, 0, all);
      ASSERT_EQ(clean.status, GetParam()->status) << clean.err;
      int failed = 0;
      for (std::uint64_t first = 1;; first = next_number(first, all, strides)) {
        std::uint64_t reached = 0;
        const Ran ran = run(threads, first, times, reached);
        if (reached < first) break;
        SCOPED_TRACE("allocation " + std::to_string(first) + " of about " + std::to_string(all) +
                     ", threads " + std::to_string(threads));
        judge(clean, ran);
        if (HasFailure()) return;
        failed += ran.status == 2 ? 1 : 0;
      }
      EXPECT_GE(failed, 3);
    }
  }

  static void judge(const Ran& clean, const Ran& ran) {
    const Job& job = *GetParam();
    EXPECT_EQ(ran.held, 0U);
    EXPECT_EQ(wrong_beginning(job, ran.out, clean.out), "");
    EXPECT_EQ(wrong_files(job, clean, ran), "");
    std::vector<std::string> usual = lines_of(clean.err);
    std::vector<std::string> own;
    bool is_short_of_threads = false;
    for (const std::string& line : lines_of(ran.err)) {
      const auto found = std::find(usual.begin(), usual.end(), line);
      if (found != usual.end()) {
        usual.erase(usual.begin(), found + 1);
      } else if (line.find("no more can be started") != std::string::npos) {
        is_short_of_threads = true;
      } else {
        own.push_back(line);
      }
    }
    if (own.empty()) {
      // The job completed without this memory, or with fewer threads.
      EXPECT_EQ(ran.status, clean.status);
      EXPECT_EQ(ran.out.size(), clean.out.size());
      EXPECT_TRUE(ran.files == clean.files || is_short_of_threads);
      EXPECT_TRUE(usual.empty()) << usual.front();
    } else {
      EXPECT_EQ(ran.status, 2);
      EXPECT_EQ(own, std::vector<std::string>{"dokumill: out of memory"});
    }
  }

  Workplace work_;
};

TEST_P(AllocationLoop, AnAllocationFailsOnce) {
  loop(1, {101, 2});
}

TEST_P(AllocationLoop, EveryAllocationFailsFromThenOn) {
  loop(kForEver, {211, 7});
}

INSTANTIATE_TEST_SUITE_P(Jobs, AllocationLoop, ::testing::ValuesIn(all_jobs()),
                         [](const auto& job) { return job.param->name; });

// Tests the calls of the library without the command around them. In each run, another allocation
// fails.
class LibraryAllocations : public ::testing::Test {
 protected:
  template <class Call>
  void loop(const Call& call) {
    FakePlatform sound;
    ASSERT_TRUE(call(sound).ok());  // starts OpenMP's runtime, too
    for (const std::uint64_t times : {std::uint64_t{1}, kForEver}) {
      int failed = 0;
      for (std::uint64_t first = 1;; ++first) {
        write_file("out", "old");
        FakePlatform platform;
        watch_allocations(first, times);
        const Status status = call(platform);
        leave_allocations();
        if (watched_allocations() < first) {
          EXPECT_TRUE(status.ok()) << status.message();
          break;
        }
        const bool is_old = read_file("out") == "old";
        if (status.ok()) {
          EXPECT_FALSE(is_old);
        } else {
          ++failed;
          EXPECT_TRUE(is_old) << first;
          EXPECT_EQ(status.code(), ErrorCode::kOutOfMemory);
          EXPECT_EQ(status.message(), "out of memory");
        }
        EXPECT_EQ(platform.held(), 0U);
        if (HasFailure()) FAIL() << "at allocation " << first;
      }
      EXPECT_GE(failed, 5);
    }
  }

  Workplace work_;
};

TEST_F(LibraryAllocations, OneFailsOrAllFromThenOn) {
  write_file("in", all_jobs()[0]->files.at("in"));
  for (const int threads : {1, 3}) {
    loop([&](Platform& platform) {
      auto options = file_job<SolveOptions>("in", "out", threads, 500);
      options.platform = &platform;
      return solve(options).status();
    });
    loop([&](Platform& platform) {
      auto options = file_job<CheckOptions>("in", "out", threads, 500);
      options.platform = &platform;
      options.duplicates = true;
      return check(options).status();
    });
    loop([&](Platform& platform) {
      Hooked<BoardsOptions> options;
      options.platform = &platform;
      options.output = "out";
      options.job.threads = threads;
      options.chunk_bytes = 500;
      options.count = 100;
      return generate_boards(options).status();
    });
  }
}

}  // namespace
}  // namespace dokumill::testing
