// Worker: what one thread of a job does with a chunk. ChunkTask: a chunk, and the buffer for its
// result, in the hands of a worker.
#pragma once

#include <cassert>
#include <cstdint>

#include "base/platform/platform.hpp"
#include "batch/flow/chunk_result.hpp"
#include "batch/flow/source.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::batch {

// Stopwatch: measures the thread-seconds of each stage, with one clock reading per change of stage.
class Stopwatch {
 public:
  // Starts in Stage::kWait.
  explicit Stopwatch(Platform& platform) : platform_(&platform), since_(platform.now_ns()) {}

  void enter(Stage stage) {
    const std::uint64_t now = platform_->now_ns();
    seconds_[static_cast<int>(stage_)] += static_cast<double>(now - since_) * 1e-9;
    since_ = now;
    stage_ = stage;
  }

  const StageSeconds& seconds() const { return seconds_; }

 private:
  Platform* platform_;
  std::uint64_t since_;
  Stage stage_ = Stage::kWait;
  StageSeconds seconds_{};
};

// How a worker goes on after a stage, after a record, or after hand_over().
enum class Next : std::uint8_t {
  kGoOn,  // continue with the next stage or record
  // The job ends inside this chunk. ChunkResult::failure has the reason. The records before the end
  // are written.
  kEnd,
  kAbandon,  // the job has failed or was stopped: nothing more of this chunk is used
};

class Window;
struct Slot;

// One chunk for a worker: the bytes or numbers to process, and the result to fill.
class ChunkTask {
 public:
  ChunkTask(Window& window, Slot& slot, Stopwatch& stopwatch);

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
  Window& window_;
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

}  // namespace dokumill::batch
