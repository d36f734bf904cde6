// Implements convert(): writes the cells of every record in another format.
//
//   read -> csv, jsonl: read the solution -> print
#include <algorithm>
#include <utility>

#include "batch/flow/without_exceptions.hpp"
#include "batch/frame/record_echo.hpp"
#include "batch/rows/empty_cell.hpp"
#include "batch/rows/puzzle_row.hpp"
#include "batch/stages/explanation.hpp"
#include "core/text/fmt.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill {
namespace batch {
namespace {

// How the job writes a record.
struct ConvertLayout {
  TextFormat format = TextFormat::kLine;
  bool keeps_columns = false;    // write the row as it was read, except the cells
  bool writes_solution = false;  // a column `solution` follows the puzzle, unless keeps_columns
  std::string header;            // the csv header with its line end, or empty
  std::uint8_t empty_value = 0;  // see empty_value_of()
};

class ConvertWorker final : public Worker {
 public:
  ConvertWorker(const ReadStage::Plan& read, const ConvertLayout& layout, PuzzleRow row,
                char separator)
      : read_(read), layout_(layout), row_(std::move(row)), separator_(separator) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      batch.enter(Stage::kPrint);
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        row_.start(batch.row(record));
        if (fault != nullptr) return print_malformed(batch, record, *fault);
        if (row_.has_solution() && !row_.read_solution()) {
          Problem problem = batch.make_problem(record, ProblemKind::kMalformed);
          set_reason(problem, row_.why_bad());
          return print_malformed(batch, record, std::move(problem));
        }
        const Grid puzzle = shown(batch.grid(record));
        const Grid* const solution = row_.solution();
        const Grid shown_solution = solution != nullptr ? shown(*solution) : Grid();
        print(batch, record, puzzle, solution != nullptr ? &shown_solution : nullptr);
        return Next::kGoOn;
      });
    });
  }

 private:
  Grid shown(const Grid& grid) const { return with_empty_value(grid, layout_.empty_value); }

  // `why`: a RecordError or a Problem.
  template <class Why>
  Next print_malformed(const BatchTask& batch, std::size_t record, Why&& why) {
    static constexpr Grid kMalformed = [] {
      Grid grid;
      grid.cells.fill(records::kMalformedCell);
      return grid;
    }();
    const Next next = batch.report_malformed(std::forward<Why>(why));
    if (next == Next::kGoOn) print(batch, record, kMalformed, &kMalformed);
    return next;
  }

  // `solution`: nullptr if the field of the solution is empty.
  void print(const BatchTask& batch, std::size_t record, const Grid& puzzle, const Grid* solution) {
    ChunkResult& result = batch.result();
    if (layout_.keeps_columns) {
      char* const begin = result.reserve(row_.max_bytes(batch.row(record)));
      result.text_bytes += static_cast<std::size_t>(row_.print(&puzzle, solution, begin) - begin);
      return;
    }
    if (!layout_.writes_solution) return print_cells(result, puzzle, layout_.format);
    char* const begin = result.reserve(2 * kLineBytes);
    char* out = write_cells(puzzle, begin);
    *out++ = separator_;
    if (solution != nullptr) out = write_cells(*solution, out);
    *out++ = '\n';
    result.text_bytes += static_cast<std::size_t>(out - begin);
  }

  ReadStage read_;
  ConvertLayout layout_;
  PuzzleRow row_;
  char separator_;
};

Status check_options(const ConvertOptions& options, std::optional<TextFormat> wanted) {
  if (Status status = check_empty_cell(options.empty_cell); !status.ok()) return status;
  return options.keep_columns ? check_kept_format(wanted) : Status();
}

Result<ConvertLayout> choose_convert_layout(const ConvertOptions& options,
                                            std::optional<TextFormat> wanted, const TextJob& job) {
  const records::Detection& detection = job.detection();
  ConvertLayout layout;
  layout.format = output_format(wanted, detection);
  layout.empty_value = empty_value_of(options.empty_cell);
  const bool is_table = records::format_traits(layout.format).has_header;
  const bool reads_table =
      detection.format == TextFormat::kCsv || detection.format == TextFormat::kJsonl;
  layout.writes_solution = options.input.solution_column.has_value();
  if (layout.writes_solution && (!reads_table || !is_table)) {
    const bool is_input = !reads_table;
    return Status(ErrorCode::kUsage,
                  fmt::format("{}: solution_column needs {}; this is {}", job.name(),
                              is_input ? "csv or jsonl input" : "csv, jsonl or parquet output",
                              name_of(is_input ? detection.format : layout.format)),
                  "input.solution_column");
  }
  Status empty_cell = check_empty_cell(options.empty_cell, layout.format, job.name());
  if (!empty_cell.ok()) return empty_cell;
  if (keeps_objects(detection, layout.format)) {
    layout.keeps_columns = true;
    return layout;
  }
  if (options.keep_columns) {
    if (Status status = check_columns(detection, {}, job.name()); !status.ok()) return status;
  }
  layout.keeps_columns = options.keep_columns && detection.has_columns();
  if (layout.keeps_columns) {
    layout.header = detection.header_line(layout.format);
  } else if (is_table) {
    layout.header = "puzzle";
    if (layout.writes_solution) layout.header += detection.csv.separator + std::string("solution");
    layout.header += '\n';
  }
  return layout;
}

Result<ConvertReport> run_convert(const ConvertOptions& options, const JobHooks& hooks) {
  const Result<std::optional<TextFormat>> wanted =
      format_of_output(options.output, options.output_format, Tabs::kAsTheInput);
  if (!wanted.ok()) return wanted.status();
  if (Status status = check_options(options, *wanted); !status.ok()) return status;
  Result<TextJob> job = TextJob::open(options, hooks);
  if (!job.ok()) return job.status();
  const records::Detection& detection = job->detection();
  Status tabs = check_tabs(options.output, *wanted, detection);
  if (!tabs.ok()) return tabs;
  const Result<ConvertLayout> layout = choose_convert_layout(options, *wanted, *job);
  if (!layout.ok()) return layout.status();

  const bool keeps_rows = layout->keeps_columns || layout->writes_solution;
  if (keeps_rows) {
    const char* const option = options.keep_columns    ? "keep_columns"
                               : layout->keeps_columns ? "output_format"
                                                       : "input.solution_column";
    if (Status status = job->require_same_columns(option); !status.ok()) return status;
  }
  if (Status status = job->set_table(layout->format, layout->keeps_columns); !status.ok()) {
    return status;
  }
  ReadStage::Plan plan = job->read_plan(keeps_rows);
  // The worker reads the solution from the row, because the reader of the records does not
  // distinguish an empty solution from a bad solution.
  plan.options.csv.solution_column = records::kNoColumn;
  JobFold fold(job->fold_setup(layout->format));
  const auto make_worker = [&] {
    return std::make_unique<ConvertWorker>(plan, *layout,
                                           PuzzleRow(detection, detection.csv.solution_column),
                                           detection.csv.separator);
  };
  ConvertReport report;
  Status status = job->run(fold, layout->header, make_worker, report);
  if (!status.ok()) return status;
  return report;
}

}  // namespace

Result<ConvertReport> convert(const ConvertOptions& options, const JobHooks& hooks) {
  return without_exceptions([&] { return run_convert(options, hooks); });
}

}  // namespace batch

Result<ConvertReport> convert(const ConvertOptions& options) {
  return batch::convert(options, {});
}

}  // namespace dokumill
