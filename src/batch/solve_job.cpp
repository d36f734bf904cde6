// Implements solve(): writes the solution of every record, or the number of its solutions.
#include <fmt/format.h>

#include "batch/census.hpp"
#include "batch/output_name.hpp"
#include "batch/replaced_column.hpp"
#include "batch/text_job.hpp"
#include "batch/without_exceptions.hpp"
#include "records/header.hpp"
#include "records/printer.hpp"

namespace dokumill {
namespace batch {
namespace {

class SolveWorker final : public RecordWorker {
 public:
  SolveWorker(Solver solver, const records::ReadOptions& read, std::size_t batch_records,
              const SolveOptions& options, records::RecordPrinter printer,
              std::optional<ReplacedColumn> replaced)
      : RecordWorker(std::move(solver), read, batch_records,
                     options.unique ? Several::kAProblem : Several::kAnAnswer,
                     options.strict ? Malformed::kStop : Malformed::kStepOver, options.count_limit),
        writes_counts_(options.count_limit.has_value()),
        printer_(printer),
        replaced_(std::move(replaced)) {
    if (options.on_census) taker_.emplace(options.rate);
  }

 private:
  bool finish_batch(Part& part) override {
    if (taker_ && !count_batch(part)) return false;
    if (replaced_) {
      for (std::size_t i = 0; i < batch().size; ++i) print_replaced(part, i);
      return true;
    }
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

  void print_replaced(Part& part, std::size_t record) {
    const std::string_view row = batch().rows[record];
    char* const begin = part.reserve(replaced_->max_bytes(row));
    char* const end = replaced_->print(batch().grids[record], result(record).solution, row, begin);
    part.text_bytes += static_cast<std::size_t>(end - begin);
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
  std::optional<ReplacedColumn> replaced_;
  std::optional<CensusTaker> taker_;
};

// The name of the column that the job adds or fills.
std::string answer_column(const SolveOptions& options) {
  return options.count_limit ? "count" : options.solution_column.value_or("solution");
}

// The name as a field of a csv header, quoted if necessary.
std::string csv_field(const std::string& name) {
  if (name.find_first_of(",;\t\"\r\n") == std::string::npos) return name;
  std::string field = "\"";
  for (const char c : name) field.append(c == '"' ? 2 : 1, c);
  return field + "\"";
}

Status check_options(const SolveOptions& options, std::optional<TextFormat> wanted) {
  if (options.keep_columns) {
    if (Status status = check_kept_format(wanted); !status.ok()) return status;
  }
  if (options.count_limit == 0) {
    return {ErrorCode::kUsage, "solutions are counted up to 1 or more, not to 0"};
  }
  if (options.count_limit && wanted == TextFormat::kGrid) {
    return {ErrorCode::kUsage,
            "--count writes a number for each record, and --to grid has no place for it; "
            "expected line or csv"};
  }
  if (!options.solution_column) return {};
  if (options.solution_column->empty()) {
    return {ErrorCode::kUsage, "--solution-column: expected a name, got ''"};
  }
  if (options.count_limit) {
    return {ErrorCode::kUsage,
            "--solution-column cannot be used with --count, which writes no solutions"};
  }
  return {};
}

// The input column that the solutions replace; nullopt if they get a new column.
Result<std::optional<std::uint32_t>> replaced_column(const records::Detection& detection,
                                                     const SolveOptions& options,
                                                     const std::string& input_name) {
  std::optional<std::uint32_t> found;
  for (std::uint32_t column = 0; column < detection.columns.size(); ++column) {
    if (!records::is_same_column(detection.columns[column], *options.solution_column)) continue;
    if (found) {
      return Status(ErrorCode::kUsage,
                    fmt::format("{}: several columns have the name of --solution-column, '{}'",
                                input_name, *options.solution_column));
    }
    found = column;
  }
  if (found && *found == detection.csv.puzzle_column) {
    return Status(ErrorCode::kUsage,
                  fmt::format("{}: --solution-column '{}' is the column of the puzzles; expected "
                              "another name",
                              input_name, *options.solution_column));
  }
  return found;
}

Result<SolveReport> run_solve(const SolveOptions& options) {
  const Result<std::optional<TextFormat>> wanted =
      format_of_output(options.output, options.output_format, Tabs::kAsTheInput);
  if (!wanted.ok()) return wanted.status();
  if (Status status = check_options(options, *wanted); !status.ok()) return status;
  const Malformed malformed = options.strict ? Malformed::kStop : Malformed::kStepOver;
  Result<TextJob> opened = TextJob::open(options, options.input, options.engine, malformed);
  if (!opened.ok()) return opened.status();
  TextJob& job = *opened;
  const records::Detection& detection = job.source().detection();
  if (Status status = check_tabs(options.output, *wanted, detection); !status.ok()) return status;
  auto format = *wanted ? static_cast<records::Format>(**wanted) : detection.format;
  if (options.count_limit && format == records::Format::kGrid) format = records::Format::kLine;
  const std::string answer = answer_column(options);
  std::optional<std::uint32_t> replaced;
  if (options.solution_column && format != records::Format::kCsv) {
    return Status(ErrorCode::kUsage, job.source().name() +
                                         ": --solution-column needs csv output; this is " +
                                         (format == records::Format::kGrid ? "grid" : "line"));
  }
  // An empty input has no columns to keep.
  const bool has_columns = options.keep_columns && !detection.header_row.empty();
  if (options.solution_column && has_columns) {
    const auto found = replaced_column(detection, options, job.source().name());
    if (!found.ok()) return found.status();
    replaced = *found;
  } else if (options.solution_column && records::is_same_column(answer, "puzzle")) {
    return Status(
        ErrorCode::kUsage,
        "--solution-column: 'puzzle' is the column of the puzzles; expected another name");
  }
  if (options.keep_columns) {
    const std::string_view added = answer;
    Status status = check_columns(
        detection, {&added, replaced ? std::size_t{0} : std::size_t{1}}, job.source().name(),
        options.count_limit ? "" : "; --solution-column NAME adds another one, or replaces it");
    if (!status.ok()) return status;
  }
  const records::CsvColumns columns =
      options.keep_columns ? records::CsvColumns::kKeep : records::CsvColumns::kPuzzleAndSolution;
  const records::RecordPrinter printer(format, columns, detection.csv);
  const records::ReadOptions read = job.read_options(options.keep_columns);

  CensusFold fold(job.platform(), options, job.place(), job.output(),
                  format == records::Format::kGrid, options.on_census);
  if (format == records::Format::kCsv) {
    const std::string columns_before = has_columns ? detection.header_row : "puzzle";
    const std::string header =
        columns_before + (replaced ? "" : detection.csv.separator + csv_field(answer)) + '\n';
    if (Status status = fold.write_header(header); !status.ok()) return status;
  }
  SolveReport report;
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<SolveWorker>(
        std::move(solver), read, job.size().batch_records, options, printer,
        replaced ? std::optional(ReplacedColumn(detection.csv, *replaced)) : std::nullopt);
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
