// EchoWorker: prints every record as it was read, with its key if the job orders records. Used by
// the jobs sample(), shuffle() and sort(). The fold of sample() chooses texts, and the folds of the
// other two order them.
//
//   read -> print the record as read
#pragma once

#include <cstddef>
#include <string_view>

#include "base/random.hpp"
#include "batch/frame/job.hpp"
#include "batch/frame/record_texts.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/order_keys.hpp"

namespace dokumill::batch {

// The texts of the records of a result, and their keys (Job::order_by()).
struct KeyedTexts : RecordTexts {
  OrderKeyList keys;

  // Empty if the job orders no records.
  std::string_view key(std::size_t record) const {
    return keys.ends.empty() ? std::string_view() : keys[record];
  }
  void clear() {
    RecordTexts::clear();
    keys.clear();
  }
};

class EchoWorker final : public Worker {
 public:
  EchoWorker(const Job& job, PerChunk<KeyedTexts>& texts)
      : read_(job.read_plan()), texts_(texts), has_keys_(job.orders_records()), rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      batch.enter(Stage::kPrint);
      KeyedTexts& texts = texts_[batch.result()];
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        const Next next = fault != nullptr ? batch.report_malformed(*fault) : Next::kGoOn;
        if (next != Next::kGoOn) return next;
        rows_.write_as_read(batch, record, fault != nullptr);
        texts.add(batch.result());
        if (has_keys_) {
          texts.keys.text += batch.key(record);
          texts.keys.ends.push_back(texts.keys.text.size());
        }
        return Next::kGoOn;
      });
    });
  }

 private:
  ReadStage read_;
  PerChunk<KeyedTexts>& texts_;
  bool has_keys_;
  RowWriter rows_;
};

// The random key of a record. `record` counts from 1. A pure function.
inline std::uint64_t random_key(std::uint64_t seed, std::uint64_t record, RandomPurpose purpose) {
  RandomStream random(seed, record, purpose);
  const std::uint64_t low = random.next();
  return std::uint64_t{random.next()} << 32 | low;
}

}  // namespace dokumill::batch
