// solve: every record in, its solution out.
#include "batch/text_job.hpp"
#include "records/printer.hpp"

namespace dokumill {
namespace batch {
namespace {

class SolveWorker final : public RecordWorker {
 public:
  SolveWorker(Solver solver, const records::ReadOptions& read, std::size_t batch_records,
              const SolveOptions& options, records::RecordPrinter printer)
      : RecordWorker(std::move(solver), read, batch_records,
                     options.unique ? Several::kAProblem : Several::kAnAnswer,
                     options.strict ? Malformed::kStop : Malformed::kStepOver),
        printer_(printer) {}

 private:
  void finish_batch(Part& part) override {
    const bool has_rows = !batch().rows.empty();
    const auto row = [&](std::size_t i) { return has_rows ? batch().rows[i] : std::string_view(); };
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < batch().size; ++i) bytes += printer_.max_bytes(row(i));
    char* const begin = part.reserve(bytes);
    char* out = begin;
    for (std::size_t i = 0; i < batch().size; ++i) {
      out = printer_.print(batch().grids[i], result(i).solution, row(i), out);
    }
    part.text_bytes += static_cast<std::size_t>(out - begin);
  }

  records::RecordPrinter printer_;
};

// `--keep-columns` needs columns to keep, and adds one of its own.
Status check_columns(const records::Detection& detection, const SolveOptions& options,
                     const std::string& name) {
  if (!options.keep_columns) return {};
  if (detection.format != records::Format::kCsv) {
    return {ErrorCode::kUsage, name + ": --keep-columns needs csv input"};
  }
  for (const std::string& column : detection.columns) {
    if (records::is_same_column(column, "solution")) {
      return {ErrorCode::kUsage,
              name + ": --keep-columns adds a column 'solution', and there is one already"};
    }
  }
  return {};
}

}  // namespace
}  // namespace batch

Result<SolveReport> solve(const SolveOptions& options) {
  using namespace batch;
  if (options.keep_columns &&
      options.output_format.value_or(TextFormat::kCsv) != TextFormat::kCsv) {
    return Status(ErrorCode::kUsage,
                  "--keep-columns writes csv; another output format was asked for");
  }
  Result<TextJob> opened = TextJob::open(options, options.input, options.engine);
  if (!opened.ok()) return opened.status();
  TextJob& job = *opened;
  const records::Detection& detection = job.source().detection();
  if (Status status = check_columns(detection, options, job.source().name()); !status.ok())
    return status;

  const auto format = options.output_format ? static_cast<records::Format>(*options.output_format)
                                            : detection.format;
  const records::CsvColumns columns =
      options.keep_columns ? records::CsvColumns::kKeep : records::CsvColumns::kPuzzleAndSolution;
  const records::RecordPrinter printer(format, columns, detection.csv);
  const records::ReadOptions read{
      detection.format, detection.csv,
      options.strict ? records::JoinedBlocks::kMalformed : records::JoinedBlocks::kWarn,
      options.keep_columns};

  JobFold fold(job.platform(), options, job.place(), job.output(),
               format == records::Format::kGrid);
  if (format == records::Format::kCsv) {
    // An empty input has no columns to keep.
    const bool has_columns = options.keep_columns && !detection.header_row.empty();
    const std::string header =
        has_columns ? detection.header_row + ",solution\n" : "puzzle,solution\n";
    if (Status status = fold.write_header(header); !status.ok()) return status;
  }
  SolveReport report;
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<SolveWorker>(std::move(solver), read, job.size().batch_records, options,
                                         printer);
  };
  if (Status status = job.run(make_worker, fold, report); !status.ok()) return status;
  report.unique = fold.outcome(Outcome::kUnique);
  report.multiple = fold.outcome(Outcome::kMultiple);
  report.unsolvable = fold.outcome(Outcome::kUnsolvable);
  report.malformed = fold.outcome(Outcome::kMalformed);
  return report;
}

}  // namespace dokumill
