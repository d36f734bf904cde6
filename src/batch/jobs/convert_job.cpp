// Implements convert(): writes the cells of every record in another format.
//
//   read -> csv, jsonl: read the solution; line: find the text beside the cells -> print
#include <algorithm>
#include <utility>

#include "base/grid_text.hpp"
#include "base/text/format.hpp"
#include "batch/frame/job.hpp"
#include "batch/jobs/sizes/sized_jobs.hpp"
#include "batch/rows/cell_row.hpp"
#include "batch/rows/output_plan.hpp"
#include "batch/rows/row_writer.hpp"
#include "dokumill/datasets.hpp"
#include "engine/features/singles.hpp"
#include "formats/line/line_text.hpp"

namespace dokumill::batch {
namespace {

class ConvertWorker final : public Worker {
 public:
  ConvertWorker(const Job& job, const ConvertOptions& options)
      : read_(without_solutions(job.read_plan(options.input.solution_column.has_value()))),
        keeps_columns_(job.plan().keeps_columns()),
        keeps_lines_(job.plan().kept == OutputPlan::Kept::kLines),
        has_text_column_(job.plan().has_text_column),
        cells_in_groups_(job.plan().cell_shape == CellShape::kGroups),
        line_word_(job.detection().line_word),
        fills_singles_(options.fills_singles),
        empty_value_(empty_value_of(options.empty_cell)),
        row_(job.detection(), job.detection().csv.solution_column),
        rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    const auto& other = task.chunk_as<TextChunk>().detection;
    const std::uint32_t word = other ? other->line_word : line_word_;
    read_.each_batch(task, [this, word](const BatchTask& batch) {
      batch.enter(Stage::kPrint);
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        if (keeps_lines_ || has_text_column_) return write_line(batch, record, word, fault);
        row_.start(batch.row(record));
        if (fault != nullptr) return write_malformed(batch, *fault);
        if (row_.has_solution() && !row_.read_solutions()) {
          Problem problem = batch.make_problem(record, ProblemKind::kMalformed);
          set_reason(problem, row_.why_bad());
          return write_malformed(batch, std::move(problem));
        }
        row_.map_solutions([this](const Grid& solution) { return shown(solution); });
        write(batch, shown(puzzle(batch, record)));
        return Next::kGoOn;
      });
    });
  }

 private:
  Grid puzzle(const BatchTask& batch, std::size_t record) {
    Grid grid = batch.grid(record);
    if (!fills_singles_ || !singles_.start(grid)) return grid;
    singles_.write_digits(grid);
    return grid;
  }
  Grid shown(const Grid& grid) const { return with_empty_value(grid, empty_value_); }

  void write(const BatchTask& batch, const Grid& puzzle) {
    if (keeps_columns_) {
      row_.write(rows_, batch.result(), puzzle);
    } else {
      write_fields(batch, puzzle, row_.solution());
    }
  }

  // Writes a record with the text of its line. A malformed record has none.
  Next write_line(const BatchTask& batch, std::size_t record, std::uint32_t word,
                  const records::RecordError* fault) {
    const Next next = fault != nullptr ? batch.report_malformed(*fault) : Next::kGoOn;
    if (next != Next::kGoOn) return next;
    const std::string_view line = batch.row(record);
    const Grid cells = fault != nullptr ? records::kMalformedGrid : shown(puzzle(batch, record));
    if (has_text_column_) {
      text_.clear();
      if (!line.empty()) records::read_text(line, word, text_);
      rows_.write(batch.result(), cells, {}, kTextColumn(text_));
    } else if (line.size() <= kCells) {
      rows_.write_grid(batch.result(), cells);
    } else {
      write_in_line(batch.result(), line, records::find_cells(line, word), cells);
    }
    return Next::kGoOn;
  }

  // Writes a line with these cells at the place of its own.
  void write_in_line(ChunkResult& result, std::string_view line, std::size_t place,
                     const Grid& cells) const {
    const std::string_view before = line.substr(0, place);
    const std::string_view after = line.substr(place + kCells);
    result.append(line.size() - kCells + kGroupsBytes + 1, [&](char* out) {
      out = std::ranges::copy(before, out).out;
      out = cells_in_groups_ ? write_groups(cells, out) : write_cells(cells, out);
      out = std::ranges::copy(after, out).out;
      *out++ = '\n';
      return out;
    });
  }

  // `why`: a RecordError or a Problem.
  template <class Why>
  Next write_malformed(const BatchTask& batch, Why&& why) {
    const Next next = batch.report_malformed(std::forward<Why>(why));
    if (next != Next::kGoOn) return next;
    if (keeps_columns_) {
      row_.write_malformed(rows_, batch.result());
    } else {
      write_fields(batch, records::kMalformedGrid, &records::kMalformedGrid);
    }
    return Next::kGoOn;
  }

  // `solution`: nullptr if the field of the solution is empty.
  void write_fields(const BatchTask& batch, const Grid& puzzle, const Grid* solution) {
    if (row_.has_solution()) {
      rows_.write(batch.result(), puzzle, {}, kSolutionColumn(solution));
    } else {
      rows_.write_grid(batch.result(), puzzle);
    }
  }

  ReadStage read_;
  bool keeps_columns_;
  bool keeps_lines_;
  bool has_text_column_;
  bool cells_in_groups_;
  std::uint32_t line_word_;  // of the first input
  bool fills_singles_;
  features::Singles singles_;
  std::uint8_t empty_value_;  // see empty_value_of()
  CellRow row_;
  RowWriter rows_;
  std::string text_;  // beside the cells of a line
};

