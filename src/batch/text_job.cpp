#include "batch/text_job.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "records/header.hpp"

namespace dokumill::batch {

Status check_kept_format(const std::optional<TextFormat>& output_format) {
  if (output_format.value_or(TextFormat::kCsv) == TextFormat::kCsv) return {};
  return {ErrorCode::kUsage, "--keep-columns writes csv; another output format was asked for"};
}

Status check_columns(const records::Detection& detection, std::span<const std::string_view> added,
                     const std::string& name, std::string_view hint) {
  if (detection.format != records::Format::kCsv) {
    return {ErrorCode::kUsage, name + ": --keep-columns needs csv input"};
  }
  for (const std::string_view ours : added) {
    for (const std::string& column : detection.columns) {
      if (!records::is_same_column(column, ours)) continue;
      return {ErrorCode::kUsage,
              fmt::format("{}: --keep-columns adds a column '{}', and there is one already{}", name,
                          ours, hint)};
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
  Result<std::unique_ptr<TextSource>> source =
      TextSource::open(*job.platform_, input, options.should_stop);
  if (!source.ok()) return source.status();
  job.source_ = *std::move(source);
  job.size_ = text_job_size(*job.platform_, options, job.source_->detection().format,
                            job.source_->total(), job.source_->detection().csv.columns);
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

records::ReadOptions TextJob::read_options(bool keep_rows) const {
  const records::Detection& detection = source_->detection();
  const auto joined = malformed_ == Malformed::kStop ? records::JoinedBlocks::kMalformed
                                                     : records::JoinedBlocks::kWarn;
  return {detection.format, detection.csv,       joined,
          keep_rows,        detection.line_word, detection.header_row};
}

JobFold::Place TextJob::place() const {
  return {source_->name(), source_->detection().lines_before, source_->total(), input_path_};
}

Status TextJob::run(const MakeRecordWorker& make_worker, JobFold& fold, JobReport& report,
                    const std::function<std::string()>& last_text) {
  const auto make = [&]() -> Result<std::unique_ptr<Worker>> {
    Result<Solver> solver = Solver::create(engine_);
    if (!solver.ok()) return solver.status();
    report.engine = solver->engine();
    return make_worker(*std::move(solver));
  };
  return run_workers(make, fold, report, last_text);
}

Status TextJob::run_unsolved(const std::function<std::unique_ptr<Worker>()>& make_worker,
                             JobFold& fold, JobReport& report) {
  const auto make = [&]() -> Result<std::unique_ptr<Worker>> { return make_worker(); };
  return run_workers(make, fold, report, {});
}

Status TextJob::run_workers(const MakeWorker& make, JobFold& fold, JobReport& report,
                            const std::function<std::string()>& last_text) {
  const PipelineResult result =
      run_pipeline(*platform_, *source_, make, fold, size_.threads, options_->should_stop);
  // Check first whether the input changed: if another process cut a record in two, the record is
  // not malformed.
  if (result.status.ok() || result.status.code() == ErrorCode::kMalformed) {
    if (Status status = check_change(); !status.ok()) return status;
  }
  if (Status status = fold.finish(result, report); !status.ok()) return status;
  if (Status status = fold.settle(); !status.ok()) return status;
  fold.warn_about_joined_blocks();
  report.doubtful_format = doubtful_format(fold);
  const std::uint64_t malformed = fold.outcome(Outcome::kMalformed);
  if (!last_text && malformed != 0 && malformed == fold.records() && output_->replaces_file()) {
    return {ErrorCode::kInput,
            fmt::format("{}: {} malformed{}{}; {} was not replaced (name the format with --from)",
                        source_->name(),
                        malformed == 1 ? "the only record is"
                                       : fmt::format("all {} records are", malformed),
                        report.doubtful_format.empty() ? "" : ", read as ", report.doubtful_format,
                        output_->name())};
  }
  if (last_text) {
    Status status = fold.write_totals(last_text());
    if (status.code() == ErrorCode::kInterrupted) return fold.interrupted();
    if (!status.ok()) return status;
  }
  return fold.commit();
}

std::string TextJob::doubtful_format(const JobFold& fold) const {
  constexpr std::array<std::string_view, 3> kNames{"lines", "a grid", "csv"};
  const std::uint64_t malformed = fold.outcome(Outcome::kMalformed);
  const records::Detection& detection = source_->detection();
  if (!detection.is_guessed || malformed == 0 || malformed * 2 < fold.records()) return {};
  return std::string(kNames[static_cast<std::size_t>(detection.format)]);
}

Status TextJob::check_change() const {
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
