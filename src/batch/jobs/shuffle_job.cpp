// Implements shuffle(): writes the records in a random order.
//
//   read -> print the record as read; the fold orders the records by random keys
//
// The fold draws a random 64-bit key for each record, from the seed and the number of the record.
// Sorting by independent random keys makes all orders equally likely. (Records with equal keys keep
// the order of the input. The probability that two of a billion records have equal keys is 3 %.)
#include "batch/flow/piece_range.hpp"
#include "batch/frame/job_setup.hpp"
#include "batch/jobs/order_fold.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::batch {

Result<ShuffleReport> run_unguarded(const ShuffleOptions& options, const JobHooks& hooks) {
  if (Status status = check_whole(options.job, "shuffle orders all records"); !status.ok()) {
    return status;
  }
  if (Status status = check_memory(options.memory_bytes); !status.ok()) return status;
  Result<Job> opened = Job::open(options, hooks, OutputPlan::for_records(options.output_format));
  if (!opened.ok()) return opened.status();
  const auto key_of = [seed = options.seed](const KeyedTexts&, std::size_t, std::uint64_t number) {
    return OrderKey{random_key(seed, number, RandomPurpose::kShuffleRecord)};
  };
  return run_order<ShuffleReport>(*opened, options.memory_bytes, RecordOrder::Keys::kNumbers,
                                  key_of);
}

}  // namespace dokumill::batch