OutputPlan convert_output(const ConvertOptions& options) {
  OutputPlan output{
      .only_9x9 = "", .wanted = options.output_format, .rows = OutputPlan::Rows::kOtherCells};
  output.sized_empty_cell = options.empty_cell;
  if (options.keep_columns) output.input_columns = OutputPlan::Columns::kKeepAsAsked;
  if (options.input.solution_column) output.added = {kSolutionColumn};
  output.keeps_text = !options.cells_only;
  return output;
}

// kUsage if the job cannot write the solutions that were asked for.
Status check_solutions(const ConvertOptions& options, Job& job) {
  if (!options.input.solution_column) return {};
  const TextFormat input = job.detection().format;
  const bool reads_table = input == TextFormat::kCsv || input == TextFormat::kJsonl;
  if (!reads_table || !records::format_traits(job.plan().format).has_header) {
    return {ErrorCode::kUsage,
            format_text("{}: solution_column needs {}; this is {}", job.name(),
                        reads_table ? "csv, jsonl, parquet or json output" : "csv or jsonl input",
                        name_of(reads_table ? job.plan().format : input)),
            "input.solution_column"};
  }
  if (job.plan().keeps_columns()) return {};
  return job.require_same_columns(options.keep_columns ? "keep_columns" : "input.solution_column");
}

// What convert() does not do with records of another size.
Status check_sized(const ConvertOptions& options, const records::SizedText& text) {
  if (options.fills_singles) {
    return {ErrorCode::kUsage, "singles are filled in for 9x9 only", "fills_singles"};
  }
  if (options.input.solution_column) {
    return {ErrorCode::kUsage, "given solutions are read for 9x9 only", "input.solution_column"};
  }
  return check_sized_empty(options.empty_cell, text);
}

}  // namespace

Result<ConvertReport> run_unguarded(const ConvertOptions& options, const JobHooks& hooks) {
  if (Status status = check_empty_cell(options.empty_cell); !status.ok()) return status;
  if (options.cells_only && options.keep_columns) {
    return Status(ErrorCode::kUsage, "cells_only cannot be used with keep_columns", "cells_only");
  }
  Result<Job> opened = Job::open(options, hooks, convert_output(options));
  if (!opened.ok()) return opened.status();
  Job& job = *opened;
  if (Status status = check_solutions(options, job); !status.ok()) return status;
  Status empty_cell = check_empty_cell(options.empty_cell, job.plan(), job.name());
  if (!empty_cell.ok()) return empty_cell;
  if (is_sized(job)) {
    if (Status status = check_sized(options, *job.plan().sized); !status.ok()) return status;
  }
  JobFold fold(job.fold_setup());
  const auto make_worker = [&]() -> std::unique_ptr<Worker> {
    if (is_sized(job)) return make_sized_convert_worker(job, false);
    return std::make_unique<ConvertWorker>(job, options);
  };
  ConvertReport report;
  Status status = job.run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.set_outcomes({&report.malformed});
  return report;
}

}  // namespace dokumill::batch
