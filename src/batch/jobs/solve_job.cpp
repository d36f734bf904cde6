// Implements solve(): writes the solution of every record, the number of its solutions, or the
// digits that they have; or all solutions of every record (list_solutions.hpp).
//
//   read -> solve or count -> decide -> count clues, if requested -> write the answer
#include <algorithm>
#include <array>
#include <utility>

#include "base/text/format.hpp"
#include "batch/frame/job.hpp"
#include "batch/jobs/list_solutions.hpp"
#include "batch/jobs/sizes/sized_jobs.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/solve_stage.hpp"
#include "dokumill/solver.hpp"

namespace dokumill::batch {
namespace {

constexpr TextColumn kPossibleColumn{"possible"};

// What the job writes for a record.
enum class Answer : std::uint8_t { kSolution, kCount, kAll, kPossible };

Answer answer_of(const SolveOptions& options) {
  if (options.count_limit) return Answer::kCount;
  if (options.all_limit) return Answer::kAll;
  return options.possible ? Answer::kPossible : Answer::kSolution;
}

class SolveWorker final : public Worker {
 public:
  SolveWorker(Solver solver, const Job& job, const SolveOptions& options,
              PerChunk<SolveCounts>& counts)
      : read_(job.read_plan()),
        counts_(counts),
        solve_(std::move(solver), job.batch_records(), FullBoards::kAreUnique, options.count_limit),
        reports_multiple_(options.unique),
        counts_clues_(static_cast<bool>(options.on_census)),
        answer_(answer_of(options)),
        rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      const BatchEnd end =
          reports_multiple_
              ? solve_.decide_reporting_multiple(batch)
              : solve_.decide(batch, [](std::size_t, GridKind) { return Next::kGoOn; });
      batch.enter(Stage::kPrint);
      if (counts_clues_ && count_clues_of(batch, end.records) != Next::kGoOn) return kAbandonBatch;
      return write(batch, end);
    });
  }

 private:
  Next count_clues_of(const BatchTask& batch, std::size_t records) {
    SolveCounts& counts = counts_[batch.result()];
    for (std::size_t i = 0; i < records; ++i) {
      if (batch.should_stop_at(i)) return Next::kAbandon;
      counts.count_clues_of(batch.grid(i), solve_.outcome(i));
    }
    return Next::kGoOn;
  }

  BatchEnd write(const BatchTask& batch, BatchEnd end) {
    if (answer_ == Answer::kSolution && rows_.writes_only_fields()) {
      rows_.write_grids(batch.result(), end.records, [this](std::size_t record) -> const Grid& {
        return solve_.answer(record).solution;
      });
      return end;
    }
    for (std::size_t i = 0; i < end.records; ++i) {
      if (answer_ == Answer::kPossible && !find_digits(batch, i)) return kAbandonBatch;
      rows_.write(batch.result(), batch.grid(i), batch.row(i), answer(i));
    }
    return end;
  }

  // Sets possible_. Returns false if the job is ending.
  bool find_digits(const BatchTask& batch, std::size_t record) {
    if (batch.should_stop_at(record)) return false;
    PossibleDigits digits{};
    const GridKind outcome = solve_.outcome(record);
    if (outcome == GridKind::kMultiple) {
      if (!find_possible(solve_.solver(), batch.grid(record), digits)) return false;
    } else if (outcome == GridKind::kUnique) {
      const Grid& solution = solve_.answer(record).solution;
      for (std::size_t cell = 0; cell < kCells; ++cell) {
        digits[cell] = static_cast<std::uint16_t>(1U << (solution.cells[cell] - 1));
      }
    }
    write_possible(digits, possible_.data());
    return true;
  }

  Field answer(std::size_t record) const {
    if (answer_ == Answer::kSolution) return kSolutionColumn(solve_.answer(record).solution);
    const bool is_malformed = solve_.outcome(record) == GridKind::kMalformed;
    if (answer_ == Answer::kCount) {
      return is_malformed ? kCountColumn.unknown() : kCountColumn(solve_.count(record));
    }
    return is_malformed ? kPossibleColumn.unknown()
                        : kPossibleColumn(std::string_view(possible_.data(), possible_.size()));
  }

  ReadStage read_;
  PerChunk<SolveCounts>& counts_;
  SolveStage solve_;
  bool reports_multiple_;
  bool counts_clues_;
  Answer answer_;
  std::array<char, kPossibleBytes> possible_{};
  RowWriter rows_;
};

// Reports how many records there are of each kind and number of clues, while the job runs.
class SolveFold final : public CountingFold<SolveCounts> {
 public:
  SolveFold(const Setup& setup, const std::function<void(const Census&)>& on_census)
      : CountingFold(setup), clock_(setup.platform), on_census_(on_census) {}

  // take_part() calls this at most ten times a second, and the job calls it once more at the end.
  void report_clues() const {
    if (!on_census_) return;
    Census census;
    set_outcomes({&census.malformed, &census.unsolvable, &census.multiple, &census.unique});
    census.records = census.unique + census.multiple + census.unsolvable + census.malformed;
    census.clues = counts().clues;
    on_census_(census);
  }

