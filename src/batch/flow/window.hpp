// Window: the chunks of a run that are in flight. It hands them out in order, and folds their
// results in order, although the threads finish them in any order.
//
//   folded | slot 4     slot 5     slot 0     slot 1     slot 2     slot 3 | not cut yet
//          | chunk 10   chunk 11   chunk 12   chunk 13   free       free   |
//            ^ the head: folded next                     ^ cut next
//
// A thread gets the buffer for the result together with the chunk. So the thread whose result is
// folded next never waits for a buffer. When a thread finishes the head, this thread folds it, and
// then the results after it that are ready, while the other threads continue. If all slots are
// taken, threads wait before they take a chunk, so a slow fold holds the source back.
//
// Thread safety: any thread may call any function, except status().
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "batch/flow/chunk_result.hpp"
#include "batch/flow/source.hpp"
#include "batch/flow/worker.hpp"

namespace dokumill::batch {

struct Slot {
  std::unique_ptr<Chunk> chunk;
  ChunkResult result;
  bool is_done = false;
};

class Window {
 public:
  // REQUIRES: the arguments outlive this object.
  Window(Source& source, Fold& fold, const std::function<bool()>& should_stop, std::size_t slots);

  // Takes the next chunk into its slot, and returns the slot. Returns nullptr if no chunk is left
  // or the job is ending early. If the source failed, the result of the slot has the failure.
  Slot* take_chunk(Stopwatch& watch);
  // Folds the result of `done`, if it is the head, and the results after it that are ready.
  // Otherwise, the thread that finishes the head folds it.
  void fold_in_order(Slot& done, Stopwatch& watch);
  // Calls Fold::help() while the fold has work for this thread.
  void help_fold(Stopwatch& watch);
  // Waits until `taken` is the head, and folds the result so far. See ChunkTask::hand_over().
  Next hand_over(Slot& taken, Stopwatch& watch);

  // True if the job is ending early. Asks the stop function, too. A search calls this function, so
  // it lets no exception of a callback out.
  bool is_stopping();
  // Keeps the first failure and ends the job: after a failure, no further result is folded.
  // Failures of results come from the fold, so they arrive in the order of chunks.
  void fail(Status status);
  // After the run. A failed self-check is reported, even if another failure ended the job.
  Status status() const;

 private:
  Slot& slot(std::uint64_t number) { return slots_[number % slots_.size()]; }
  // Folds the result of `folded`. kAbandon: the job has failed. REQUIRES: this thread set
  // is_folding_.
  Next fold(Slot& folded, Stopwatch& watch);
  // Waits until is_over() returns true. Returns false if the job is ending early. REQUIRES: `lock`
  // holds mutex_, which guards what is_over() reads.
  template <class IsOver>
  bool wait_until(std::unique_lock<std::mutex>& lock, const IsOver& is_over);

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

}  // namespace dokumill::batch
