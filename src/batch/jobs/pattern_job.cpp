// Implements pattern_puzzles(): writes all minimal puzzles of a pattern, one of each class.
//
//   subtree -> search -> rate, for tables -> print
#include <utility>

#include "batch/frame/job.hpp"
#include "batch/jobs/puzzle_rows.hpp"
#include "dokumill/puzzles.hpp"

namespace dokumill::batch {
namespace {

// A worker hands over its text when the text has this size, because a subtree can have millions of
// puzzles.
constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

class PatternWorker final : public Worker {
 public:
  PatternWorker(PatternSearch search, const OutputPlan& plan, char empty_cell,
                const WantedPuzzles& wanted, PuzzlesFold& fold)
      : search_(std::move(search)),
        is_rated_(wanted.is_rated()),
        rows_(plan, empty_cell, wanted, fold.parts()) {
    const auto should_stop = [this] { return is_stopped_ = is_stopped_ || task_->should_stop(); };
    search_.set_stop(should_stop);
    rater_.set_stop(should_stop);
  }

  void work(ChunkTask& task) override {
    task_ = &task;
    is_stopped_ = false;
    const Chunk& chunk = task.chunk();
    task.stopwatch().enter(Stage::kSolve);
    for (std::uint64_t i = 0; i < chunk.indices; ++i) {
      const std::uint64_t subtree = chunk.first_index + i;
      const bool is_done = search_.search(subtree, [&](const Grid& puzzle, const Grid& solution) {
        if (!is_stopped_ && task.result().failure.ok()) add(task, subtree, puzzle, solution);
      });
      if (!is_done || is_stopped_ || !task.result().failure.ok()) return;
    }
  }

 private:
  void add(ChunkTask& task, std::uint64_t subtree, const Grid& puzzle, const Grid& solution) {
    MadePuzzle made{puzzle, solution, {}, 0, 0};
    if (is_rated_) made.rating = rater_.rate(puzzle);
    ChunkResult& result = task.result();
    result.failure = rows_.add(result, subtree, made);
    if (!result.failure.ok()) return;
    ++result.records;
    if (result.text_bytes < kPieceBytes) return;
    is_stopped_ = task.hand_over() != Next::kGoOn;
    task.stopwatch().enter(Stage::kSolve);
  }

  PatternSearch search_;
  bool is_rated_;
  Rater rater_;
  PuzzleRows rows_;
  ChunkTask* task_ = nullptr;  // the task of the current chunk
  bool is_stopped_ = false;
};

}  // namespace

Result<PuzzlesReport> run_unguarded(const PatternOptions& options, const JobHooks& hooks) {
  const auto& pattern = options.constraints.pattern;
  if (!pattern) return Status(ErrorCode::kUsage, "pattern_puzzles() needs a pattern");
  WantedPuzzles wanted{PuzzleConstraints()};
  OutputPlan output = OutputPlan::for_made(options.format, TextFormat::kLine, wanted.columns());
  Status begun = output.begin(platform_of(hooks), options.job, options.output);
  if (!begun.ok()) return begun;
  if (Status status = check_empty(options, output); !status.ok()) return status;
  wanted.set_format(output.format);
  Result<PatternSearch> first = PatternSearch::create(*pattern, options.engine);
  if (!first.ok()) return first.status();
  const std::uint64_t subtrees = first->subtrees();
  const std::uint64_t most = options.start < subtrees ? subtrees - options.start : 0;
  const std::uint64_t count = options.count == 0 ? most : options.count;
  if (count == 0 || count > most) {
    return Status(ErrorCode::kUsage,
                  format_text("asked for {} subtree{} from subtree {} on, and this pattern has {}",
                              grouped(count), count == 1 ? "" : "s", grouped(options.start),
                              grouped(subtrees)));
  }
  const std::string engine(first->engine());
  Result<Job> job =
      Job::open_range(options.job, hooks, false, {options.start, count, 1, 1}, std::move(output));
  if (!job.ok()) return job.status();
  PuzzlesFold fold(job->fold_setup());
  std::optional<PatternSearch> ready(*std::move(first));
  const auto make_worker = [&]() -> Result<std::unique_ptr<Worker>> {
    if (!ready) ready.emplace(*PatternSearch::create(*pattern, options.engine));
    return std::unique_ptr<Worker>(std::make_unique<PatternWorker>(
        *std::exchange(ready, std::nullopt), job->plan(), options.empty_cell, wanted, fold));
  };
  PuzzlesReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.report_into(report);
  add_constraints(options, report);
  report.is_rated = wanted.is_rated();
  report.engine = engine;
  report.subtrees = report.piece ? report.piece->end - report.piece->begin : count;
  return report;
}

}  // namespace dokumill::batch
