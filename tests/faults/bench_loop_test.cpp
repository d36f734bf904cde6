// The fault loop of `bench`: in each run, another system call fails. A run takes tenths of a second
// and repeats the same calls. So for each kind of call on each kind of file, at most the first and
// the last call fail. In a long run, every call fails.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "faults/bench_job.hpp"
#include "support/test_size.hpp"

namespace dokumill::testing {
namespace {

using Fault = FakePlatform::AnyFault;
using Hit = FakePlatform::Hit;

// With sanitizers, a run takes seconds, so only some of the calls fail.
#if defined(DOKUMILL_SANITIZED)
constexpr int kThinning = 8;
#else
constexpr int kThinning = 1;
#endif

constexpr std::uint64_t kForEver = FakePlatform::kForEver;

// Replaces the random parts of file names, which differ from run to run.
std::string without_numbers(std::string path) {
  std::size_t digits = 0;
  for (std::size_t i = 0; i <= path.size(); ++i) {
    if (i < path.size() && std::isxdigit(static_cast<unsigned char>(path[i])) != 0) {
      ++digits;
    } else {
      if (digits >= 6) path.replace(i - digits, digits, digits, 'X');
      digits = 0;
    }
  }
  return path;
}

// True if the run completes without this call, with the right results.
bool is_survivable(const Hit& hit, int error) {
  const bool is_system_file = hit.place.starts_with("/proc/") || hit.place.starts_with("/sys/");
  if (is_system_file || hit.call == "try_threads" || hit.call == "map") return true;
  // Without reserved room, the file is written all the same.
  if (hit.call == "reserve_to_grow" || hit.call == "truncate") return true;
  if (hit.call == "close") return !hit.is_written || error == -EINTR;
  if (hit.call == "remove" || hit.call == "link") return hit.place.ends_with(".tmp");
  if (hit.call == "info") return error == -EINTR;
  return error == -EINTR || error == -EAGAIN || error == 0;
}

class BenchLoop : public ::testing::Test {
 protected:
  BenchLoop() {
    FakePlatform sound;
    sound.keeps_calls = true;
    const Ran clean = run_bench(work_, sound);
    EXPECT_EQ(clean.status, 0) << clean.err;
    EXPECT_EQ(clean.err, "");
    EXPECT_EQ(wrong_files(bench_job(), clean, clean), "");
    results_ = bench_results(clean);
    EXPECT_NE(results_.find("file 262144 "), std::string::npos) << results_;
    // Finds the first and the last call of each kind.
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> kinds;
    for (const Hit& hit : sound.calls_made()) {
      const std::string kind = hit.call + " " + without_numbers(hit.place);
      kinds.try_emplace(kind, hit.number, hit.number).first->second.second = hit.number;
      if (is_long_run()) firsts_.insert(hit.number);
    }
    for (const auto& [kind, range] : kinds) {
      if (is_long_run()) break;
      firsts_.insert(range.first);
      lasts_.insert(range.second);
    }
    EXPECT_GT(kinds.size(), 20U);
  }

  // Returns every `stride`-th call of firsts_, or fewer under a sanitizer. firsts_ has the first
  // call of each kind and, if the test has added lasts_, the last one. In a long run, firsts_ has
  // all calls of the run, and all are returned.
  std::set<std::uint64_t> every(int stride) const {
    std::set<std::uint64_t> numbers;
    int i = 0;
    for (const std::uint64_t number : firsts_) {
      if (i++ % (stride * kThinning) == 0 || is_long_run()) numbers.insert(number);
    }
    return numbers;
  }

  void loop(const std::set<std::uint64_t>& numbers, Fault fault) {
    for (const std::uint64_t number : numbers) {
      fault.first = number;
      FakePlatform platform;
      platform.fail_any(fault);
      const Ran ran = run_bench(work_, platform);
      std::string where = "call " + std::to_string(number) + ", error " +
                          std::to_string(fault.error) + ", status " + std::to_string(ran.status) +
                          "\n" + ran.err;
      for (std::size_t i = 0; i < std::min<std::size_t>(ran.hits.size(), 5); ++i)
        where += "\n  " + ran.hits[i].call + " " + ran.hits[i].place;
      SCOPED_TRACE(where);
      judge(ran, fault);
      if (HasFailure()) return;
    }
  }

  void judge(const Ran& ran, const Fault& fault) const {
    const auto fatal = std::find_if(ran.hits.begin(), ran.hits.end(), [&](const Hit& hit) {
      return !is_survivable(hit, fault.error);
    });
    EXPECT_EQ(ran.status, fatal == ran.hits.end() ? 0 : 2);
    judge_bench(ran, results_);
    const std::vector<std::string> lines = lines_of(ran.err);
    if (ran.status == 0) {
      for (const std::string& line : lines)
        EXPECT_TRUE(line.find(" could not be removed: ") != std::string::npos) << line;
      return;
    }
    const auto reasons = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
      return line.find(" could not be removed: ") == std::string::npos;
    });
    EXPECT_EQ(reasons, 1);
    EXPECT_TRUE(ran.err.starts_with("dokumill: "));
  }

  Workplace work_;
  std::string results_;
  std::set<std::uint64_t> firsts_;
  std::set<std::uint64_t> lasts_;
};

TEST_F(BenchLoop, ACallFailsOnce) {
  firsts_.insert(lasts_.begin(), lasts_.end());
  loop(every(1), {.error = -EIO});
}

TEST_F(BenchLoop, EveryCallFailsFromThenOn) {
  loop(every(2), {.times = kForEver, .error = -ENOSPC});
}

TEST_F(BenchLoop, InterruptionsLoseNothing) {
  loop(every(4), {.times = 2, .error = -EINTR});
}

}  // namespace
}  // namespace dokumill::testing
