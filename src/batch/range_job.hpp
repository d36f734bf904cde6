// RangeJob: a job that generates the boards or puzzles of a number range, from the opened output to
// the report.
//
//   open()  chooses the sizes, opens the output
//   run()   writes the header, runs the pipeline, commits the output
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "batch/job_fold.hpp"
#include "batch/job_setup.hpp"
#include "batch/range_source.hpp"
#include "records/format_table.hpp"

namespace dokumill::batch {

class RangeJob {
 public:
  struct Range {
    std::uint64_t start = 0;
    std::uint64_t count = 0;
    // See range_job_size().
    std::uint64_t group = 1;
    std::uint64_t max_groups = 1;
  };
  // `format`: of the output; if the writer converts it, the workers print csv rows with commas.
  static Result<RangeJob> open(const JobOptions& options, const JobHooks& hooks, bool continues,
                               const Range& range, TextFormat format) {
    Platform& platform = platform_of(hooks);
    const Result<CompressionOptions> compression =
        compression_of_table(platform, options, options.output, format);
    if (!compression.ok()) return compression.status();
    Result<OutputFile> output = open_part(platform, options, continues);
    if (!output.ok()) return output.status();
    return RangeJob(platform, options, hooks, range, *std::move(output), *compression, format);
  }

  // `format`: that the workers print. `continues`: the output continues an earlier part.
  JobFold::Setup fold_setup(TextFormat format, bool continues) {
    return {platform_,
            options_,
            JobInput{"", 0, source_.total()},
            output_,
            records::format_traits(format).begins_with_line_end && !continues,
            compression_,
            format,
            tables::TableOptions{format_}};
  }

  // Runs the job and fills `report`. `make_worker` is a MakeWorker.
  Status run(JobFold& fold, std::string_view header, const MakeWorker& make_worker,
             JobReport& report) {
    if (Status status = fold.write_header(header); !status.ok()) return status;
    const PipelineResult result =
        run_pipeline(platform_, source_, make_worker, fold, size_.threads, options_.should_stop);
    if (Status status = fold.finish(result, report); !status.ok()) return status;
    return fold.commit();
  }

 private:
  RangeJob(Platform& platform, const JobOptions& options, const JobHooks& hooks, const Range& range,
           OutputFile output, const CompressionOptions& compression, TextFormat format)
      : platform_(platform),
        options_(options),
        output_(std::move(output)),
        compression_(compression),
        format_(format),
        size_(range_job_size(platform, options, hooks.chunk_bytes, range.count, range.group,
                             range.max_groups)),
        source_(range.start, range.count, size_.batch_records) {}

  Platform& platform_;
  const JobOptions& options_;
  OutputFile output_;
  CompressionOptions compression_;
  TextFormat format_;
  JobSize size_;
  RangeSource source_;
};

}  // namespace dokumill::batch
