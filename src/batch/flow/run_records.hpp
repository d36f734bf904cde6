// run_records(): the loop of every job. Read this first: run_records.cpp is the program in small.
//
//   source: a mapped file, a stream or a range
//     | cut, one thread at a time
//     v
//   chunk 0   chunk 1   chunk 2   chunk 3   ...     numbered
//     |         |         |         |
//   thread 0  thread 1  thread 2  thread 0   ...     #pragma omp parallel: a free thread takes it
//   worker 0  worker 1  worker 2  worker 0           each thread has its own worker
//     |         |         |         |
//   buffer    buffer    buffer    buffer             each chunk has its own ChunkResult
//     |         |         |         |
//     +---------+----+----+---------+
//                    | in the order of the numbers, one thread at a time
//                    v
//                  fold -> one output
//
// A team of threads runs the workers. Each thread takes chunks until none is left, so a team of any
// size does the whole job. Window (window.hpp) has what makes this loop safe: it hands out chunks
// and buffers, and it brings the results back into order. There is no separate writer thread.
//
// Memory: `window` chunks and results per thread. If the output of a chunk is unexpectedly large,
// the worker hands it over in several pieces.
// Failure: a failure in a result ends the job after the earlier results have been folded. A stop
// request or an exception ends the job at once. An exception does not leave the parallel region: it
// becomes kOutOfMemory or kCallback.
#pragma once

#include <functional>
#include <memory>

#include "batch/flow/chunk_result.hpp"
#include "batch/flow/source.hpp"
#include "batch/flow/team.hpp"
#include "batch/flow/worker.hpp"

namespace dokumill::batch {

// The number of chunks in flight for each thread. If some chunks take many times as long as others,
// the threads that are ahead soon wait for the fold: with one chunk in 64 that takes 16 times as
// long, 16 threads reach 0.53 of linear with 2 chunks in flight, 0.72 with 8 and 0.91 with 16
// (bench/pipeline_bench.cpp).
inline constexpr int kWindow = 2;
inline constexpr int kWindowOfSlow = 16;

struct RunResult {
  Status status;
  int threads = 0;  // threads that did work
  Team team;        // the team that was chosen
  StageSeconds stages{};
  double seconds = 0;
};

using MakeWorker = std::function<Result<std::unique_ptr<Worker>>()>;

// Runs the job on `threads` threads, or on fewer if not all of them can be started. Calls
// `make_worker` once per thread, before the threads start.
RunResult run_records(Platform& platform, Source& source, const MakeWorker& make_worker, Fold& fold,
                      int threads, const std::function<bool()>& should_stop, int window = kWindow);

}  // namespace dokumill::batch
