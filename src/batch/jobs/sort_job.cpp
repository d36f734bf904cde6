// Implements sort(): writes the records in the order of their values.
//
//   read -> keys -> print the record as read; the fold orders the records by their keys
#include "batch/flow/piece_range.hpp"
#include "batch/frame/job_setup.hpp"
#include "batch/jobs/order_fold.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::batch {

Result<SortReport> run_unguarded(const SortOptions& options, const JobHooks& hooks) {
  if (Status status = check_whole(options.job, "sort orders all records"); !status.ok()) {
    return status;
  }
  if (Status status = check_memory(options.memory_bytes); !status.ok()) return status;
  if (options.by.empty()) return Status(ErrorCode::kUsage, "no name to sort by", "by");
  Result<Job> opened = Job::open(options, hooks, OutputPlan::for_records(options.output_format));
  if (!opened.ok()) return opened.status();
  Job& job = *opened;
  using Order = features::SortKeys::Order;
  const Order order = options.descending ? Order::kDescending : Order::kAscending;
  if (Status status = job.order_by({options.by, "by", order}); !status.ok()) return status;

  const auto key_of = [](const KeyedTexts& texts, std::size_t record, std::uint64_t) {
    return OrderKey::of(texts.key(record));
  };
  return run_order<SortReport>(job, options.memory_bytes, RecordOrder::Keys::kHaveRests, key_of);
}

}  // namespace dokumill::batch
