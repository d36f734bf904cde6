// Implements steps(): writes how every record is solved, step by step.
//
//   read -> solve -> decide -> print the steps
#include <array>

#include "base/text/format.hpp"
#include "batch/frame/job.hpp"
#include "batch/layouts/step_text.hpp"
#include "batch/rows/row_sink.hpp"
#include "batch/stages/solve_stage.hpp"
#include "dokumill/datasets.hpp"
#include "dokumill/many.hpp"

namespace dokumill::batch {
namespace {

// Chunks are small, because a line of steps can be 1,000 times as long as its puzzle.
constexpr std::size_t kPuzzlesPerChunk = 16;

class StepsWorker final : public Worker {
 public:
  StepsWorker(Solver solver, const Job& job, std::optional<Language> sentences)
      : read_(job.read_plan()),
        solve_(std::move(solver), job.batch_records(), FullBoards::kAreComplete),
        format_(job.plan().format),
        text_(sentences) {
    const auto should_stop = [this] { return batch_->should_stop(); };
    text_.set_stop(should_stop);
    rater_.set_stop(should_stop);
  }

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      const BatchEnd end = solve_.decide_reporting_multiple(batch);
      batch.enter(Stage::kPrint);
      batch_ = &batch;
      for (std::size_t record = 0; record < end.records; ++record) {
        // The steps of a puzzle can take seconds. A text that was stopped is in a result that the
        // pipeline does not use.
        if (batch.should_stop()) return kAbandonBatch;
        print(batch, record);
      }
      return end;
    });
  }

 private:
  void print(const BatchTask& batch, std::size_t record) {
    const GridKind outcome = solve_.outcome(record);
    const Grid& puzzle = batch.grid(record);
    const bool has_steps = outcome == GridKind::kUnique || outcome == GridKind::kComplete;
    if (format_ == TextFormat::kNpy) {
      FillOrder order;
      order.fill(kNoOrder);
      if (has_steps) order = fill_order(puzzle, rater_);
      return batch.result().append({reinterpret_cast<const char*>(order.data()), order.size()});
    }
    begin_object(batch.result(), format_);
    batch.result().append(has_steps
                              ? text_.of(puzzle, solve_.answer(record).solution)
                              : text_.of_other(outcome == GridKind::kMalformed ? nullptr : &puzzle,
                                               name_of(outcome)));
    end_object(batch.result(), format_);
  }

  ReadStage read_;
  SolveStage solve_;
  TextFormat format_;
  StepText text_;
  explainer::LimitedRater rater_;     // for kNpy
  const BatchTask* batch_ = nullptr;  // the batch whose steps are being written
};

OutputPlan steps_output(const StepsOptions& options) {
  const auto check_format = [&options](TextFormat format) -> Status {
    if (format != TextFormat::kJsonl && format != TextFormat::kJson && format != TextFormat::kNpy) {
      return {ErrorCode::kUsage,
              format_text("{}: steps are written as jsonl, json or npy, not as {}",
                          printable_path(options.output, "<stdout>"), name_of(format)),
              "output_format"};
    }
    if (format == TextFormat::kNpy && options.sentences) {
      return {ErrorCode::kUsage, "an array has no place for sentences", "sentences"};
    }
    return {};
  };
  return {.only_9x9 = "the techniques of Sudoku Explainer are defined for 9x9",
          .tabs = Tabs::kNever,
          .wanted = options.output_format,
          .usual = TextFormat::kJsonl,
          .check_format = check_format};
}

}  // namespace

Result<StepsReport> run_unguarded(const StepsOptions& options, const JobHooks& hooks) {
  Result<Job> job = Job::open(options, hooks, steps_output(options), options.engine);
  if (!job.ok()) return job.status();
  job->limit_chunk_records(kPuzzlesPerChunk);
  JobFold fold(job->fold_setup());
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<StepsWorker>(std::move(solver), *job, options.sentences);
  };
  StepsReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.set_outcomes(
      {&report.malformed, &report.none, &report.multiple, &report.unique, &report.complete});
  return report;
}

}  // namespace dokumill::batch
