// RangeJob: runs a job that generates the boards or puzzles of a number range, from opening the
// output to filling the report.
//
//   open()  chooses the sizes, opens the output
//   run()   writes the header, runs the pipeline, commits the output
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "batch/flow/piece_range.hpp"
#include "batch/flow/range_source.hpp"
#include "batch/frame/job_fold.hpp"
#include "batch/frame/job_setup.hpp"
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
  // `format`: the format of the output. For JSON Lines and Parquet, the workers print csv rows with
  // commas, and the writer converts them.
  static Result<RangeJob> open(const JobOptions& options, const JobHooks& hooks, bool continues,
                               const Range& range, TextFormat format) {
    Platform& platform = platform_of(hooks);
    const Piece piece = options.piece.value_or(Piece());
    if (Status status = check_piece(piece); !status.ok()) return status;
    const Result<CompressionOptions> compression =
        compression_of_table(platform, options, options.output, format);
    if (!compression.ok()) return compression.status();
    Result<OutputFile> output = open_part(options, hooks, continues);
    if (!output.ok()) return output.status();
    RangeJob job(platform, options, hooks, range, range_of(piece, range.count), *std::move(output),
                 *compression, format);
    job.follows_ = continues || job.part_.begin != 0;
    job.has_header_ = !continues && piece.number == 1;
    return job;
  }

  // True if this output has the header that comes before all records. Only the first piece has the
  // header, even if this piece is empty. An output that continues another one has no header.
  bool has_header() const { return has_header_; }

  // `format`: the format that the workers print.
  JobFold::Setup fold_setup(TextFormat format) {
    return {platform_,
            options_,
            JobInput{"", 0, source_.total()},
            output_,
            records::format_traits(format).begins_with_line_end && !follows_,
            compression_,
            format,
            tables::TableOptions{format_}};
  }

  // Runs the job and fills `report`.
  Status run(JobFold& fold, std::string_view header, const MakeWorker& make_worker,
             JobReport& report) {
    if (Status status = fold.write_header(header); !status.ok()) return status;
    const PipelineResult result =
        run_pipeline(platform_, source_, make_worker, fold, size_.threads, options_.should_stop);
    if (Status status = fold.finish(result, report); !status.ok()) return status;
    Status status = fold.commit();
    if (status.code() == ErrorCode::kInterrupted) return fold.interrupted();
    if (!status.ok()) return status;
    if (options_.piece) report_piece(report);
    return {};
  }

 private:
  RangeJob(Platform& platform, const JobOptions& options, const JobHooks& hooks, const Range& range,
           const PieceRange& part, OutputFile output, const CompressionOptions& compression,
           TextFormat format)
      : platform_(platform),
        options_(options),
        output_(std::move(output)),
        compression_(compression),
        format_(format),
        part_(part),
        size_(range_job_size(platform, options, hooks.chunk_bytes, part.end - part.begin,
                             range.group, range.max_groups)),
        source_(range.start + part.begin, part.end - part.begin, size_.batch_records) {}

  void report_piece(JobReport& report) const {
    const bool is_parquet = format_ == TextFormat::kParquet;
    report.piece = {*options_.piece,
                    true,
                    part_.begin,
                    part_.end,
                    0,
                    options_.output,
                    format_,
                    is_parquet ? Compression::kNone : compression_.kind,
                    output_.written_bytes(),
                    {}};
  }

  Platform& platform_;
  const JobOptions& options_;
  OutputFile output_;
  CompressionOptions compression_;
  TextFormat format_;
  PieceRange part_;
  bool follows_ = false;  // earlier outputs have records that come before those of this output
  bool has_header_ = true;
  JobSize size_;
  RangeSource source_;
};

}  // namespace dokumill::batch
