// The pipeline of every job: a source of numbered chunks, workers, and a fold that takes their
// parts in order.
//
//   source.next() --one at a time--> chunk k --worker--> part of k --in order of k--> fold
//
// A team of threads runs the workers. Each thread loops on source.next(), so mapped files, streams
// and ranges work alike, and a team of any size does the whole job. A worker that takes a chunk
// owns the buffer of its part from the start, so the owner of the next missing chunk never waits
// for another thread.
// The thread that finishes the next missing part folds it, and then the following parts that are
// ready, while the other threads go on. There is no separate writer thread.
//
// Memory: kWindow chunks and parts per thread. If the output of a chunk is unexpectedly large, the
// worker hands it over in several parts.
// Failure: a failure in a part ends the job; the parts before it have been folded. A stop request
// or an exception ends the job at once. No exception leaves the parallel region: running out of
// memory and exceptions of callbacks become kIo.
#pragma once

#include <functional>
#include <memory>

#include "batch/chunk.hpp"
#include "batch/part.hpp"
#include "batch/source.hpp"
#include "batch/stopwatch.hpp"
#include "batch/team.hpp"

namespace dokumill::batch {

// Chunks in flight for each thread.
inline constexpr int kWindow = 2;

// The access of a worker to the part of its chunk. It can hand over a piece of the part early.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual Part& part() = 0;
  virtual Stopwatch& stopwatch() = 0;
  // Waits until every chunk before this one has been folded, then folds the part so far and empties
  // it. False: the worker must stop.
  virtual bool flush() = 0;
  // True if the job is ending early. Workers call it between pieces of work, and now and then
  // within a piece, such as a search.
  virtual bool should_stop() = 0;
};

class Worker {
 public:
  virtual ~Worker() = default;
  // Processes one chunk. An error that ends the whole job goes to sink.part().failure.
  virtual void work(const Chunk& chunk, Sink& sink) = 0;
};

class Fold {
 public:
  virtual ~Fold() = default;
  // Takes the next part. Called in order, by one thread at a time.
  virtual Status take(Part& part) = 0;
  // Called often, by any thread, also during take(), so that progress is shown even while all
  // threads search and no part is folded.
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

// Runs the job on `threads` threads, or on as many as can be started. Calls `make_worker` once per
// thread, before the threads start.
PipelineResult run_pipeline(Platform& platform, Source& source, const MakeWorker& make_worker,
                            Fold& fold, int threads, const std::function<bool()>& should_stop);

}  // namespace dokumill::batch
