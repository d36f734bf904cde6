// The pipeline of every job: a source of numbered chunks, workers, and a fold that takes their
// results in order.
//
//   source.next() --one at a time--> chunk k --worker--> result of k --in order of k--> fold
//
// A team of threads runs the workers. Each thread calls source.next() until no chunk is left, so a
// team of any size does the whole job. The source can be a mapped file, a stream or a range. A
// worker gets the buffer for the result together with the chunk. So the worker whose result the
// fold needs next never waits for a buffer.
// When a thread finishes the result that the fold needs next, this thread folds it. Then the thread
// folds the following results that are ready, while the other threads continue. There is no
// separate writer thread.
//
// Memory: `window` chunks and results per thread. If the output of a chunk is unexpectedly large,
// the worker hands it over in several pieces.
// Failure: a failure in a result ends the job after the earlier results have been folded. A stop
// request or an exception ends the job at once. An exception does not leave the parallel region:
// the pipeline turns it into kOutOfMemory or kCallback.
#pragma once

#include <cassert>
#include <functional>
#include <memory>

#include "batch/flow/chunk.hpp"
#include "batch/flow/chunk_result.hpp"
#include "batch/flow/source.hpp"
#include "batch/flow/stopwatch.hpp"
#include "batch/flow/team.hpp"

namespace dokumill::batch {

// The number of chunks in flight for each thread. If some chunks take many times as long as others,
// the threads that are ahead soon wait for the fold: with one chunk in 64 that takes 16 times as
// long, 16 threads reach 0.53 of linear with 2 chunks in flight, 0.72 with 8 and 0.91 with 16
// (bench/pipeline_bench.cpp).
inline constexpr int kWindow = 2;
inline constexpr int kWindowOfSlow = 16;

// How a worker goes on after a stage, after a record, or after hand_over().
enum class Next : std::uint8_t {
  kGoOn,  // continue with the next stage or record
  // The job ends inside this chunk. ChunkResult::failure has the reason. The records before the end
  // are written.
  kEnd,
  kAbandon,  // the job has failed or was stopped: nothing more of this chunk is used
};

class Pipeline;
struct Slot;

// One chunk for a worker: the bytes or numbers to process, and the result to fill.
class ChunkTask {
 public:
  const Chunk& chunk() const { return chunk_; }
  // REQUIRES: the source makes chunks of this type.
  template <class Own>
  const Own& chunk_as() const {
    assert(dynamic_cast<const Own*>(&chunk_) != nullptr);
    return static_cast<const Own&>(chunk_);
  }
  ChunkResult& result() const { return result_; }
  Stopwatch& stopwatch() const { return stopwatch_; }
  // Hands over the result so far as a piece: waits until every chunk before this one has been
  // folded, then folds the result and empties it. Returns kGoOn or kAbandon.
  Next hand_over();
  // True if the job is ending early. Workers call it between batches or records, and now and then
  // during long work, such as a search.
  bool should_stop() const;

 private:
  friend class Pipeline;
  ChunkTask(Pipeline& pipeline, Slot& slot, Stopwatch& stopwatch);

  Pipeline& pipeline_;
  Slot& slot_;
  const Chunk& chunk_;
  ChunkResult& result_;
  Stopwatch& stopwatch_;
};

class Worker {
 public:
  virtual ~Worker() = default;
  // Processes one chunk. An error that ends the whole job goes to task.result().failure.
  virtual void work(ChunkTask& task) = 0;
};

class Fold {
 public:
  virtual ~Fold() = default;
  // Called before the first chunk. The results have the slots 0 to `slots` - 1.
  virtual void begin(std::size_t slots) { static_cast<void>(slots); }
  // Takes the next result. Called in order, by one thread at a time.
  virtual Status take(ChunkResult& result) = 0;
  // True if help() has something to do. Called by any thread, also during take(), so it must be
  // fast.
  virtual bool wants_help() const { return false; }
  // Does a part of the fold's work that can be done in any order, such as compressing a block of
  // the output. Called by any thread, also during take().
  virtual void help() {}
  // Called often, by any thread, also during take(), so that progress is shown even while all
  // threads search and no result is folded.
  virtual void beat() {}
};

struct PipelineResult {
  Status status;
  int threads = 0;  // threads that did work
  Team team;        // the team that was chosen
  StageSeconds stages{};
  double seconds = 0;
};

using MakeWorker = std::function<Result<std::unique_ptr<Worker>>()>;

// Runs the job on `threads` threads, or on fewer if not all of them can be started. Calls
// `make_worker` once per thread, before the threads start.
PipelineResult run_pipeline(Platform& platform, Source& source, const MakeWorker& make_worker,
                            Fold& fold, int threads, const std::function<bool()>& should_stop,
                            int window = kWindow);

}  // namespace dokumill::batch
