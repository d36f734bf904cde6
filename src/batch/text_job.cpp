#include "batch/text_job.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "records/format_table.hpp"
#include "records/header.hpp"

namespace dokumill::batch {

Status check_kept_format(const std::optional<TextFormat>& output_format) {
  if (output_format.value_or(TextFormat::kCsv) == TextFormat::kCsv) return {};
  return {ErrorCode::kUsage, "keep_columns writes csv; another output format was asked for",
          "keep_columns"};
}

Status check_columns(const records::Detection& detection, std::span<const std::string_view> added,
                     const std::string& name, std::string_view hint) {
  if (detection.format != TextFormat::kCsv) {
    return {ErrorCode::kUsage, name + ": keep_columns needs csv input", "keep_columns"};
  }
  for (const std::string_view ours : added) {
    for (const std::string& column : detection.columns) {
      if (!records::is_same_column(column, ours)) continue;
      return {ErrorCode::kUsage,
              fmt::format("{}: keep_columns adds a column '{}', and there is one already{}", name,
                          ours, hint),
              hint.empty() ? "keep_columns" : "solution_column"};
    }
  }
  return {};
}

Result<TextJob> TextJob::open(const JobOptions& options, const InputOptions& input,
                              const std::string& engine, Malformed malformed) {
  TextJob job(options, engine, malformed);
  job.input_path_ = input.path;
  if (!engine.empty()) {
    if (Result<Solver> solver = Solver::create(engine); !solver.ok()) return solver.status();
  }
  const Result<CompressionOptions> compression = compression_of(options, options.output);
  if (!compression.ok()) return compression.status();
  job.compression_ = *compression;
  Result<std::unique_ptr<TextSource>> source =
      TextSource::open(*job.platform_, input, options.should_stop);
  if (!source.ok()) return source.status();
  job.source_ = *std::move(source);
  job.size_ = text_job_size(*job.platform_, options, job.source_->detection().format,
                            job.source_->text_bytes(), job.source_->detection().csv.columns);
  job.source_->set_chunk_bytes(job.size_.chunk_bytes);
  Result<OutputFile> output =
      OutputFile::open(*job.platform_, options.output, output_file_options(options));
  if (!output.ok()) return output.status();
  if (Status status = job.guard_input(*output); !status.ok()) return status;
  job.output_.emplace(*std::move(output));
  return job;
}

Status TextJob::guard_input(OutputFile& output) {
  const InputFile& input = source_->file();
  if (output.overwrites(input)) {
    return {ErrorCode::kUsage,
            fmt::format("{}: the output is written into the same file ({}) while it is read; only "
                        "one that is given by its name replaces an input safely",
                        input.name(), output.name())};
  }
  const Status status = output.guard(input);
  replaces_input_ = replaces_input_ || output.replaces_input();
  return status;
}

ReadStage::Plan TextJob::read_plan(bool keep_rows) const {
  const records::Detection& found = detection();
  const auto joined = malformed_ == Malformed::kStop ? records::JoinedBlocks::kMalformed
                                                     : records::JoinedBlocks::kWarn;
  return {{found.format, found.csv, joined, keep_rows, found.line_word, found.header_row},
          size_.batch_records,
          malformed_};
}

JobFold::Setup TextJob::fold_setup(bool drop_first_byte) {
  return {*platform_,
          *options_,
          JobInput{name(), detection().lines_before, source_->total(), input_path_},
          *output_,
          drop_first_byte,
          compression_};
}

Status TextJob::run_workers(const MakeWorker& make_worker, JobFold& fold, std::string_view header,
                            JobReport& report, const std::function<std::string()>& totals) {
  if (!header.empty()) {
    if (Status status = fold.write_header(header); !status.ok()) return status;
  }
  const PipelineResult result =
      run_pipeline(*platform_, *source_, make_worker, fold, size_.threads, options_->should_stop);
  // Check first whether the input changed: if another process cut a record in two, the record is
  // not malformed.
  if (result.status.ok() || result.status.code() == ErrorCode::kMalformed) {
    if (Status status = check_change(); !status.ok()) return status;
  }
  if (Status status = fold.finish(result, report); !status.ok()) return status;
  // Totals need the result of the second step. Without totals, the second step writes records, so
  // it comes after the last check of the input.
  if (totals) {
    if (Status status = fold.run_second_step(report); !status.ok()) return status;
  }
  fold.warn_about_joined_blocks();
  report.doubtful_format = doubtful_format(fold);
  if (totals) {
    Status status = fold.write_totals(totals());
    if (status.code() == ErrorCode::kInterrupted) return fold.interrupted();
    if (!status.ok()) return status;
  } else {
    if (Status status = check_worth(fold, report); !status.ok()) return status;
    if (Status status = fold.run_second_step(report); !status.ok()) return status;
  }
  return fold.commit();
}

Status TextJob::check_worth(const JobFold& fold, const JobReport& report) const {
  const std::uint64_t malformed = fold.outcome(Outcome::kMalformed);
  if (malformed == 0 || malformed != fold.records() || !output_->replaces_file()) return {};
  return {ErrorCode::kInput,
          fmt::format(
              "{}: {} malformed{}{}; {} was not replaced", name(),
              malformed == 1 ? "the only record is" : fmt::format("all {} records are", malformed),
              report.doubtful_format.empty() ? "" : ", read as ", report.doubtful_format,
              output_->name()),
          "input.format"};
}

std::string TextJob::doubtful_format(const JobFold& fold) const {
  const std::uint64_t malformed = fold.outcome(Outcome::kMalformed);
  const records::Detection& detection = source_->detection();
  if (!detection.is_guessed || malformed == 0 || malformed * 2 < fold.records()) return {};
  return std::string(records::format_traits(detection.format).read_as.value());
}

Status TextJob::check_change() const {
  if (source_->has_ignored_bytes() && options_->on_warning) {
    options_->on_warning(source_->name() + ": warning: bytes after the gzip data were ignored");
  }
  const Result<InputFile::Change> change = source_->change();
  if (!change.ok()) return change.status();
  if (replaces_input_ && *change != InputFile::Change::kNone) {
    return {ErrorCode::kInput, source_->name() +
                                   ": the input changed while it was read, and the output would "
                                   "replace it; the file was kept"};
  }
  switch (*change) {
    case InputFile::Change::kNone:
      break;
    case InputFile::Change::kGrew:
      if (options_->on_warning) {
        options_->on_warning(fmt::format(
            "{}: warning: the input grew while it was read; its first {} bytes were used",
            source_->name(), source_->total()));
      }
      break;
    case InputFile::Change::kRewritten:
      if (malformed_ == Malformed::kStop) {
        return {ErrorCode::kInput, source_->name() + ": input changed while reading"};
      }
      if (options_->on_warning) {
        options_->on_warning(
            source_->name() +
            ": warning: another process wrote into the input while it was read; the "
            "output may mix old and new records");
      }
      break;
  }
  return {};
}

}  // namespace dokumill::batch
