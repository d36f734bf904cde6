// The fault loop: runs every job again and again with system call 1, 2, 3 ... failing, until a run
// completes without a failure. Each run is checked for its exit status, its message, the old output
// and leftover files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <vector>

#include "faults/jobs.hpp"
#include "support/test_size.hpp"
#include "support/texts/texts.hpp"

namespace dokumill::testing {
namespace {

using Fault = FakePlatform::AnyFault;
using Hit = FakePlatform::Hit;

constexpr std::uint64_t kForEver = FakePlatform::kForEver;

// The faults that a job must survive with the result of a run without faults.
struct Survivable {
  std::string_view call;
  bool (*applies)(const Hit&, int error);  // error 0: fewer bytes than requested
  std::string_view reason;
};
bool is_system_file(const std::string& path) {
  return path.starts_with("/proc/") || path.starts_with("/sys/");
}
bool always(const Hit&, int) {
  return true;
}
bool is_short(const Hit&, int error) {
  return error == 0;
}
bool is_interrupted(const Hit&, int error) {
  return error == -EINTR;
}
bool must_go_on(const Hit&, int error) {
  return error == 0 || error == -EAGAIN;
}
constexpr Survivable kSurvivable[] = {
    {"open", [](const Hit& hit, int) { return is_system_file(hit.place); },
     "a limit on processors that cannot be read is ignored"},
    {"read", [](const Hit& hit, int) { return is_system_file(hit.place); },
     "a limit on processors that cannot be read is ignored"},
    {"map", always, "what cannot be mapped is read"},
    {"try_threads", always, "a job runs on fewer threads, and reports it"},
    {"close", [](const Hit& hit, int) { return !hit.is_written; }, "an input was read whole"},
    {"close", [](const Hit& hit, int) { return hit.place == "."; },
     "a temporary file without a name was read back"},
    {"write", [](const Hit& hit, int) { return hit.place == "<stderr>"; },
     "the exit status replaces the lost message"},
    {"reserve_to_grow", [](const Hit&, int) { return true; }, "the file is written all the same"},
    {"link", [](const Hit& hit, int) { return hit.place.ends_with(".tmp"); },
     "without a second name an old file cannot come back, which only a later failure would need"},
    {"remove", [](const Hit& hit, int) { return hit.place.ends_with(".tmp"); },
     "the file that remains is reported, and the output is right"},
    {"read", must_go_on, "reading goes on"},
    {"read_at", must_go_on, "reading goes on"},
    {"write", must_go_on, "writing goes on, when there is room"},
    {"write_at", is_short, "writing goes on"},
    {"close", is_interrupted, "an interrupted close has closed"},
};

// The calls that are made again after a signal has interrupted them.
const auto kMadeAgain =
    texts("attribute", "info", "info_at", "link", "list_attributes", "may_write", "open", "read",
          "read_at", "read_link", "remove", "remove_attribute", "rename", "set_attribute",
          "set_permissions", "sync", "sync_folder", "write", "write_at");

bool is_survivable(const Hit& hit, int error) {
  if (error == -EINTR && std::ranges::find(kMadeAgain, hit.call) != kMadeAgain.end()) {
    return true;
  }
  return std::any_of(std::begin(kSurvivable), std::end(kSurvivable), [&](const Survivable& row) {
    return row.call == hit.call && row.applies(hit, error);
  });
}

// After room could not be reserved, the file is cut to what was written. If this fails, too, only
// room after its end stays reserved.
bool gives_back_room(const std::vector<Hit>& hits, const Hit& hit) {
  return hit.call == "truncate" && std::ranges::any_of(hits, [&](const Hit& other) {
           return other.call == "reserve_to_grow" && other.place == hit.place &&
                  other.number + 1 == hit.number;
         });
}

// Returns the name that messages use for the file of a call. For the temporary file of an output,
// this is the file name of the output.
std::string name_of_place(const Hit& hit) {
  const std::string& place = hit.place;
  const std::size_t at = place.rfind("./.");
  const bool is_temporary = at != std::string::npos && place.ends_with(".tmp");
  if (!is_temporary) return place == "." ? "" : place;  // a folder: may belong to any output
  const std::string name = place.substr(at + 3);
  return name.substr(0, name.rfind('.', name.size() - 5));
}

class FaultLoop : public ::testing::TestWithParam<const Job*> {
 protected:
  // Runs the job with call 1, 2, 3 ... failing as `fault` describes. In a short run, every
  // `stride`-th call fails, and a quarter of these with sanitizers; different jobs begin at
  // different calls.
  void loop(Fault fault, std::uint64_t stride = 1) {
    const std::uint64_t step = is_long_run() ? 1 : kIsSanitized ? stride * 4 : stride;
    const std::uint64_t begin = 1 + GetParam()->name.size() % step;
    for (const int threads : GetParam()->threads) {
      FakePlatform sound;
      const Ran clean = work_.run(*GetParam(), threads, sound);
      ASSERT_EQ(clean.status, GetParam()->status) << clean.err;
      ASSERT_EQ(clean.held, 0U);
      ASSERT_EQ(clean.hits.size(), 0U);
      std::uint64_t reached = 0;
      for (fault.first = begin;; fault.first += step) {
        FakePlatform platform;
        platform.fail_any(fault);
        const Ran ran = work_.run(*GetParam(), threads, platform);
        if (ran.calls < fault.first) break;
        reached += ran.hits.size();
        std::string where = "call " + std::to_string(fault.first) + ", error " +
                            std::to_string(fault.error) + ", threads " + std::to_string(threads);
        for (const Hit& hit : ran.hits) where += "\n  " + hit.call + " " + hit.place;
        SCOPED_TRACE(where);
        judge(clean, ran, fault);
        if (HasFailure() || HasFatalFailure()) return;
        ASSERT_LT(fault.first, 5000U) << "the loop does not end";
      }
      if (fault.error == -EIO && clean.calls >= begin) {
        EXPECT_GE(reached, 1U);
      }
    }
  }

