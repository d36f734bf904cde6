// NumberedRead: reads the records of a chunk for a worker that needs the numbers of the records in
// the whole job. Used by the jobs augment(), vary(), export_dataset(), unavoidable(),
// puzzles_from_boards(), and solve() with all_limit.
//
//   count the records -> wait for the number of the first one -> read them, batch by batch
#pragma once

#include <cstdint>
#include <optional>

#include "batch/sources/record_numbers.hpp"
#include "batch/stages/record_stages.hpp"

namespace dokumill::batch {

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
