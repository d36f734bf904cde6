// Implements solve(): writes the solution of every record, or the number of its solutions.
//
//   read -> solve or count -> decide -> census, if requested -> print board, number or csv row
#include "batch/flow/without_exceptions.hpp"
#include "batch/frame/census.hpp"
#include "batch/frame/text_job.hpp"
#include "batch/frame/text_part.hpp"
#include "batch/rows/json_answer.hpp"
#include "batch/rows/output_name.hpp"
#include "batch/rows/replaced_column.hpp"
#include "batch/stages/solve_stage.hpp"
#include "core/text/fmt.hpp"
#include "core/text/printable.hpp"
#include "records/detect/header.hpp"
#include "records/format_table.hpp"
#include "records/printer.hpp"

namespace dokumill {
namespace batch {
namespace {

class SolveWorker final : public Worker {
 public:
  SolveWorker(Solver solver, const ReadStage::Plan& read, const SolveOptions& options,
              records::RecordPrinter printer, std::optional<ReplacedColumn> replaced,
              std::optional<JsonAnswer> objects)
      : read_(read),
        solve_(std::move(solver), read.batch_records, FullBoards::kAreUnique, options.count_limit),
        reports_multiple_(options.unique),
        takes_census_(static_cast<bool>(options.on_census)),
        writes_counts_(options.count_limit.has_value()),
        printer_(printer),
        replaced_(std::move(replaced)),
        objects_(std::move(objects)) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      const BatchEnd end = solve_.decide(batch, [&](std::size_t record, GridKind outcome) {
        if (reports_multiple_ && outcome == GridKind::kMultiple)
          SolveStage::report_multiple(batch, record);
        return Next::kGoOn;
      });
      batch.enter(Stage::kPrint);
      if (takes_census_ && take_census(batch, end.records) != Next::kGoOn) return kAbandonBatch;
      if (objects_) {
        print_objects(batch, end.records);
      } else if (replaced_) {
        print_replaced(batch, end.records);
      } else {
        print(batch, end.records);
      }
      return end;
    });
  }

 private:
  Next take_census(const BatchTask& batch, std::size_t records) {
    auto& counts = batch.result().payload_as<CensusCounts>();
    for (std::size_t i = 0; i < records; ++i) {
      if (batch.should_stop_at(i)) return Next::kAbandon;
      counts.count(batch.grid(i), solve_.outcome(i));
    }
    return Next::kGoOn;
  }

  void print(const BatchTask& batch, std::size_t records) {
    // Print with a copy of printer_. Otherwise the compiler must assume that writing the text
    // changes the members of printer_.
    const records::RecordPrinter printer = printer_;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < records; ++i) bytes += printer.max_bytes(batch.row(i));
    char* const begin = batch.result().reserve(bytes);
    char* out = begin;
    for (std::size_t i = 0; i < records; ++i) {
      out = writes_counts_
                ? print_count(batch, i, out)
                : printer.print(batch.grid(i), solve_.answer(i).solution, batch.row(i), out);
    }
    batch.result().text_bytes += static_cast<std::size_t>(out - begin);
  }

  char* print_count(const BatchTask& batch, std::size_t record, char* out) const {
    const fmt::format_int number(solve_.count(record));
    const std::string_view word = solve_.outcome(record) == GridKind::kMalformed
                                      ? std::string_view("?")
                                      : std::string_view(number.data(), number.size());
    return printer_.print_word(batch.grid(record), word, batch.row(record), out);
  }

  void print_objects(const BatchTask& batch, std::size_t records) {
    records::QuotedCells solution;
    for (std::size_t i = 0; i < records; ++i) {
      const fmt::format_int number(writes_counts_ ? solve_.count(i) : 0);
      const std::string_view value = !writes_counts_ ? solution.quote(solve_.answer(i).solution)
                                     : solve_.outcome(i) == GridKind::kMalformed
                                         ? "null"
                                         : std::string_view(number.data(), number.size());
      objects_->print(batch.result(), batch.grid(i), batch.row(i), {&value, 1});
    }
  }

  void print_replaced(const BatchTask& batch, std::size_t records) {
    ChunkResult& result = batch.result();
    for (std::size_t i = 0; i < records; ++i) {
      const std::string_view row = batch.row(i);
      char* const begin = result.reserve(replaced_->max_bytes(row));
      char* const end = replaced_->print(batch.grid(i), solve_.answer(i).solution, row, begin);
      result.text_bytes += static_cast<std::size_t>(end - begin);
    }
  }

  ReadStage read_;
  SolveStage solve_;
  bool reports_multiple_;
  bool takes_census_;
  bool writes_counts_;
  records::RecordPrinter printer_;
  std::optional<ReplacedColumn> replaced_;
  std::optional<JsonAnswer> objects_;
};

