// Implements shuffle(): writes the records in a random order.
//
//   read -> print the record as read; the fold orders the records by random keys
//
// The fold draws a random 64-bit key for each record, from the seed and the number of the record.
// Sorting by independent random keys makes all orders equally likely. (Records with equal keys keep
// the order of the input. The probability that two of a billion records have equal keys is 3 %.)
#include "batch/flow/piece_range.hpp"
#include "batch/frame/echo_worker.hpp"
#include "batch/frame/job_setup.hpp"
#include "batch/spill/random_order.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::batch {
namespace {

class ShuffleFold final : public PartFold<RecordTexts> {
 public:
  ShuffleFold(const Setup& setup, std::uint64_t seed, std::uint64_t memory_bytes)
      : PartFold(setup),
        should_stop_(setup.options.should_stop),
        seed_(seed),
        order_(setup.platform, RandomOrder::Sizes::of(memory_bytes)) {}

  std::uint64_t spilled_bytes() const { return order_.spilled_bytes(); }

 private:
  Status take_own(ChunkResult& result, RecordTexts& texts, std::uint64_t first_record) override {
    return texts.keep(result, [&](std::size_t record, std::string_view text, Status& failure) {
      const std::uint64_t number = first_record + result.number(record);
      failure =
          order_.add(random_key(seed_, number, RandomPurpose::kShuffleRecord), text, should_stop_);
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
  std::uint64_t seed_;
  RandomOrder order_;
};

}  // namespace

Result<ShuffleReport> run_unguarded(const ShuffleOptions& options, const JobHooks& hooks) {
  if (Status status = check_whole(options.job, "shuffle orders all records"); !status.ok()) {
    return status;
  }
  if (Status status = check_memory(options.memory_bytes); !status.ok()) return status;
  Result<Job> opened = Job::open(options, hooks, OutputPlan::for_records(options.output_format));
  if (!opened.ok()) return opened.status();
  Job& job = *opened;

  ShuffleFold fold(job.fold_setup(), options.seed, options.memory_bytes);
  const auto make_worker = [&] { return std::make_unique<EchoWorker>(job, fold.parts()); };
  ShuffleReport report;
  Status status = job.run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.set_outcomes({&report.malformed});
  report.spilled_bytes = fold.spilled_bytes();
  return report;
}

}  // namespace dokumill::batch
