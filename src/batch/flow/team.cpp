#include "batch/flow/team.hpp"

#if defined(_OPENMP)
#include <omp.h>
#endif

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/platform/process/cpu_budget.hpp"
#include "base/platform/process/processors.hpp"
#include "base/text/format.hpp"
#include "dokumill/job.hpp"

namespace dokumill::batch {
namespace {

#if defined(_OPENMP) || defined(DOKUMILL_STD_THREADS)
constexpr int kMostThreads = kMaxThreads;
#else
constexpr int kMostThreads = 1;
#endif
#if defined(DOKUMILL_STD_THREADS)
constexpr bool kThreadsNeedTheirProcess = false;  // a forked process can start threads
#else
constexpr bool kThreadsNeedTheirProcess = true;
#endif

// The places (lists of processors) to which OpenMP binds its threads (GOMP_CPU_AFFINITY,
// OMP_PLACES). Empty if OpenMP does not bind threads.
std::vector<std::vector<int>> places() {
  std::vector<std::vector<int>> all;
#if defined(_OPENMP)
  const int count = omp_get_num_places();
  for (int place = 0; place < count; ++place) {
    std::vector<int>& processors = all.emplace_back();
    processors.resize(static_cast<std::size_t>(std::max(0, omp_get_place_num_procs(place))));
    if (!processors.empty()) omp_get_place_proc_ids(place, processors.data());
  }
#endif
  return all;
}

}  // namespace

int wanted_threads(Platform& platform, int threads) {
  return std::clamp(threads > 0 ? threads : automatic_threads(platform), 1, kMostThreads);
}

Team choose_team(Platform& platform, int wanted) {
  Team team;
  if (wanted <= 1) return team;
  if (kThreadsNeedTheirProcess && platform.has_lost_threads()) {
    team.shortage = Team::Shortage::kAfterFork;
    return team;
  }
#if defined(_OPENMP)
  const int levels = omp_get_max_active_levels();
  if (omp_get_active_level() >= levels) {
    team.remark = levels == 0 ? "OMP_MAX_ACTIVE_LEVELS is 0" : "inside a parallel region";
    return team;
  }
  if (const int limit = std::max(1, omp_get_thread_limit()); limit < wanted) {
    wanted = limit;
    team.remark = format_text("OMP_THREAD_LIMIT is {}", limit);
  }
  if (wanted == 1) return team;
#endif
  const std::vector<std::vector<int>> bound_to = places();
  if (!bound_to.empty() && !platform.can_bind_to_each(bound_to)) {
    team.shortage = Team::Shortage::kOfPlaces;
    return team;
  }
  team.threads = 1 + platform.try_threads(wanted - 1);
  if (team.threads < wanted) team.shortage = Team::Shortage::kOfThreads;
  if (team.threads == 1) return team;
  Processors processors = platform.processors();
  if (processors.are_threads_bound) team.processors = std::move(processors.usable);
#if defined(_OPENMP)
  if (omp_get_dynamic() != 0 && team.remark.empty())
    team.remark = "OMP_DYNAMIC is ignored, because it counts past load";
#endif
  return team;
}

std::string shortage_warning(const Team& team) {
  if (team.shortage == Team::Shortage::kAfterFork)
    return "warning: working with 1 thread: this process was forked from one with threads";
  if (team.shortage == Team::Shortage::kOfPlaces) {
    return "warning: working with 1 thread: GOMP_CPU_AFFINITY or OMP_PLACES names processors that "
           "this process may not use; unset it or name others";
  }
  return format_text(
      "warning: working with {} thread{}: no more can be started with these limits "
      "(processes, memory, ulimit -s, OMP_STACKSIZE)",
      team.threads, team.threads == 1 ? "" : "s");
}

#if defined(_OPENMP)
namespace {

// Counts the workers that are done, and lets threads sleep until all workers are done.
class Finish {
 public:
  explicit Finish(int workers) : left_(workers) {}

  void arrive() {
    const std::lock_guard lock(mutex_);
    if (--left_ == 0) all_done_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    all_done_.wait(lock, [this] { return left_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_done_;
  int left_;
};

}  // namespace
#endif

// When a thread is done, it sleeps until the last thread is done. Otherwise it would spin for
// milliseconds in the OpenMP runtime, at the end of the parallel region. If another process uses
// the other cores, a spinning thread would keep the last working thread from the only free core.
//
// The setting of omp_set_dynamic() belongs to the task of the caller, so no other thread sees that
// it changes.
int run_team(const Team& team, const std::function<void(int worker, int thread)>& work) {
  if (team.threads == 1) {
    work(0, 0);
    return 1;
  }
#if defined(_OPENMP)
  Finish finish(team.threads);
  int started = 1;
  const int was_dynamic = omp_get_dynamic();
  omp_set_dynamic(0);
#pragma omp parallel num_threads(team.threads)
  {
    const OnProcessors free(team.processors);
    if (omp_get_thread_num() == 0) started = omp_get_num_threads();
#pragma omp for schedule(static, 1) nowait
    for (int worker = 0; worker < team.threads; ++worker) {
      work(worker, omp_get_thread_num());
      finish.arrive();
    }
    finish.wait();
  }
  omp_set_dynamic(was_dynamic);
  return started;
#elif defined(DOKUMILL_STD_THREADS)
  std::vector<std::thread> threads;
  try {
    threads.reserve(static_cast<std::size_t>(team.threads - 1));
    for (int worker = 1; worker < team.threads; ++worker) {
      threads.emplace_back([&team, &work, worker] {
        const OnProcessors free(team.processors);
        work(worker, worker);
      });
    }
  } catch (const std::exception&) {
    // Another process has taken the last thread or the last memory since choose_team(). The thread
    // of the caller runs the workers that have no thread.
  }
  const int started = static_cast<int>(threads.size());
  const OnProcessors free(team.processors);
  work(0, 0);
  for (int worker = 1 + started; worker < team.threads; ++worker) work(worker, 0);
  for (std::thread& thread : threads) thread.join();
  return 1 + started;
#else
  for (int worker = 0; worker < team.threads; ++worker) work(worker, 0);
  return 1;
#endif
}

}  // namespace dokumill::batch
