// Implements unavoidable(): writes how many minimal unavoidable sets every board has, or the sets.
//
//   count -> read -> solve -> decide -> find the sets -> write the numbers, or a row for each set
#include <algorithm>

#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "batch/frame/job.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/numbered_read.hpp"
#include "batch/stages/solve_stage.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::batch {
namespace {

// Chunks are small, because the sets of a board can take seconds.
constexpr std::size_t kSolvedBoardsPerChunk = 16;

constexpr NumberColumn kSizeColumn{"size", kInt32};
constexpr CellsColumn kCellsColumn{"cells"};
// Of the sets of one size: u4, u5, ...
constexpr NumberColumn kSetsColumn{"u", kInt32};

struct UnavoidableCounts {
  std::array<std::uint64_t, kMostUnavoidable + 1> sizes{};

  UnavoidableCounts& operator+=(const UnavoidableCounts& other) {
    for (std::size_t size = 0; size < sizes.size(); ++size) sizes[size] += other.sizes[size];
    return *this;
  }
};

class UnavoidableWorker final : public Worker {
 public:
  UnavoidableWorker(Solver solver, const Job& job, const UnavoidableOptions& options,
                    RecordNumbers& numbers, PerChunk<UnavoidableCounts>& counts)
      : read_(job.read_plan(), numbers),
        counts_(counts),
        solve_(std::move(solver), job.batch_records(), FullBoards::kAreComplete),
        finder_(options.most_cells),
        most_cells_(options.most_cells),
        writes_sets_(options.sets),
        rows_(job.plan()) {
    finder_.set_stop([this] { return batch_->should_stop(); });
  }

  void work(ChunkTask& task) override {
    read_.each_batch(task, [&](const BatchTask& batch, std::uint64_t number) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      const BatchEnd end = solve_.decide_reporting_multiple(batch);
      batch.enter(Stage::kSolve);
      batch_ = &batch;
      for (std::size_t record = 0; record < end.records; ++record) {
        if (batch.should_stop()) return kAbandonBatch;
        if (!write(batch, record, number + batch.number(record))) return kAbandonBatch;
      }
      return end;
    });
  }

 private:
  // Returns false if the search was stopped.
  bool write(const BatchTask& batch, std::size_t record, std::uint64_t number) {
    const GridKind outcome = solve_.outcome(record);
    const bool has_board = outcome == GridKind::kUnique || outcome == GridKind::kComplete;
    std::span<const UnavoidableSet> sets;
    if (has_board) sets = finder_.find(solve_.answer(record).solution);
    if (finder_.is_stopped()) return false;
    UnavoidableCounts own;
    for (const UnavoidableSet& set : sets) {
      ++own.sizes[set.size];
      if (writes_sets_) write_set(batch, set, number);
    }
    counts_[batch.result()] += own;
    if (writes_sets_) return true;
    fields_.clear();
    for (int size = kLeastUnavoidable; size <= most_cells_; ++size) {
      fields_.push_back(has_board ? kSetsColumn(own.sizes[static_cast<std::size_t>(size)])
                                  : kSetsColumn.missing());
    }
    rows_.write(batch.result(), batch.grid(record), batch.row(record), fields_);
    return true;
  }

  void write_set(const BatchTask& batch, const UnavoidableSet& set, std::uint64_t number) {
    const Grid cells = cells_of_set(set.cells);
    fields_ = {kRecordColumn(number), kSizeColumn(set.size), kCellsColumn(cells)};
    rows_.write(batch.result(), fields_);
  }
  static Grid cells_of_set(const CellMask& mask) {
    Grid cells;
    for (std::size_t cell = 0; cell < kCells; ++cell) cells.cells[cell] = mask[cell] ? 1 : 0;
    return cells;
  }

  NumberedRead read_;
  PerChunk<UnavoidableCounts>& counts_;
  SolveStage solve_;
  UnavoidableFinder finder_;
  int most_cells_;
  bool writes_sets_;
  RowWriter rows_;
  std::vector<Field> fields_;
  const BatchTask* batch_ = nullptr;  // the batch whose sets are being found
};

OutputPlan unavoidable_output(const UnavoidableOptions& options) {
  OutputPlan output{.tabs = Tabs::kNever,
                    .wanted = options.output_format,
                    .usual = TextFormat::kLine,
                    .check_format = OutputPlan::needs_words("unavoidable sets", "output_format"),
                    .rows = options.sets ? OutputPlan::Rows::kOwn : OutputPlan::Rows::kAnswers,
                    .has_words_in_lines = true};
  if (options.sets) {
    output.added = {kRecordColumn, kSizeColumn, kCellsColumn};
  } else {
    for (int size = kLeastUnavoidable; size <= options.most_cells; ++size) {
      output.added.push_back({std::string(kSetsColumn.name) + to_text(size), kSetsColumn.type});
    }
  }
  // In the line format, tabs separate the fields, as in rate().
  if (!output.wanted && OutputName(options.output).has_tabs()) output.wanted = TextFormat::kLine;
  if (options.keep_columns) {
    output.usual = TextFormat::kCsv;
    output.input_columns = OutputPlan::Columns::kKeepAsAsked;
  }
  return output;
}

Status check_options(const UnavoidableOptions& options) {
  if (options.most_cells < kLeastUnavoidable || options.most_cells > kMostUnavoidable) {
    return {ErrorCode::kUsage,
            format_text("most_cells: expected {} to {}, got {}", kLeastUnavoidable,
                        kMostUnavoidable, options.most_cells),
            "most_cells"};
  }
  if (options.sets && options.keep_columns) {
    return {ErrorCode::kUsage, "rows of sets cannot keep the columns of the input", "keep_columns"};
  }
  return {};
}

}  // namespace

Result<UnavoidableReport> run_unguarded(const UnavoidableOptions& options, const JobHooks& hooks) {
  if (Status status = check_options(options); !status.ok()) return status;
  Result<Job> job = Job::open(options, hooks, unavoidable_output(options), options.engine);
  if (!job.ok()) return job.status();
  job->limit_chunk_records(kSolvedBoardsPerChunk);
  RecordNumbers numbers;
  CountingFold<UnavoidableCounts> fold(job->fold_setup());
  if (options.sets) {
    if (Status status = fold.start(numbers); !status.ok()) return status;
  }
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<UnavoidableWorker>(std::move(solver), *job, options, numbers,
                                               fold.parts());
  };
  UnavoidableReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.set_outcomes(
      {&report.malformed, &report.none, &report.multiple, &report.unique, &report.complete});
  report.sizes = fold.counts().sizes;
  return report;
}

}  // namespace dokumill::batch
