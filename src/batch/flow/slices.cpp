#include "batch/flow/slices.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "batch/flow/team.hpp"
#include "batch/flow/without_exceptions.hpp"

namespace dokumill::batch {
namespace {

// With `threads` 0, the calling thread begins alone and measures its speed. It starts a team of
// threads if it estimates that the remaining work takes longer than kWorthATeamNs. The table has
// the median milliseconds of solve_many() for easy puzzles on two shared cores (Zen 4), with one
// thread, with two threads, and with `threads` 0 (auto):
//
//                idle machine           the other core busy
//   puzzles      1      2      auto     1      2     auto
//       512     0.064  0.122  0.064    0.065   20    0.056
//     4,096     0.54   0.39   0.56     0.52    27    0.58
//    16,384     2.4    1.3    2.3      15      36    17
//    65,536     8.8    5.1    7.9      42      56    64
//   131,072    16      9.7   10        90     102    89
//
// With a kWorthATeamNs of 2 ms instead of 10 ms, 65,536 puzzles took 4.8 ms on the idle machine,
// and 16,384 puzzles took 40 ms with the other core busy.
constexpr std::uint64_t kWorthATeamNs = 10'000'000;

// The calling thread works on this number of slices before it decides about a team, because other
// processes may make a single slice slower.
constexpr std::size_t kSlicesToJudge = 4;

constexpr std::chrono::milliseconds kPollInterval(10);

class SliceRun {
 public:
  SliceRun(Platform& platform, const SliceJob& job)
      : platform_(platform),
        job_(job),
        slices_(job.items / job.slice_items + (job.items % job.slice_items != 0 ? 1 : 0)),
        end_(slices_) {}

  Status run() {
    if (Status status = add_workers(1); !status.ok()) return status;
    if (job_.threads <= 0) begin_alone();
    const std::size_t left = slices_ - std::min(slices_, next_slice_.load());
    if (left > 1 && !is_ended() && failure_.ok()) {
      const std::size_t wanted = std::min(left, wanted_workers());
      const Team team = choose_team(platform_, static_cast<int>(wanted));
      if (Status status = add_workers(team.threads); !status.ok()) return status;
      run_team(team, [this](int worker, int thread) {
        work(static_cast<std::size_t>(worker));
        if (thread == 0) poll_while_others_work();
      });
    } else {
      work(0);
    }
    // A stop takes precedence over a failure: the stop may have ended slices before the failed
    // slice, and the caller must learn that the stop was noticed.
    if (is_stopped_) return {ErrorCode::kInterrupted, "interrupted"};
    return failure_;
  }

 private:
  std::size_t wanted_workers() const {
    return static_cast<std::size_t>(wanted_threads(platform_, job_.threads));
  }

  Status add_workers(int count) {
    while (workers_.size() < static_cast<std::size_t>(count)) {
      const ShouldStop stop = workers_.empty() ? ShouldStop([this] { return is_stopping_alone(); })
                                               : ShouldStop([this] { return is_stopping(); });
      Result<std::unique_ptr<SliceWorker>> worker = job_.make_worker(stop);
      if (!worker.ok()) return worker.status();
      workers_.push_back(*std::move(worker));
    }
    return {};
  }

  bool is_ended() const { return is_stopped_ || is_broken_; }

  // A search calls this function, so it lets no exception of `should_stop` out.
  bool is_stopping() {
    try {
      if (!is_ended() && job_.should_stop && job_.should_stop()) is_stopped_ = true;
    } catch (...) {
      fail_by_exception();
    }
    return is_ended();
  }

  // For the first worker. While it works alone, a slice that takes very long is stopped and left to
  // the team.
  bool is_stopping_alone() {
    return is_stopping() || (is_alone_ && platform_.now_ns() - alone_ns_ > 2 * kWorthATeamNs);
  }

  // Keeps the failure of the failed slice with the lowest number. After this call, no thread begins
  // a later slice than the failed one.
  void fail(std::size_t slice, Status status) {
    const std::lock_guard lock(mutex_);
    if (failure_.ok() || slice < failed_slice_) {
      failure_ = std::move(status);
      failed_slice_ = slice;
    }
    end_ = std::min(end_.load(), slice);
  }

