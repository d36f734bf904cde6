// Implements solve(): writes the solution of every record, or the number of its solutions.
//
//   read -> solve or count -> decide -> census, if requested -> write the board or the number
#include "batch/flow/without_exceptions.hpp"
#include "batch/frame/census.hpp"
#include "batch/frame/text_job.hpp"
#include "batch/frame/text_part.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/solve_stage.hpp"
#include "core/text/format.hpp"

namespace dokumill {
namespace batch {
namespace {

class SolveWorker final : public Worker {
 public:
  SolveWorker(Solver solver, const TextJob& job, const SolveOptions& options)
      : read_(job.read_plan()),
        solve_(std::move(solver), job.batch_records(), FullBoards::kAreUnique, options.count_limit),
        reports_multiple_(options.unique),
        takes_census_(static_cast<bool>(options.on_census)),
        writes_counts_(options.count_limit.has_value()),
        rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      const BatchEnd end =
          reports_multiple_
              ? solve_.decide_reporting_multiple(batch)
              : solve_.decide(batch, [](std::size_t, GridKind) { return Next::kGoOn; });
      batch.enter(Stage::kPrint);
      if (takes_census_ && take_census(batch, end.records) != Next::kGoOn) return kAbandonBatch;
      write(batch, end.records);
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

  void write(const BatchTask& batch, std::size_t records) {
    if (!writes_counts_ && rows_.writes_only_fields()) {
      rows_.write_grids(batch.result(), records, [this](std::size_t record) -> const Grid& {
        return solve_.answer(record).solution;
      });
      return;
    }
    for (std::size_t i = 0; i < records; ++i) {
      rows_.write(batch.result(), batch.grid(i), batch.row(i), answer(i));
    }
  }

  Field answer(std::size_t record) const {
    if (!writes_counts_) return Field::cells(solve_.answer(record).solution);
    const bool is_malformed = solve_.outcome(record) == GridKind::kMalformed;
    return is_malformed ? Field::unknown() : Field::of(solve_.count(record));
  }

  ReadStage read_;
  SolveStage solve_;
  bool reports_multiple_;
  bool takes_census_;
  bool writes_counts_;
  RowWriter rows_;
};

Status check_options(const SolveOptions& options) {
  if (options.count_limit == 0) {
    return {ErrorCode::kUsage, "count_limit must be at least 1", "count_limit"};
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

// A board of the grid format and of npy has no place for a number.
Status check_counts(TextFormat format) {
  if (records::format_traits(format).has_words) return {};
  return {ErrorCode::kUsage,
          format_text("the format {} has no place for a number of solutions; expected line, csv, "
                      "jsonl, parquet or json",
                      name_of(format)),
          "output_format"};
}

OutputRequest solve_request(const SolveOptions& options) {
  OutputRequest request{.wanted = options.output_format, .rows = OutputRequest::Rows::kAnswers};
  if (options.count_limit) request.check_format = check_counts;
  request.has_words_in_lines = options.count_limit.has_value();
  if (options.keep_columns) request.columns = OutputRequest::Columns::kKeepAsAsked;
  request.added = {options.count_limit ? "count" : options.solution_column.value_or("solution")};
  request.adds_cells = !options.count_limit;
  request.is_named = options.solution_column.has_value();
  return request;
}

Result<SolveReport> run_solve(const SolveOptions& options, const JobHooks& hooks) {
  if (Status status = check_options(options); !status.ok()) return status;
  Result<TextJob> job = TextJob::open(options, hooks, solve_request(options), options.engine);
  if (!job.ok()) return job.status();
  CensusFold fold(job->fold_setup(), options.on_census);
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<SolveWorker>(std::move(solver), *job, options);
  };
  SolveReport report;
  Status status = job->run(fold, make_worker, report);
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
