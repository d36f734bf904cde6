// OrderFold: writes the records in the order of their keys. Used by the jobs shuffle() and sort().
//
// Memory: as RecordOrder.
#pragma once

#include <cstdint>
#include <memory>

#include "batch/frame/echo_worker.hpp"
#include "batch/spill/record_order.hpp"

namespace dokumill::batch {

// `KeyOf`: OrderKey(const KeyedTexts& texts, std::size_t record, std::uint64_t number). `record` is
// the place in `texts`, and `number` the number of the record in the input, from 1.
template <class KeyOf>
class OrderFold final : public PartFold<KeyedTexts> {
 public:
  OrderFold(const Setup& setup, std::uint64_t memory_bytes, RecordOrder::Keys keys, KeyOf key_of)
      : PartFold(setup),
        should_stop_(setup.options.should_stop),
        key_of_(key_of),
        order_(setup.platform, RecordOrder::Sizes::of(memory_bytes), keys) {}

  std::uint64_t spilled_bytes() const { return order_.spilled_bytes(); }

 private:
  Status take_own(ChunkResult& result, KeyedTexts& texts, std::uint64_t first_record) override {
    return texts.keep(result, [&](std::size_t record, std::string_view text, Status& failure) {
      const std::uint64_t number = first_record + result.number(record);
      failure = order_.add(key_of_(texts, record, number), text, should_stop_);
      return false;
    });
  }

  // The second step writes the records.
  bool needs_second_step() const override { return order_.bytes() != 0; }
  Work second_step_work() const override { return {order_.bytes_done(), order_.bytes()}; }
  Status second_step(const std::function<bool()>& should_stop) override {
    return order_.finish([this](std::string_view text) { return write_text(text); }, should_stop);
  }

  const std::function<bool()>& should_stop_;
  KeyOf key_of_;
  RecordOrder order_;
};

// Runs a job that writes its records in the order of their keys.
template <class Report, class KeyOf>
Result<Report> run_order(Job& job, std::uint64_t memory_bytes, RecordOrder::Keys keys,
                         KeyOf key_of) {
  OrderFold<KeyOf> fold(job.fold_setup(), memory_bytes, keys, key_of);
  const auto make_worker = [&] { return std::make_unique<EchoWorker>(job, fold.parts()); };
  Report report;
  Status status = job.run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.set_outcomes({&report.malformed});
  report.spilled_bytes = fold.spilled_bytes();
  return report;
}

}  // namespace dokumill::batch
