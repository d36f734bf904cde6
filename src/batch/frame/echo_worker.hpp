// EchoWorker: prints every record as it was read. Used by the jobs sample() and shuffle(). The fold
// of sample() chooses texts, and the fold of shuffle() orders them.
//
//   read -> print the record as read
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "batch/frame/text_job.hpp"
#include "batch/rows/row_writer.hpp"
#include "core/random.hpp"

namespace dokumill::batch {

struct EchoPayload final : Payload {
  std::vector<std::size_t> text_ends;  // the end of each record's text

  void clear() override { text_ends.clear(); }

  // Calls take(number, text) for each record of the result, in order, until take() fails.
  // `number`: ChunkResult::number().
  template <class Take>
  Status each_text(const ChunkResult& result, const Take& take) const {
    std::size_t begin = 0;
    for (std::size_t record = 0; record < text_ends.size(); ++record) {
      const std::string_view text(result.text.data() + begin, text_ends[record] - begin);
      if (Status status = take(result.number(record), text); !status.ok()) return status;
      begin = text_ends[record];
    }
    return {};
  }
};

class EchoWorker final : public Worker {
 public:
  explicit EchoWorker(const TextJob& job) : read_(job.read_plan()), rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      batch.enter(Stage::kPrint);
      auto& own = batch.result().payload_as<EchoPayload>();
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        const Next next = fault != nullptr ? batch.report_malformed(*fault) : Next::kGoOn;
        if (next != Next::kGoOn) return next;
        rows_.write_as_read(batch.result(), batch.grid(record), batch.row(record));
        own.text_ends.push_back(batch.result().text_bytes);
        return Next::kGoOn;
      });
    });
  }

 private:
  ReadStage read_;
  RowWriter rows_;
};

// The random key of a record. `record` counts from 1. A pure function.
inline std::uint64_t random_key(std::uint64_t seed, std::uint64_t record, RandomPurpose purpose) {
  RandomStream random(seed, record, purpose);
  const std::uint64_t low = random.next();
  return std::uint64_t{random.next()} << 32 | low;
}

}  // namespace dokumill::batch
