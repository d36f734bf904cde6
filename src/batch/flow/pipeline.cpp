#include "batch/flow/pipeline.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "batch/flow/without_exceptions.hpp"

namespace dokumill::batch {
namespace {

// While a thread waits, it checks at this interval whether it should stop. A notification is not
// enough, because a signal handler cannot notify a condition variable.
constexpr auto kLook = std::chrono::milliseconds(50);

}  // namespace

struct Slot {
  std::unique_ptr<Chunk> chunk;
  ChunkResult result;
  bool is_done = false;
};

class Pipeline {
 public:
  Pipeline(Source& source, Fold& fold, int threads, const std::function<bool()>& should_stop,
           int window)
      : source_(source),
        fold_(fold),
        should_stop_(should_stop),
        slots_(static_cast<std::size_t>(threads) * static_cast<std::size_t>(window)) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      slots_[i].chunk = source.make_chunk();
      slots_[i].result.slot = i;
    }
    fold.begin(slots_.size());
  }

  // The loop of one thread: takes chunks and processes them until none is left or the job ends.
  void run(Worker& worker, Stopwatch& watch);

  // Keeps the first failure and ends the job: after a failure, no further result is folded.
  // Failures of results come from fold(), so they arrive in the order of chunks.
  void fail(Status status) {
    const std::lock_guard lock(mutex_);
    fail_locked(std::move(status));
  }

  // A failed self-check is reported, even if another failure ended the job.
  Status status() const {
    const bool is_reported = failure_.code() == ErrorCode::kSelfCheck;
    return is_reported || self_check_.ok() ? failure_ : self_check_;
  }

 private:
  friend class ChunkTask;

  Slot& slot(std::uint64_t number) { return slots_[number % slots_.size()]; }

  // A search calls this function, so it lets no exception of a callback out.
  bool is_stopping() {
    if (is_failed_.load(std::memory_order_relaxed)) return true;
    try {
      fold_.beat();
      if (!should_stop_ || !should_stop_()) return false;
      fail({ErrorCode::kInterrupted, "interrupted"});
    } catch (...) {
      fail(status_of_exception());
    }
    return true;
  }

  void fail_locked(Status status) {
    if (failure_.ok()) failure_ = std::move(status);
    is_failed_ = true;
    changed_.notify_all();
  }

  // Takes the next chunk into its slot, and returns the slot. Returns nullptr if no chunk is left
  // or the job is ending early.
  Slot* take_chunk(Stopwatch& watch);
  // Calls Fold::help() while the fold has work for this thread.
  void help_fold(Stopwatch& watch);
  // Folds the result of `folded`. kAbandon: the job has failed. REQUIRES: this thread set
  // is_folding_.
  Next fold(Slot& folded, Stopwatch& watch);
  Next hand_over(Slot& taken, Stopwatch& watch);
  void finish(Slot& done, Stopwatch& watch);

  Source& source_;
  Fold& fold_;
  const std::function<bool()>& should_stop_;
  std::vector<Slot> slots_;

  std::mutex source_mutex_;        // held while a chunk is cut or read
  std::uint64_t next_number_ = 0;  // guarded by source_mutex_
  bool is_source_ended_ = false;   // guarded by source_mutex_

  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::uint64_t head_ = 0;  // the chunk to be folded next
  bool is_folding_ = false;
  Status failure_;
  Status self_check_;
  std::atomic<bool> is_failed_{false};
};

ChunkTask::ChunkTask(Pipeline& pipeline, Slot& slot, Stopwatch& stopwatch)
    : pipeline_(pipeline),
      slot_(slot),
      chunk_(*slot.chunk),
      result_(slot.result),
      stopwatch_(stopwatch) {}

bool ChunkTask::should_stop() const {
  return pipeline_.is_stopping();
}

Next ChunkTask::hand_over() {
  return pipeline_.hand_over(slot_, stopwatch_);
}

Next Pipeline::hand_over(Slot& taken, Stopwatch& watch) {
  watch.enter(Stage::kWait);
  {
    std::unique_lock lock(mutex_);
    while (head_ != taken.chunk->number || is_folding_) {
      changed_.wait_for(lock, kLook);
      lock.unlock();
      const bool is_stopping_now = is_stopping();
      lock.lock();
      if (is_stopping_now) return Next::kAbandon;
    }
    is_folding_ = true;
  }
  const Next next = fold(taken, watch);
  taken.result.clear();
  const std::lock_guard lock(mutex_);
  is_folding_ = false;
  changed_.notify_all();
  return next;
}

