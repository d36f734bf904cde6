// Tests of the library in a program that has its own forks, threads and parallel regions.
#include <gtest/gtest.h>
#include <sys/single_threaded.h>
#if defined(_OPENMP)
#include <omp.h>
#endif

#include <array>
#include <csignal>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/platform/platform.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/many.hpp"
#include "engine/puzzles/sample_puzzles.hpp"
#include "support/hooked.hpp"
#include "support/puzzles/answers.hpp"
#include "support/system/in_child.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill {
namespace {

constexpr bool kHasThreads =
#if defined(_OPENMP) || defined(DOKUMILL_STD_THREADS)
    true;
#else
    false;
#endif
// OpenMP cannot start threads in a forked process. The C++ library can.
constexpr bool kForkTakesThreads =
#if defined(DOKUMILL_STD_THREADS)
    false;
#else
    true;
#endif

// The fixture has puzzles with one solution and their expected results.
class Threads : public ::testing::Test {
 protected:
  Threads() : puzzles_(*puzzles::sample_puzzles(puzzles::SampleKind::kEasy, 73, 3000)) {
    std::string text;
    for (const Grid& puzzle : puzzles_) text += to_line(puzzle) + "\n";
    testing::write_file(folder_ / "in", text);
    for (const SolveResult& result : expected_) answer_ += to_line(result.solution) + "\n";
  }

  bool solves_in_memory(int threads = 2) const {
    std::vector<SolveResult> results(puzzles_.size());
    if (!solve_many(puzzles_, results, {threads}).ok()) return false;
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i].solution != expected_[i].solution) return false;
    }
    return true;
  }

  struct Job {
    bool is_right = false;
    int threads = 0;
    std::vector<std::string> warnings;
  };
  Job solve_file(const std::string& output, int threads = 2) const {
    Job job;
    auto options = testing::file_job<SolveOptions>(folder_ / "in", folder_ / output, threads, 1000);
    options.job.on_warning = [&](const std::string& text) { job.warnings.push_back(text); };
    const Result<SolveReport> report = solve(options);
    job.is_right = report.ok() && testing::read_file(folder_ / output) == answer_;
    if (report.ok()) job.threads = report->threads;
    return job;
  }

  // Checks a forked child: everything works on one thread, and jobs report a warning about this.
  // With threads of the C++ library, everything works as before. Returns 0, or the number of the
  // check that failed.
  int alone_in_child() const {
    if (!solves_in_memory()) return 1;
    const Job job = solve_file("out");
    if (!job.is_right) return 2;
    if (job.threads != (kForkTakesThreads ? 1 : 2)) return 3;
    if (!kForkTakesThreads) return job.warnings.empty() ? 0 : 7;
    if (job.warnings.size() != 1) return 4;
    if (job.warnings[0].find("forked") == std::string::npos) return 5;
    const Job single = solve_file("out", 1);  // one thread was requested: no warning
    return single.is_right && single.warnings.empty() ? 0 : 6;
  }

  const testing::ScratchFolder folder_;
  const std::vector<Grid> puzzles_;
  const std::vector<SolveResult> expected_ = testing::solve_all("auto", puzzles_);
  std::string answer_;
};

int status_of_child(const std::function<int()>& body) {
  return testing::in_child(body).status;
}

// This must be the first test of this file, because the process must not have started threads yet.
TEST_F(Threads, AForkBeforeAnyThreadLosesNothing) {
  if (!kHasThreads) GTEST_SKIP() << "a build without threads";
  if (__libc_single_threaded == 0) GTEST_SKIP() << "a sanitizer has started a thread";
  const int status = status_of_child([&] {
    if (system_platform().has_lost_threads()) return 1;
    const Job job = solve_file("out");
    return job.is_right && job.threads == 2 && job.warnings.empty() && solves_in_memory() ? 0 : 2;
  });
  EXPECT_EQ(status, 0);
}

#if defined(_OPENMP)
// A runtime that may adjust a team starts no more threads than there are processors. The setting of
// the caller stays as it was.
TEST_F(Threads, DynamicAdjustmentDoesNotChangeATeam) {
  const int was_dynamic = omp_get_dynamic();
  omp_set_dynamic(1);
  const int wanted = omp_get_num_procs() + 2;
  auto options = testing::file_job<SolveOptions>(folder_ / "in", folder_ / "out", wanted, 1000);
  const Result<SolveReport> report = solve(options);
  EXPECT_EQ(omp_get_dynamic(), 1);
  omp_set_dynamic(was_dynamic);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->threads_remark, "OMP_DYNAMIC is ignored, because it counts past load");
}
#endif

TEST_F(Threads, AForkedChildWorksAlone) {
  if (!kHasThreads) GTEST_SKIP() << "a build without threads";
  ASSERT_TRUE(solves_in_memory());
  EXPECT_FALSE(system_platform().has_lost_threads());
  EXPECT_EQ(status_of_child([&] { return alone_in_child(); }), 0);
  // The parent continues as before.
  const Job job = solve_file("out");
  EXPECT_TRUE(job.is_right);
  EXPECT_EQ(job.threads, 2);
  EXPECT_TRUE(job.warnings.empty());
}

