// RecordNumbers: numbers the records of all chunks in the order of the input, for workers whose
// output depends on the number of a record.
//
// Usually only the fold knows the numbers. If a worker needs the numbers, it counts the records of
// its chunk before its real work. Counting takes far less time than this work. Then the worker
// waits in add() until the earlier chunks are counted. The workers take chunks in order and count
// before they do anything else. So the wait is short, and a worker never waits for a thread that
// waits for this worker.
//
// Thread safety: all threads of a pipeline use one object.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

namespace dokumill::batch {

class RecordNumbers {
 public:
  // Sets the number of the first record of the first chunk. Without this call it is 1. Call this
  // before the first add().
  void start_at(std::uint64_t record) { next_record_ = record; }
  // Adds chunk number `chunk`, which has `records` records, and returns the number of its first
  // record. Waits until the chunks before it are added. Polls `should_stop`; if it returns true,
  // returns nullopt. REQUIRES: each chunk is added once.
  std::optional<std::uint64_t> add(std::uint64_t chunk, std::uint64_t records,
                                   const std::function<bool()>& should_stop);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_chunk_ = 0;
  std::uint64_t next_record_ = 1;
};

}  // namespace dokumill::batch