Slot* Pipeline::take_chunk(Stopwatch& watch) {
  watch.enter(Stage::kWait);
  const std::lock_guard source_lock(source_mutex_);
  if (is_source_ended_) return nullptr;
  {
    std::unique_lock lock(mutex_);
    while (next_number_ - head_ >= slots_.size()) {
      changed_.wait_for(lock, kLook);
      lock.unlock();
      const bool is_stopping_now = is_stopping();
      lock.lock();
      if (is_stopping_now) return nullptr;
    }
  }
  if (is_stopping()) return nullptr;
  watch.enter(source_.stage());
  Slot& taken = slot(next_number_);
  taken.chunk->number = next_number_;
  taken.result.clear();
  const Result<bool> more = source_.next(*taken.chunk, [this] { return is_stopping(); });
  taken.result.input = taken.chunk->input;
  taken.result.lines_before = taken.chunk->lines_before;
  watch.enter(Stage::kWait);
  is_source_ended_ = !more.ok() || !*more;
  if (more.ok() && !*more) return nullptr;
  // A failure of the source is reported in the order of the chunks: the earlier chunks are folded
  // first.
  if (!more.ok()) taken.result.failure = more.status();
  ++next_number_;
  return &taken;
}

Next Pipeline::fold(Slot& folded, Stopwatch& watch) {
  if (is_failed_.load()) return Next::kAbandon;
  watch.enter(Stage::kWrite);
  Status status = source_.check();
  if (status.ok()) status = fold_.take(folded.result);
  watch.enter(Stage::kWait);
  if (status.ok()) return Next::kGoOn;
  fail(std::move(status));
  return Next::kAbandon;
}

void Pipeline::finish(Slot& done, Stopwatch& watch) {
  std::unique_lock lock(mutex_);
  done.is_done = true;
  if (done.result.failure.code() == ErrorCode::kSelfCheck) self_check_ = done.result.failure;
  while (!is_folding_ && slot(head_).is_done && slot(head_).chunk->number == head_) {
    Slot& folded = slot(head_);
    is_folding_ = true;
    lock.unlock();
    fold(folded, watch);
    lock.lock();
    folded.is_done = false;
    is_folding_ = false;
    ++head_;
    changed_.notify_all();
  }
}

void Pipeline::help_fold(Stopwatch& watch) {
  while (fold_.wants_help() && !is_stopping()) {
    watch.enter(Stage::kCompress);
    fold_.help();
    watch.enter(Stage::kWait);
  }
}

void Pipeline::run(Worker& worker, Stopwatch& watch) {
  while (Slot* taken = take_chunk(watch)) {
    if (taken->result.failure.ok()) {
      ChunkTask task(*this, *taken, watch);
      worker.work(task);
      taken->result.done = taken->chunk->done;
    }
    watch.enter(Stage::kWait);
    finish(*taken, watch);
    help_fold(watch);
  }
  help_fold(watch);
}

PipelineResult run_pipeline(Platform& platform, Source& source, const MakeWorker& make_worker,
                            Fold& fold, int threads, const std::function<bool()>& should_stop,
                            int window) {
  PipelineResult result;
  const std::uint64_t begin = platform.now_ns();
  result.team = choose_team(platform, threads);
  threads = result.team.threads;
  std::vector<std::unique_ptr<Worker>> workers;
  for (int i = 0; i < threads; ++i) {
    Result<std::unique_ptr<Worker>> worker = make_worker();
    if (!worker.ok()) {
      result.status = worker.status();
      return result;
    }
    workers.push_back(*std::move(worker));
  }
  Pipeline pipeline(source, fold, threads, should_stop, window);
  std::mutex totals_mutex;
  std::vector<bool> has_worked(static_cast<std::size_t>(threads), false);

  const int started = run_team(result.team, [&](int i, int thread) {
    Stopwatch watch(platform);
    try {
      pipeline.run(*workers[static_cast<std::size_t>(i)], watch);
    } catch (...) {
      pipeline.fail(status_of_exception());
    }
    watch.enter(Stage::kWait);
    const std::lock_guard lock(totals_mutex);
    has_worked[static_cast<std::size_t>(thread)] = true;
    for (int stage = 0; stage < kStages; ++stage) result.stages[stage] += watch.seconds()[stage];
  });

  if (started < threads)
    result.team.remark = format_text("OpenMP started {} of {} threads", started, threads);
  for (const bool worked : has_worked) result.threads += worked ? 1 : 0;
  result.seconds = static_cast<double>(platform.now_ns() - begin) * 1e-9;
  // The time of threads that finished early, and the time before and after the loop, count as
  // waiting.
  double all = 0;
  for (const double seconds : result.stages) all += seconds;
  const double missing = result.seconds * result.threads - all;
  if (missing > 0) result.stages[static_cast<int>(Stage::kWait)] += missing;
  result.status = pipeline.status();
  return result;
}

}  // namespace dokumill::batch