 private:
  Status take_part(ChunkResult& result, std::uint64_t first_record) override {
    constexpr std::uint64_t kReportEveryNs = 100'000'000;
    Status status = CountingFold::take_part(result, first_record);
    if (!on_census_) return status;
    const std::uint64_t now = clock_.now_ns();
    if (now - reported_ns_ < kReportEveryNs) return status;
    reported_ns_ = now;
    report_clues();
    return status;
  }

  Platform& clock_;
  const std::function<void(const Census&)>& on_census_;
  std::uint64_t reported_ns_ = 0;
};

Status check_options(const SolveOptions& options) {
  const auto usage = [](std::string message, std::string_view option) {
    return Status(ErrorCode::kUsage, std::move(message), option);
  };
  if (options.count_limit == 0) return usage("count_limit must be at least 1", "count_limit");
  if (options.all_limit == 0) return usage("all_limit must be at least 1", "all_limit");
  const int answers = options.count_limit.has_value() + options.all_limit.has_value() +
                      static_cast<int>(options.possible);
  if (answers > 1) {
    return usage("only one of count_limit, all_limit and possible can be set",
                 options.possible ? "possible" : "all_limit");
  }
  if (!options.solution_column) return {};
  if (options.solution_column->empty()) {
    return usage("solution_column: expected a name, got ''", "solution_column");
  }
  switch (answer_of(options)) {
    case Answer::kSolution:
      return {};
    case Answer::kCount:
      return usage("solution_column cannot be used with count_limit, which writes no solutions",
                   "count_limit");
    case Answer::kAll:
      return usage("solution_column cannot be used with all_limit, which names its columns",
                   "all_limit");
    case Answer::kPossible:
      return usage("solution_column cannot be used with possible, which writes no solutions",
                   "possible");
  }
  return {};
}

// A board of the grid format and of npy has no place for anything else.
Status check_words(TextFormat format, std::string_view what) {
  if (records::format_traits(format).has_words) return {};
  return {ErrorCode::kUsage,
          format_text("the format {} has no place for {}; expected line, csv, jsonl, parquet or "
                      "json",
                      name_of(format), what),
          "output_format"};
}

OutputPlan solve_output(const SolveOptions& options) {
  OutputPlan output{
      .only_9x9 = options.possible ? "the digits of cells are found for 9x9 only" : "",
      .wanted = options.output_format,
      .rows = OutputPlan::Rows::kAnswers};
  if (options.keep_columns) output.input_columns = OutputPlan::Columns::kKeepAsAsked;
  std::string_view what;
  switch (answer_of(options)) {
    case Answer::kSolution:
      output.added = {{options.solution_column.value_or("solution"), kCellText}};
      output.adds_cells = true;
      output.is_named = options.solution_column.has_value();
      return output;
    case Answer::kCount:
      output.added = {kCountColumn};
      what = "a number of solutions";
      break;
    case Answer::kAll:
      output.added = {kRecordColumn, kSolutionColumn};
      what = "the number of a record";
      break;
    case Answer::kPossible:
      output.added = {kPossibleColumn};
      what = "the digits of a cell";
      break;
  }
  output.has_words_in_lines = true;
  output.check_format = [what](TextFormat format) { return check_words(format, what); };
  return output;
}

// Chunks are smaller if a record can have many solutions.
std::size_t records_per_chunk(std::uint64_t all_limit) {
  constexpr std::uint64_t kMostRows = 4096;
  constexpr std::uint64_t kLeastRecords = 64;
  return static_cast<std::size_t>(std::max(kMostRows / all_limit, kLeastRecords));
}

}  // namespace

Result<SolveReport> run_unguarded(const SolveOptions& options, const JobHooks& hooks) {
  if (Status status = check_options(options); !status.ok()) return status;
  Result<Job> job = Job::open(options, hooks, solve_output(options), options.engine);
  if (!job.ok()) return job.status();
  SolveFold fold(job->fold_setup(), options.on_census);
  RecordNumbers numbers;
  if (options.all_limit) {
    job->limit_chunk_records(records_per_chunk(*options.all_limit));
    if (Status status = fold.start(numbers); !status.ok()) return status;
  }
  // Larger puzzles take longer.
  if (is_sized(*job) && job->plan().sized->shape.size() >= 16) job->limit_chunk_records(64);
  const auto make_worker = [&](Solver solver) -> std::unique_ptr<Worker> {
    if (is_sized(*job)) return make_sized_solve_worker(*job, options, numbers, fold.parts());
    if (options.all_limit) {
      return std::make_unique<ListWorker>(std::move(solver), *job, options, numbers, fold.parts());
    }
    return std::make_unique<SolveWorker>(std::move(solver), *job, options, fold.parts());
  };
  SolveReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.set_outcomes({&report.malformed, &report.unsolvable, &report.multiple, &report.unique});
  if (options.all_limit) {
    report.written = fold.counts().written;
    report.cut = fold.counts().cut;
  }
  fold.report_clues();
  return report;
}

}  // namespace dokumill::batch
