#include "batch/flow/run_records.hpp"

#include <mutex>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "batch/flow/window.hpp"
#include "batch/flow/without_exceptions.hpp"
#include "batch/flow/worker.hpp"

namespace dokumill::batch {
namespace {

// Adds up the times of the threads, and counts the threads that did work.
class RunTimes {
 public:
  RunTimes(Platform& platform, std::uint64_t begin_ns, int threads)
      : platform_(platform),
        begin_ns_(begin_ns),
        has_worked_(static_cast<std::size_t>(threads), false) {}

  // Called by a thread of the team when it is done with a worker. Throws nothing.
  void add(int thread, Stopwatch& watch) {
    watch.enter(Stage::kWait);
    const std::lock_guard lock(mutex_);
    has_worked_[static_cast<std::size_t>(thread)] = true;
    for (int stage = 0; stage < kStages; ++stage) stages_[stage] += watch.seconds()[stage];
  }

  void report_into(RunResult& result) const {
    result.stages = stages_;
    for (const bool worked : has_worked_) result.threads += worked ? 1 : 0;
    result.seconds = static_cast<double>(platform_.now_ns() - begin_ns_) * 1e-9;
    // The time of threads that finished early, and the time before and after the loop, count as
    // waiting.
    double all = 0;
    for (const double seconds : stages_) all += seconds;
    const double missing = result.seconds * result.threads - all;
    if (missing > 0) result.stages[static_cast<int>(Stage::kWait)] += missing;
  }

 private:
  Platform& platform_;
  std::uint64_t begin_ns_;
  std::mutex mutex_;
  StageSeconds stages_{};
  std::vector<bool> has_worked_;  // for each thread of the team
};

}  // namespace

RunResult run_records(Platform& platform, Source& source, const MakeWorker& make_worker, Fold& fold,
                      int threads, const std::function<bool()>& should_stop, int window) {
  RunResult result;
  const std::uint64_t begin_ns = platform.now_ns();
  result.team = choose_team(platform, threads);
  const int team_threads = result.team.threads;

  std::vector<std::unique_ptr<Worker>> workers;  // one for each thread
  for (int i = 0; i < team_threads; ++i) {
    Result<std::unique_ptr<Worker>> worker = make_worker();
    if (!worker.ok()) {
      result.status = worker.status();
      return result;
    }
    workers.push_back(*std::move(worker));
  }
  Window chunks(source, fold, should_stop, static_cast<std::size_t>(team_threads * window));
  RunTimes times(platform, begin_ns, team_threads);

  // run_team() calls this function once for each worker, in a parallel region (team.cpp):
  //   #pragma omp parallel num_threads(team.threads)
  const int started = run_team(result.team, [&](int worker, int thread) {
    Stopwatch watch(platform);
    try {
      while (Slot* const slot = chunks.take_chunk(watch)) {  // the next chunk, and a buffer for it
        ChunkTask task(chunks, *slot, watch);
        if (slot->result.failure.ok()) workers[static_cast<std::size_t>(worker)]->work(task);
        chunks.fold_in_order(*slot, watch);  // the output
        chunks.help_fold(watch);
      }
      chunks.help_fold(watch);
    } catch (...) {
      chunks.fail(status_of_exception());
    }
    times.add(thread, watch);
  });

  if (started < team_threads) {
    result.team.remark = format_text("OpenMP started {} of {} threads", started, team_threads);
  }
  times.report_into(result);
  result.status = chunks.status();
  return result;
}

}  // namespace dokumill::batch
