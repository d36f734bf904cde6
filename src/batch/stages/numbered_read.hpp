// NumberedRead: reads the records of a chunk for a worker that needs the numbers of the records in
// the whole job. Used by the jobs augment(), vary(), export_dataset(), unavoidable(),
// puzzles_from_boards(), and solve() with all_limit.
//
//   count the records -> wait for the number of the first one -> read them, batch by batch
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include "batch/stages/record_stages.hpp"

namespace dokumill::batch {

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

class NumberedRead {
 public:
  NumberedRead(const ReadStage::Plan& plan, RecordNumbers& numbers)
      : read_(plan), numbers_(numbers) {}

  // As ReadStage::each_batch(), but calls process(batch, number). Record i of the batch has the
  // number `number` + batch.number(i) in the whole job, from 1.
  template <class Process>
  void each_batch(ChunkTask& task, const Process& process) {
    task.stopwatch().enter(Stage::kParse);
    const std::uint64_t records = read_.count_records(task);
    task.stopwatch().enter(Stage::kWait);
    const std::optional<std::uint64_t> first =
        numbers_.add(task.chunk().number, records, [&task] { return task.should_stop(); });
    if (!first) return;
    std::uint64_t number = *first;
    read_.each_batch(task, [&](const BatchTask& batch) {
      const BatchEnd end = process(batch, number);
      number += batch.number(end.records);
      return end;
    });
  }

  // Call this between two rows of a record. Hands over the text if it is long, so the memory does
  // not depend on the number of rows. Such a piece of the result counts no records and no lines,
  // because each_batch() sets both numbers at the end of the batch. Returns kGoOn or kAbandon.
  static Next hand_over_if_long(ChunkTask& task, Stage stage) {
    constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
    if (task.result().text_bytes < kPieceBytes) return Next::kGoOn;
    if (task.should_stop() || task.hand_over() != Next::kGoOn) return Next::kAbandon;
    task.stopwatch().enter(stage);
    return Next::kGoOn;
  }

 private:
  ReadStage read_;
  RecordNumbers& numbers_;
};

}  // namespace dokumill::batch
