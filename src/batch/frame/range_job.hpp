// RangeJob: runs a job that generates the boards or puzzles of a number range, from opening the
// output to filling the report.
//
//   open()  chooses the sizes, opens the output
//   run()   writes the header, runs the records (run_records()), commits the output
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "batch/flow/piece_range.hpp"
#include "batch/flow/range_source.hpp"
#include "batch/flow/run_records.hpp"
#include "batch/frame/job_fold.hpp"
#include "batch/frame/job_setup.hpp"
#include "batch/rows/output_plan.hpp"

namespace dokumill::batch {

class RangeJob {
 public:
  struct Range {
    std::uint64_t start = 0;
    std::uint64_t count = 0;
    // See range_job_size().
    std::uint64_t group = 1;
    std::uint64_t max_groups = 1;
    std::uint64_t least_per_thread = 1;
  };
  // `plan`: begun, without an input.
  static Result<RangeJob> open(const JobOptions& options, const JobHooks& hooks, bool continues,
                               const Range& range, OutputPlan plan) {
    const Piece piece = options.piece.value_or(Piece());
    if (Status status = check_piece(piece); !status.ok()) return status;
    if (Status status = check_part(plan.format, continues); !status.ok()) return status;
    Result<OutputFile> output = open_part(options, hooks, plan.path, continues);
    if (!output.ok()) return output.status();
    plan.resolve();
    RangeJob job(options, hooks, range, range_of(piece, range.count), *std::move(output),
                 std::move(plan));
    job.follows_ = continues || job.part_.begin != 0;
    job.has_header_ = !continues && piece.number == 1;
    return job;
  }

  const OutputPlan& plan() const { return plan_; }
  JobFold::Setup fold_setup() {
    return {platform_, options_, JobInput{"", 0, source_.total()}, output_, follows_, plan_};
  }

  // Runs the job and fills `report`.
  Status run(JobFold& fold, const MakeWorker& make_worker, JobReport& report) {
    Status begun = fold.output().write_header(has_header_ ? plan_.header : "");
    if (!begun.ok()) return begun;
    const RunResult result =
        run_records(platform_, source_, make_worker, fold, size_.threads, options_.should_stop);
    if (Status status = fold.finish(result, report); !status.ok()) return status;
    Status status = fold.commit();
    if (status.code() == ErrorCode::kInterrupted) return fold.interrupted();
    if (!status.ok()) return status;
    if (options_.piece) report_piece(report);
    return {};
  }

 private:
  RangeJob(const JobOptions& options, const JobHooks& hooks, const Range& range,
           const PieceRange& part, OutputFile output, OutputPlan plan)
      : platform_(platform_of(hooks)),
        options_(options),
        output_(std::move(output)),
        plan_(std::move(plan)),
        part_(part),
        size_(range_job_size(platform_, options, hooks.chunk_bytes, part.end - part.begin,
                             range.group, range.max_groups, range.least_per_thread)),
        source_(range.start + part.begin, part.end - part.begin, size_.batch_records) {}

  void report_piece(JobReport& report) const {
    const bool is_parquet = plan_.format == TextFormat::kParquet;
    report.piece = {*options_.piece,
                    true,
                    part_.begin,
                    part_.end,
                    0,
                    plan_.path,
                    plan_.format,
                    is_parquet ? Compression::kNone : plan_.compression.kind,
                    output_.written_bytes(),
                    {}};
  }

  Platform& platform_;
  const JobOptions& options_;
  OutputFile output_;
  OutputPlan plan_;
  PieceRange part_;
  bool follows_ = false;    // earlier outputs have records that come before those of this output
  bool has_header_ = true;  // the header belongs to the first piece or part
  JobSize size_;
  RangeSource source_;
};

}  // namespace dokumill::batch
