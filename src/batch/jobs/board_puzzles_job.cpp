// Implements puzzles_from_boards(): writes a puzzle for the board of every record.
//
//   count -> read -> solve -> decide -> make the puzzles of successive boards -> print
#include <utility>

#include "batch/frame/job.hpp"
#include "batch/jobs/puzzle_rows.hpp"
#include "batch/stages/numbered_read.hpp"
#include "batch/stages/solve_stage.hpp"

namespace dokumill::batch {
namespace {

// As many boards as fill the lanes of a PuzzleMaker.
constexpr std::size_t kBoardsPerChunk = 256;

class BoardPuzzlesWorker final : public Worker {
 public:
  BoardPuzzlesWorker(Solver solver, PuzzleMaker maker, PuzzlesFold& fold, const Job& job,
                     const BoardPuzzlesOptions& options, const WantedPuzzles& wanted,
                     RecordNumbers& numbers)
      : read_(job.read_plan(), numbers),
        solve_(std::move(solver), job.batch_records(), FullBoards::kAreComplete),
        maker_(std::move(maker), fold.tries()),
        rows_(job.plan(), options.empty_cell, wanted, fold.parts()),
        start_(options.start) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [&](const BatchTask& batch, std::uint64_t number) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      const BatchEnd decided = solve_.decide_reporting_multiple(batch);
      BatchEnd end{0, Next::kGoOn};
      while (end.next == Next::kGoOn && end.records < decided.records) {
        end = make_run(batch, end.records, decided.records, start_ + number - 1);
      }
      return end.next == Next::kGoOn ? decided : end;
    });
  }

 private:
  bool has_board(std::size_t record) const {
    const GridKind outcome = solve_.outcome(record);
    return outcome == GridKind::kUnique || outcome == GridKind::kComplete;
  }

  // Makes the puzzles of the records [begin, end) up to the first one that has no board or does not
  // follow the record before it, or writes the row of a record without a board if it is the first.
  // `base`: the number of the puzzle of the first record that was read for the batch.
  BatchEnd make_run(const BatchTask& batch, std::size_t begin, std::size_t end,
                    std::uint64_t base) {
    const std::uint64_t index = base + batch.number(begin);
    boards_.clear();
    for (std::size_t i = begin; i < end && has_board(i); ++i) {
      if (batch.number(i) - batch.number(begin) != i - begin) break;
      boards_.push_back(solve_.answer(i).solution);
    }
    if (boards_.empty()) {
      rows_.write_malformed(batch.result(), solve_.outcome(begin));
      return {begin + 1, Next::kGoOn};
    }
    batch.enter(Stage::kSolve);
    made_.resize(boards_.size());
    const PuzzleMaker::Outcome outcome =
        maker_.make(index, made_, boards_, [&batch] { return batch.should_stop(); });
    if (outcome.status.code() == ErrorCode::kInterrupted) return kAbandonBatch;
    batch.enter(Stage::kPrint);
    for (std::size_t i = 0; i < outcome.made; ++i) {
      Status status = rows_.add(batch.result(), index + i, made_[i]);
      if (!status.ok()) return {begin + i, batch.fail_check(begin + i, std::move(status))};
    }
    batch.result().failure = outcome.status;
    return {begin + outcome.made, outcome.status.ok() ? Next::kGoOn : Next::kEnd};
  }

  NumberedRead read_;
  SolveStage solve_;
  CountingMaker maker_;
  PuzzleRows rows_;
  std::uint64_t start_;
  std::vector<Grid> boards_;
  std::vector<MadePuzzle> made_;
};

}  // namespace

Result<PuzzlesReport> run_unguarded(const BoardPuzzlesOptions& options, const JobHooks& hooks) {
  if (options.constraints.unbiased || options.constraints.rating) {
    return Status(ErrorCode::kUsage,
                  "unbiased puzzles and puzzles with a rating are made from boards that the job "
                  "draws; they cannot be made from given boards");
  }
  WantedPuzzles wanted(options.constraints);
  OutputPlan output = OutputPlan::for_made(options.format, TextFormat::kLine, wanted.columns());
  Result<Job> job = Job::open(options, hooks, std::move(output), options.engine);
  if (!job.ok()) return job.status();
  if (Status status = check_empty(options, job->plan()); !status.ok()) return status;
  wanted.set_format(job->plan().format);
  const auto make_maker = [&] {
    return PuzzleMaker::create_mixture(options.seed, wanted.parts, options.engine);
  };
  if (auto maker = make_maker(); !maker.ok()) return maker.status();
  job->limit_chunk_records(kBoardsPerChunk);
  RecordNumbers numbers;
  PuzzlesFold fold(job->fold_setup());
  if (Status status = fold.start(numbers); !status.ok()) return status;
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<BoardPuzzlesWorker>(std::move(solver), *make_maker(), fold, *job,
                                                options, wanted, numbers);
  };
  PuzzlesReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return fold.with_puzzles_before(std::move(status));
  fold.set_outcomes({&report.malformed, &report.none, &report.multiple});
  fold.report_into(report);
  add_constraints(options, report);
  report.is_rated = wanted.is_rated();
  return report;
}

}  // namespace dokumill::batch
