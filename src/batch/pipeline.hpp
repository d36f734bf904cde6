// The one pipeline: a source of numbered chunks, workers, and a fold that sees their parts in
// order.
//
//   source.next() --one at a time--> chunk k --worker--> part of k --in order of k--> fold
//
// Workers are run by a team of threads, each looping on source.next(); so maps, streams and ranges
// work alike, and any size of team does. A worker that takes a chunk owns its part's buffer from
// the start, so the owner of the next missing chunk never waits for anybody.
// Whoever finishes the next missing part folds it, and those behind it that are ready, while the
// others go on; there is no thread for writing.
// Memory: kWindow chunks and parts a thread. A chunk whose output is unexpectedly large is handed
// over in several parts. Failure: the first failure in the order of chunks ends the job; parts
// before it have been folded. No exception leaves the parallel region: running out of memory
// becomes kIo.
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

// Given to a worker with each chunk: where its part is and how to hand over a piece of it early.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual Part& part() = 0;
  virtual Stopwatch& stopwatch() = 0;
  // Waits until every chunk before this one has been folded, folds the part so far and empties it.
  // False: stop working.
  virtual bool flush() = 0;
  // True when the job is ending early; asked between pieces of work and now and then inside of
  // one, a search for instance.
  virtual bool should_stop() = 0;
};

class Worker {
 public:
  virtual ~Worker() = default;
  // Does one chunk. What goes wrong for the whole job is left in sink.part().failure.
  virtual void work(const Chunk& chunk, Sink& sink) = 0;
};

class Fold {
 public:
  virtual ~Fold() = default;
  // Takes the next part. Called in order, by one thread at a time.
  virtual Status take(Part& part) = 0;
  // Called often, by any thread, beside take() too: while the threads search, no part may be folded
  // for long.
  virtual void beat() {}
};

struct PipelineResult {
  Status status;
  int threads = 0;  // that took part
  Team team;        // that was chosen
  StageSeconds stages{};
  double seconds = 0;
};

using MakeWorker = std::function<Result<std::unique_ptr<Worker>>()>;

// Runs the job on `threads` threads, or on as many as can be started. `make_worker` is called once
// a thread, before the threads start.
PipelineResult run_pipeline(Platform& platform, Source& source, const MakeWorker& make_worker,
                            Fold& fold, int threads, const std::function<bool()>& should_stop);

}  // namespace dokumill::batch
