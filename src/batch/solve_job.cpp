// solve: every record in, its solution out, or the number of its solutions.
#include <fmt/format.h>

#include "batch/census.hpp"
#include "batch/output_name.hpp"
#include "batch/text_job.hpp"
#include "batch/without_exceptions.hpp"
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
                     options.strict ? Malformed::kStop : Malformed::kStepOver, options.count_limit),
        writes_counts_(options.count_limit.has_value()),
        printer_(printer) {
    if (options.on_census) taker_.emplace(options.rate);
  }

 private:
  bool finish_batch(Part& part) override {
    if (taker_ && !count_batch(part)) return false;
    const bool has_rows = !batch().rows.empty();
    const auto row = [&](std::size_t i) { return has_rows ? batch().rows[i] : std::string_view(); };
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < batch().size; ++i) bytes += printer_.max_bytes(row(i));
    char* const begin = part.reserve(bytes);
    char* out = begin;
    for (std::size_t i = 0; i < batch().size; ++i) {
      out = writes_counts_ ? print_count(i, row(i), out)
                           : printer_.print(batch().grids[i], result(i).solution, row(i), out);
    }
    part.text_bytes += static_cast<std::size_t>(out - begin);
    return true;
  }

  bool count_batch(Part& part) {
    for (std::size_t i = 0; i < batch().size; ++i) {
      constexpr std::size_t kRecordsBetweenLooks = 16;
      if (i % kRecordsBetweenLooks == 0 && should_stop()) return false;
      taker_->count(batch().grids[i], outcome(i), part.seen);
    }
    return true;
  }

  char* print_count(std::size_t record, std::string_view row, char* out) const {
    const fmt::format_int number(count(record));
    const std::string_view word = outcome(record) == Outcome::kMalformed
                                      ? std::string_view("?")
                                      : std::string_view(number.data(), number.size());
    return printer_.print_word(batch().grids[record], word, row, out);
  }

  bool writes_counts_;
  records::RecordPrinter printer_;
  std::optional<CensusTaker> taker_;
};

// The name of the column that the job adds.
std::string_view added_column(const SolveOptions& options) {
  return options.count_limit ? "count" : "solution";
}

Result<SolveReport> run_solve(const SolveOptions& options) {
  const Result<std::optional<TextFormat>> wanted =
      format_of_output(options.output, options.output_format);
  if (!wanted.ok()) return wanted.status();
  if (options.keep_columns) {
    if (Status status = check_kept_format(*wanted); !status.ok()) return status;
  }
  if (options.count_limit == 0) {
    return Status(ErrorCode::kUsage, "solutions are counted up to 1 or more, not to 0");
  }
  if (options.count_limit && *wanted == TextFormat::kGrid) {
    return Status(ErrorCode::kUsage,
                  "--count writes a number for each record, and --to grid has no place for it; "
                  "expected line or csv");
  }
  const Malformed malformed = options.strict ? Malformed::kStop : Malformed::kStepOver;
  Result<TextJob> opened = TextJob::open(options, options.input, options.engine, malformed);
  if (!opened.ok()) return opened.status();
  TextJob& job = *opened;
  const records::Detection& detection = job.source().detection();
  if (options.keep_columns) {
    const std::string_view added = added_column(options);
    Status status = check_columns(detection, {&added, 1}, job.source().name());
    if (!status.ok()) return status;
  }

  auto format = *wanted ? static_cast<records::Format>(**wanted) : detection.format;
  if (options.count_limit && format == records::Format::kGrid) format = records::Format::kLine;
  const records::CsvColumns columns =
      options.keep_columns ? records::CsvColumns::kKeep : records::CsvColumns::kPuzzleAndSolution;
  const records::RecordPrinter printer(format, columns, detection.csv);
  const records::ReadOptions read = job.read_options(options.keep_columns);

  CensusFold fold(job.platform(), options, job.place(), job.output(),
                  format == records::Format::kGrid, options.on_census);
  if (format == records::Format::kCsv) {
    // An empty input has no columns to keep.
    const bool has_columns = options.keep_columns && !detection.header_row.empty();
    const std::string header =
        fmt::format("{}{}{}\n", has_columns ? detection.header_row : "puzzle",
                    detection.csv.separator, added_column(options));
    if (Status status = fold.write_header(header); !status.ok()) return status;
  }
  SolveReport report;
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<SolveWorker>(std::move(solver), read, job.size().batch_records, options,
                                         printer);
  };
  if (Status status = job.run(make_worker, fold, report); !status.ok()) return status;
  fold.tell();
  report.unique = fold.outcome(Outcome::kUnique);
  report.multiple = fold.outcome(Outcome::kMultiple);
  report.unsolvable = fold.outcome(Outcome::kUnsolvable);
  report.malformed = fold.outcome(Outcome::kMalformed);
  return report;
}

}  // namespace
}  // namespace batch

Result<SolveReport> solve(const SolveOptions& options) {
  return batch::without_exceptions([&] { return batch::run_solve(options); });
}

}  // namespace dokumill
