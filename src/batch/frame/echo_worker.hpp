// EchoWorker: prints every record as it was read. Used by the jobs sample() and shuffle(). The fold
// of sample() chooses texts, and the fold of shuffle() orders them.
//
//   read -> print the record as read
#pragma once

#include <cstddef>

#include "base/random.hpp"
#include "batch/frame/job.hpp"
#include "batch/frame/record_texts.hpp"
#include "batch/rows/row_writer.hpp"

namespace dokumill::batch {

class EchoWorker final : public Worker {
 public:
  EchoWorker(const Job& job, PerChunk<RecordTexts>& texts)
      : read_(job.read_plan()), texts_(texts), rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      batch.enter(Stage::kPrint);
      RecordTexts& texts = texts_[batch.result()];
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        const Next next = fault != nullptr ? batch.report_malformed(*fault) : Next::kGoOn;
        if (next != Next::kGoOn) return next;
        rows_.write_as_read(batch.result(), batch.grid(record), batch.row(record));
        texts.add(batch.result());
        return Next::kGoOn;
      });
    });
  }

 private:
  ReadStage read_;
  PerChunk<RecordTexts>& texts_;
  RowWriter rows_;
};

// The random key of a record. `record` counts from 1. A pure function.
inline std::uint64_t random_key(std::uint64_t seed, std::uint64_t record, RandomPurpose purpose) {
  RandomStream random(seed, record, purpose);
  const std::uint64_t low = random.next();
  return std::uint64_t{random.next()} << 32 | low;
}

}  // namespace dokumill::batch