TEST_F(Threads, AForkAfterAJobToo) {
  if (!kHasThreads) GTEST_SKIP() << "a build without threads";
  ASSERT_TRUE(solve_file("out").is_right);
  EXPECT_EQ(status_of_child([&] { return alone_in_child(); }), 0);
  EXPECT_EQ(status_of_child([&] { return status_of_child([&] { return alone_in_child(); }) + 10; }),
            10);
}

TEST_F(Threads, AForkInAnotherThread) {
  if (!kHasThreads) GTEST_SKIP() << "a build without threads";
  int status = -1;
  std::thread([&] {
    ASSERT_TRUE(solves_in_memory());
    status = status_of_child([&] { return alone_in_child(); });
  }).join();
  EXPECT_EQ(status, 0);
}

TEST_F(Threads, SeveralHostThreadsAtOnce) {
  constexpr int kHosts = 4;
  std::array<bool, kHosts> is_right{};
  std::vector<std::thread> hosts;
  for (int host = 0; host < kHosts; ++host) {
    hosts.emplace_back([&, host] {
      bool all = true;
      for (int round = 0; round < 3; ++round) {
        all = all && solves_in_memory(1 + (host + round) % 3);
        all = all && solve_file("out" + std::to_string(host), 1 + round).is_right;
      }
      is_right[static_cast<std::size_t>(host)] = all;
    });
  }
  for (std::thread& host : hosts) host.join();
  for (const bool right : is_right) EXPECT_TRUE(right);
}

#if defined(_OPENMP)
// Before its fork, the program has used the OpenMP runtime of the library, but only in a parallel
// region of its own.
TEST_F(Threads, AForkAfterTheHostsParallelRegion) {
  int members = 0;
#pragma omp parallel num_threads(3) reduction(+ : members)
  members += 1;
  ASSERT_EQ(members, 3);
  EXPECT_EQ(status_of_child([&] { return alone_in_child(); }), 0);
}

TEST_F(Threads, InsideAHostsParallelRegion) {
  for (const int levels : {1, 2}) {
    omp_set_max_active_levels(levels);
    int right = 0;
    int threads = 0;
    int warnings = 0;
#pragma omp parallel num_threads(3) reduction(+ : right, threads, warnings)
    {
      const Job job = solve_file("out" + std::to_string(omp_get_thread_num()));
      right += job.is_right && solves_in_memory() ? 1 : 0;
      threads += job.threads;
      warnings += static_cast<int>(job.warnings.size());
    }
    EXPECT_EQ(right, 3);
    EXPECT_EQ(threads, 3 * levels);
    EXPECT_EQ(warnings, 0);
  }
  omp_set_max_active_levels(1);
}

TEST_F(Threads, NoSettingOfTheHostIsChanged) {
  const auto settings = [] {
    omp_sched_t schedule{};
    int chunk = 0;
    omp_get_schedule(&schedule, &chunk);
    return std::vector<int>{omp_get_max_threads(),
                            omp_get_dynamic(),
                            omp_get_max_active_levels(),
                            omp_get_thread_limit(),
                            omp_get_num_procs(),
                            static_cast<int>(schedule),
                            chunk};
  };
  const std::vector<int> before = settings();
  EXPECT_TRUE(solves_in_memory(3));
  EXPECT_TRUE(solve_file("out", 3).is_right);
  EXPECT_EQ(settings(), before);
}
#endif

// The program's own handler for SIGBUS is replaced while a job with a mapped input runs, and
// restored after the job. If the input is not mapped, the handler is never changed.
void hosts_handler(int) {}

TEST_F(Threads, AHostsBusErrorHandlerIsBackAfterAMappedJob) {
  using Handler = void (*)(int);
  const auto present = [] {
    struct sigaction action {};
    ::sigaction(SIGBUS, nullptr, &action);
    return action.sa_handler;
  };
  const Handler before = ::signal(SIGBUS, hosts_handler);
  for (const bool allow_mapping : {true, false}) {
    std::vector<Handler> seen;
    auto options = testing::file_job<SolveOptions>(folder_ / "in", folder_ / "out", 1);
    options.input.allow_mapping = allow_mapping;
    options.job.should_stop = [&] {
      seen.push_back(present());
      return false;
    };
    ASSERT_TRUE(solve(options).ok());
    ASSERT_FALSE(seen.empty());
    for (const Handler handler : seen) EXPECT_EQ(handler == hosts_handler, !allow_mapping);
    EXPECT_EQ(present(), hosts_handler);
  }
  std::vector<SolveResult> results(puzzles_.size());
  EXPECT_TRUE(
      solve_many(puzzles_, results, {2, "auto", [&] { return present() != hosts_handler; }}).ok());
  ::signal(SIGBUS, before);
}

}  // namespace
}  // namespace dokumill