  static void judge(const Ran& clean, const Ran& ran, const Fault& fault) {
    const Job& job = *GetParam();
    const auto fatal = std::find_if(ran.hits.begin(), ran.hits.end(), [&](const Hit& hit) {
      return !is_survivable(hit, fault.error) && !gives_back_room(ran.hits, hit);
    });
    const bool is_fatal = fatal != ran.hits.end();
    EXPECT_EQ(ran.status, is_fatal ? 2 : clean.status) << ran.err;
    EXPECT_EQ(ran.held, 0U);
    EXPECT_EQ(wrong_beginning(job, ran.out, clean.out), "");
    if (!is_fatal) {
      EXPECT_EQ(ran.out.size(), clean.out.size());
    }
    EXPECT_EQ(wrong_files(job, clean, ran), "");
    for (const FakePlatform::Placed& placed : ran.placed) {
      // After a failure no output is moved into place, except the report of the failure.
      if (is_fatal && !is_report_of_failure(ran, placed.path)) {
        EXPECT_LT(placed.number, fatal->number) << placed.path;
      }
    }
    judge_messages(clean, ran, is_fatal ? &*fatal : nullptr);
  }

  static void judge_messages(const Ran& clean, const Ran& ran, const Hit* fatal) {
    const auto hits_call = [&](std::string_view call) {
      return std::any_of(ran.hits.begin(), ran.hits.end(),
                         [&](const Hit& hit) { return hit.call == call; });
    };
    const bool is_mute = std::any_of(ran.hits.begin(), ran.hits.end(), [](const Hit& hit) {
      return hit.call == "write" && hit.place == "<stderr>";
    });
    if (is_mute) return;
    // Messages of the clean run may appear, in its order. A job that ends early prints fewer of
    // them.
    std::vector<std::string> usual = lines_of(clean.err);
    std::vector<std::string> own;
    for (const std::string& line : lines_of(ran.err)) {
      const auto found = std::find(usual.begin(), usual.end(), line);
      if (found != usual.end()) {
        usual.erase(usual.begin(), found + 1);
      } else if (line.find(".tmp could not be removed: ") != std::string::npos) {
        EXPECT_TRUE(hits_call("remove")) << line;
      } else if (line.starts_with("dokumill: warning: working with 1 thread: ")) {
        EXPECT_TRUE(hits_call("try_threads")) << line;
      } else {
        own.push_back(line);
      }
    }
    if (fatal == nullptr) {
      EXPECT_EQ(own, std::vector<std::string>{});
      EXPECT_TRUE(usual.empty()) << usual.front();
      return;
    }
    if (clean.status == 2 && own.empty()) return;  // the job fails without faults, too
    ASSERT_EQ(own.size(), 1U) << ran.err;
    EXPECT_TRUE(own[0].starts_with("dokumill: ")) << own[0];
    // If several calls failed at the same time, the message may be about any of them.
    EXPECT_TRUE(std::any_of(ran.hits.begin(), ran.hits.end(), [&](const Hit& hit) {
      return own[0].find(name_of_place(hit)) != std::string::npos;
    })) << own[0];
  }

  Workplace work_;
};

constexpr std::uint64_t kThinned = 4;
constexpr int kErrors[] = {-EIO, -ENOSPC, -ENOMEM, -EACCES, -EMFILE};

TEST_P(FaultLoop, ACallFailsOnce) {
  for (const int error : kErrors) {
    if (error == -EIO || is_long_run()) loop({.error = error});
  }
}

TEST_P(FaultLoop, EveryCallFailsFromThenOn) {
  for (const int error : kErrors) {
    if (error == -ENOSPC || is_long_run()) loop({.times = kForEver, .error = error});
  }
}

TEST_P(FaultLoop, ShortCountsLoseNothing) {
  loop({.share = 0}, kThinned);
  loop({.share = 2}, kThinned);
  loop({.times = kForEver, .share = 2}, kThinned);
}

TEST_P(FaultLoop, InterruptionsLoseNothing) {
  loop({.times = 3, .error = -EINTR}, kThinned);
  loop({.times = 3, .error = -EAGAIN}, kThinned);
}

TEST_P(FaultLoop, StandardErrorFails) {
  loop({.error = -EIO, .spares_stderr = false}, kThinned);
  loop({.times = kForEver, .error = -EBADF, .spares_stderr = false}, kThinned);
  loop({.times = 3, .error = -EAGAIN, .spares_stderr = false}, kThinned);
}

INSTANTIATE_TEST_SUITE_P(Jobs, FaultLoop, ::testing::ValuesIn(all_jobs()),
                         [](const auto& job) { return job.param->name; });

}  // namespace
}  // namespace dokumill::testing