// The name of the column that the job adds or fills.
std::string answer_column(const SolveOptions& options) {
  return options.count_limit ? "count" : options.solution_column.value_or("solution");
}

// The name as a field of a csv header, quoted if necessary. (A comma, a semicolon or a tab is quoted
// whatever the separator is, because a reader may guess the separator from the header.)
std::string csv_field(const std::string& name, char separator) {
  const bool is_plain = name.find_first_of(",;\t\"\r\n") == std::string::npos &&
                        name.find(separator) == std::string::npos;
  if (is_plain) return name;
  std::string field = "\"";
  for (const char c : name) field.append(c == '"' ? 2 : 1, c);
  return field + "\"";
}

Status check_options(const SolveOptions& options, std::optional<TextFormat> wanted) {
  if (options.keep_columns) {
    if (Status status = check_kept_format(wanted); !status.ok()) return status;
  }
  if (options.count_limit == 0) {
    return {ErrorCode::kUsage, "count_limit must be at least 1", "count_limit"};
  }
  if (options.count_limit && wanted && !records::format_traits(*wanted).print_word) {
    return {ErrorCode::kUsage,
            fmt::format("the format {} has no place for a number of solutions; expected line, csv, "
                        "jsonl or parquet",
                        name_of(*wanted)),
            "output_format"};
  }
  if (!options.solution_column) return {};
  if (options.solution_column->empty()) {
    return {ErrorCode::kUsage, "solution_column: expected a name, got ''", "solution_column"};
  }
  if (options.count_limit) {
    return {ErrorCode::kUsage,
            "solution_column cannot be used with count_limit, which writes no solutions",
            "count_limit"};
  }
  return {};
}

// The input column that the solutions replace; nullopt if the solutions get a new column.
Result<std::optional<std::uint32_t>> replaced_column(const records::Detection& detection,
                                                     const SolveOptions& options,
                                                     const std::string& input_name) {
  std::optional<std::uint32_t> found;
  for (std::uint32_t column = 0; column < detection.columns.size(); ++column) {
    if (!records::is_same_column(detection.columns[column], *options.solution_column)) continue;
    if (found) {
      return Status(ErrorCode::kUsage,
                    fmt::format("{}: several columns have the name of solution_column, '{}'",
                                input_name, *options.solution_column),
                    "solution_column");
    }
    found = column;
  }
  if (found && *found == detection.csv.puzzle_column) {
    return Status(ErrorCode::kUsage,
                  fmt::format("{}: solution_column '{}' is the column of the puzzles; expected "
                              "another name",
                              input_name, *options.solution_column),
                  "solution_column");
  }
  return found;
}

// How the job writes a record.
struct SolveLayout {
  TextFormat format = TextFormat::kLine;
  std::optional<ReplacedColumn> replaced;  // set if the solutions replace an existing column
  // Set if input and output are jsonl: keeps the objects, and replaces or adds one member.
  std::optional<JsonAnswer> objects;
  std::string header;          // the csv header with its line end, or empty
  bool keeps_columns = false;  // keep the csv columns of the input
};

