// Implements canonize(): writes the canonical form of every record.
//
//   read -> form -> csv, jsonl: map the solutions -> print
//
// or, with class numbers:
//
//   read -> solve -> decide -> form -> class of the solution -> print
#include <array>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "batch/frame/job.hpp"
#include "batch/jobs/sizes/sized_jobs.hpp"
#include "batch/rows/cell_row.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/form_stage.hpp"
#include "batch/stages/solve_stage.hpp"
#include "dokumill/canon.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {
namespace {

constexpr CellsColumn kFormColumn{"form"};
constexpr NumberColumn kClassColumn{"class", kInt64};
constexpr TextColumn kBandsColumn{"bands"};
constexpr NumberColumn kAutomorphismsColumn{"automorphisms", kInt32};

class CanonWorker final : public Worker {
 public:
  // If the output keeps columns, the map that turns a puzzle into its canonical form is applied to
  // the solutions, too.
  CanonWorker(const Job& job, PerChunk<UnmappedColumn>& unmapped)
      : read_(without_solutions(job.read_plan())),
        unmapped_(unmapped),
        keeps_columns_(job.plan().keeps_columns()),
        all_columns_(job.detection().columns),
        row_(CellRow::of_all_solutions(job.detection())),
        rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      batch.enter(Stage::kSolve);
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        if (keeps_columns_) row_.start(batch.row(record));
        if (fault != nullptr) return write_malformed(batch, *fault);
        if (const Next next = forms_.find(batch, record); next != Next::kGoOn) return next;
        if (!keeps_columns_) {
          rows_.write_grid(batch.result(), forms_.form());
          return Next::kGoOn;
        }
        if (!row_.read_solutions()) {
          Problem problem = batch.make_problem(record, ProblemKind::kMalformed);
          set_reason(problem, row_.why_bad());
          return write_malformed(batch, std::move(problem));
        }
        const CanonicalMap& map = forms_.map();
        row_.map_solutions([&map](const Grid& solution) { return map.apply(solution); });
        std::string& unmapped = unmapped_[batch.result()].name;
        if (unmapped.empty()) unmapped = row_.other_board(all_columns_);
        row_.write(rows_, batch.result(), forms_.form());
        return Next::kGoOn;
      });
    });
  }

 private:
  // `why`: a RecordError or a Problem.
  template <class Why>
  Next write_malformed(const BatchTask& batch, Why&& why) {
    const Next next = batch.report_malformed(std::forward<Why>(why));
    if (next != Next::kGoOn) return next;
    if (keeps_columns_) {
      row_.write_malformed(rows_, batch.result());
    } else {
      rows_.write_grid(batch.result(), records::kMalformedGrid);
    }
    return Next::kGoOn;
  }

  ReadStage read_;
  PerChunk<UnmappedColumn>& unmapped_;
  FormStage forms_;
  bool keeps_columns_;
  const std::vector<std::string>& all_columns_;
  CellRow row_;
  RowWriter rows_;
};

class ClassWorker final : public Worker {
 public:
  ClassWorker(Solver solver, const Job& job)
      : read_(job.read_plan()),
        solve_(std::move(solver), job.batch_records(), FullBoards::kAreComplete),
        rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      BatchEnd end = solve_.decide_reporting_multiple(batch);
      batch.enter(Stage::kPrint);
      for (std::size_t i = 0; i < end.records; ++i) {
        // A class takes about half a millisecond, so the stop is checked at each record.
        if (batch.should_stop()) return kAbandonBatch;
        if (const Next next = write(batch, i); next != Next::kGoOn) return BatchEnd{i, next};
      }
      return end;
    });
  }

 private:
  Next write(const BatchTask& batch, std::size_t record) {
    const GridKind kind = solve_.outcome(record);
    std::array<Field, 4> fields{kFormColumn(records::kMalformedGrid), kClassColumn.missing(),
                                kBandsColumn(name_of(kind)), kAutomorphismsColumn.missing()};
    if (kind != GridKind::kMalformed) {
      if (const Next next = forms_.find(batch, record); next != Next::kGoOn) return next;
      fields[0] = kFormColumn(forms_.form());
    }
    std::string bands;
    if (kind == GridKind::kUnique || kind == GridKind::kComplete) {
      const BoardClass found = class_of(solve_.answer(record).solution);
      fields[1] = kClassColumn(found.number);
      for (const unsigned band : found.bands) {
        if (!bands.empty()) bands += ' ';
        bands += to_text(band);
      }
      fields[2] = kBandsColumn(bands);
      fields[3] = kAutomorphismsColumn(found.automorphisms);
    }
    rows_.write(batch.result(), batch.grid(record), batch.row(record), fields);
    return Next::kGoOn;
  }

  ReadStage read_;
  SolveStage solve_;
  FormStage forms_;
  RowWriter rows_;
};

OutputPlan class_output(const CanonOptions& options) {
  OutputPlan output = OutputPlan::for_records(options.output_format, OutputPlan::Rows::kAnswers);
  output.only_9x9 = "class numbers are those of 9x9";
  output.added = {kFormColumn, kClassColumn, kBandsColumn, kAutomorphismsColumn};
  output.keeps_text = false;
  output.has_words_in_lines = true;
  output.check_format = OutputPlan::needs_words("class numbers", "");
  return output;
}

Result<CanonReport> run_classes(const CanonOptions& options, const JobHooks& hooks) {
  if (options.input.solution_column) {
    return Status(ErrorCode::kUsage,
                  "class numbers are those of the solutions that the solver finds, so no "
                  "solution_column is read",
                  "input.solution_column");
  }
  if (!has_board_classes()) {
    return Status(ErrorCode::kUsage, "this build has no table of classes", "class_numbers");
  }
  Result<Job> job = Job::open(options, hooks, class_output(options), "auto");
  if (!job.ok()) return job.status();
  job->expect_slow_records();
  JobFold fold(job->fold_setup());
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<ClassWorker>(std::move(solver), *job);
  };
  CanonReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return status;
  ClassCounts& classes = report.classes.emplace();
  fold.set_outcomes(
      {&report.malformed, &classes.none, &classes.multiple, &classes.unique, &classes.complete});
  return report;
}

Result<CanonReport> run_canon(const CanonOptions& options, const JobHooks& hooks) {
  OutputPlan output = OutputPlan::for_records(options.output_format, OutputPlan::Rows::kOtherCells);
  output.only_9x9 = {};
  Result<Job> opened = Job::open(options, hooks, std::move(output));
  if (!opened.ok()) return opened.status();
  Job& job = *opened;
  if (is_sized(job)) {
    Status has_forms = check_forms(job.plan().sized->shape, "input.size");
    if (!has_forms.ok()) return has_forms;
  }
  if (options.input.solution_column && !job.plan().keeps_columns()) {
    return Status(ErrorCode::kUsage,
                  job.name() + ": solution_column needs an input and an output with columns",
                  "input.solution_column");
  }
  CountingFold<UnmappedColumn> fold(job.fold_setup());
  const auto make_worker = [&]() -> std::unique_ptr<Worker> {
    if (is_sized(job)) return make_sized_convert_worker(job, true);
    return std::make_unique<CanonWorker>(job, fold.parts());
  };
  CanonReport report;
  Status status = job.run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.set_outcomes({&report.malformed});
  report.unmapped_column = fold.counts().name;
  return report;
}

}  // namespace

Result<CanonReport> run_unguarded(const CanonOptions& options, const JobHooks& hooks) {
  return options.class_numbers ? run_classes(options, hooks) : run_canon(options, hooks);
}

}  // namespace dokumill::batch