  // An exception ends the work of all threads at once.
  void fail_by_exception() {
    Status status = status_of_exception();
    const std::lock_guard lock(mutex_);
    if (!is_broken_) failure_ = std::move(status);
    failed_slice_ = 0;
    is_broken_ = true;
  }

  // Works on slices until none is left. Lets no exception out, because OpenMP would end the
  // process.
  void work(std::size_t worker) {
    {
      const std::lock_guard lock(mutex_);
      ++working_;
    }
    try {
      while (work_on_slice(*workers_[worker])) {
      }
    } catch (...) {
      fail_by_exception();
    }
    const std::lock_guard lock(mutex_);
    if (--working_ == 0) idle_.notify_all();
  }

  // Polls `should_stop` while other threads work. It does not wait for a thread that has not begun
  // yet: all slices are taken when the caller's thread gets here, so such a thread will find no
  // work.
  void poll_while_others_work() {
    if (!job_.should_stop) return;
    std::unique_lock lock(mutex_);
    while (working_ > 0) {
      idle_.wait_for(lock, kPollInterval);
      lock.unlock();
      is_stopping();
      lock.lock();
    }
  }

  // Works on slices on the calling thread until the remaining slices are worth a team. Their time
  // is estimated from the fastest slice so far, because another process may have used this core
  // during slower slices. If kWorthATeamNs have passed at the end of a slice, this function returns
  // in any case, because later slices may be harder.
  void begin_alone() {
    if (slices_ <= 1) return;
    try {
      alone_ns_ = platform_.now_ns();
      is_alone_ = true;
      std::uint64_t before = alone_ns_;
      std::uint64_t fastest = std::numeric_limits<std::uint64_t>::max();
      for (std::size_t done = 0; done < slices_; ++done) {
        if (!work_on_slice(*workers_[0])) {
          if (!is_ended() && failure_.ok()) next_slice_ = done;
          break;
        }
        const std::uint64_t now = platform_.now_ns();
        fastest = std::min(fastest, now - before);
        before = now;
        if (done + 1 < kSlicesToJudge && now - alone_ns_ < kWorthATeamNs) continue;
        if (now - alone_ns_ >= kWorthATeamNs || fastest * (slices_ - done - 1) >= kWorthATeamNs)
          break;
      }
      is_alone_ = false;
    } catch (...) {
      fail_by_exception();
    }
  }

  // Works on the next slice. Returns false if no slice is left or the slice was not completed.
  bool work_on_slice(SliceWorker& worker) {
    const std::size_t slice = next_slice_.fetch_add(1, std::memory_order_relaxed);
    if (slice >= end_.load(std::memory_order_relaxed)) return false;
    const std::size_t begin = slice * job_.slice_items;
    Status status = worker.work(begin, std::min(job_.slice_items, job_.items - begin));
    if (status.ok()) return true;
    if (status.code() != ErrorCode::kInterrupted) fail(slice, std::move(status));
    return false;
  }

  Platform& platform_;
  const SliceJob& job_;
  const std::size_t slices_;
  std::vector<std::unique_ptr<SliceWorker>> workers_;
  bool is_alone_ = false;       // the first worker works, and no team has started
  std::uint64_t alone_ns_ = 0;  // when it began
  std::atomic<std::size_t> next_slice_{0};
  std::atomic<std::size_t> end_;  // the first slice that failed, or the number of slices
  std::atomic<bool> is_stopped_{false};
  std::atomic<bool> is_broken_{false};
  std::mutex mutex_;
  std::condition_variable idle_;  // notified when `working_` becomes 0
  int working_ = 0;               // threads in work(); guarded by mutex_
  Status failure_;                // guarded by mutex_ while threads work
  std::size_t failed_slice_ = 0;  // guarded by mutex_
};

}  // namespace

Status run_slices(Platform& platform, const SliceJob& job) {
  return SliceRun(platform, job).run();
}

}  // namespace dokumill::batch