Result<SolveLayout> choose_layout(const SolveOptions& options, std::optional<TextFormat> wanted,
                                  const TextJob& job) {
  const records::Detection& detection = job.detection();
  SolveLayout layout;
  layout.format = output_format(wanted, detection);
  if (options.count_limit && !records::format_traits(layout.format).print_word) {
    layout.format = TextFormat::kLine;
  }
  const bool is_table = records::format_traits(layout.format).has_header;
  if (options.solution_column && !is_table) {
    return Status(ErrorCode::kUsage,
                  fmt::format("{}: solution_column needs csv, jsonl or parquet output; this is {}",
                              job.name(), name_of(layout.format)),
                  "solution_column");
  }
  const std::string answer = answer_column(options);
  if (keeps_objects(detection, layout.format)) {
    const std::string& puzzle = detection.columns[detection.csv.puzzle_column];
    if (answer == puzzle) {
      return Status(ErrorCode::kUsage,
                    fmt::format("{}: '{}' is the member of the puzzles; expected another name for "
                                "the solutions",
                                job.name(), printable(answer)),
                    "solution_column");
    }
    if (!is_utf8(answer)) {
      return Status(ErrorCode::kUsage,
                    fmt::format("solution_column: '{}' is not UTF-8", printable(answer)),
                    "solution_column");
    }
    layout.objects.emplace(puzzle, std::span(&answer, 1));
    return layout;
  }
  const bool has_columns = options.keep_columns && detection.has_columns();
  layout.keeps_columns = options.keep_columns;
  if (options.solution_column && has_columns) {
    const auto column = replaced_column(detection, options, job.name());
    if (!column.ok()) return column.status();
    if (*column) layout.replaced.emplace(detection.csv, **column);
  } else if (options.solution_column && records::is_same_column(answer, "puzzle")) {
    return Status(ErrorCode::kUsage,
                  "solution_column: 'puzzle' is the column of the puzzles; expected another name",
                  "solution_column");
  }
  if (options.keep_columns) {
    const std::string_view added = answer;
    Status status = check_columns(
        detection, {&added, layout.replaced ? std::size_t{0} : std::size_t{1}}, job.name(),
        options.count_limit ? "" : "; solution_column adds another one, or replaces it");
    if (!status.ok()) return status;
  }
  if (is_table) {
    const std::string added =
        layout.replaced ? std::string()
                        : detection.csv.separator + csv_field(answer, detection.csv.separator);
    layout.header =
        has_columns ? detection.header_line(layout.format, added) : "puzzle" + added + '\n';
  }
  return layout;
}

Result<SolveReport> run_solve(const SolveOptions& options, const JobHooks& hooks) {
  const Result<std::optional<TextFormat>> wanted =
      format_of_output(options.output, options.output_format, Tabs::kAsTheInput);
  if (!wanted.ok()) return wanted.status();
  if (Status status = check_options(options, *wanted); !status.ok()) return status;
  Result<TextJob> job = TextJob::open(options, hooks, options.engine);
  if (!job.ok()) return job.status();
  Status tabs = check_tabs(options.output, *wanted, job->detection());
  if (!tabs.ok()) return tabs;
  const Result<SolveLayout> layout = choose_layout(options, *wanted, *job);
  if (!layout.ok()) return layout.status();
  const bool keeps_rows = layout->keeps_columns || layout->objects;
  if (keeps_rows) {
    const char* const option = layout->keeps_columns ? "keep_columns" : "output_format";
    if (Status status = job->require_same_columns(option); !status.ok()) return status;
  }
  Status table =
      job->set_table(layout->format, layout->keeps_columns,
                     options.count_limit ? TextJob::Added::kTypesByName : TextJob::Added::kText);
  if (!table.ok()) return table;

  CensusFold fold(job->fold_setup(layout->format), options.on_census);
  const records::RecordPrinter printer(
      layout->format,
      layout->keeps_columns ? records::CsvColumns::kKeep : records::CsvColumns::kPuzzleAndSolution,
      job->detection().csv);
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<SolveWorker>(std::move(solver), job->read_plan(keeps_rows), options,
                                         printer, layout->replaced, layout->objects);
  };
  SolveReport report;
  Status status = job->run(fold, layout->header, make_worker, report);
  if (!status.ok()) return status;
  fold.report_census();
  return report;
}

}  // namespace

Result<SolveReport> solve(const SolveOptions& options, const JobHooks& hooks) {
  return without_exceptions([&] { return run_solve(options, hooks); });
}

}  // namespace batch

Result<SolveReport> solve(const SolveOptions& options) {
  return batch::solve(options, {});
}

Result<SolveReport> solve_text(std::string_view text, std::string& output,
                               const SolveOptions& options) {
  return batch::run_on_text(batch::solve, options, text, output);
}

}  // namespace dokumill
