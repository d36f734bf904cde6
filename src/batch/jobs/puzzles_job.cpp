// Implements generate_puzzles(): prints the puzzles of a number range as text.
#include <algorithm>
#include <optional>
#include <utility>

#include "batch/frame/job.hpp"
#include "batch/jobs/puzzle_rows.hpp"
#include "batch/jobs/sizes/sized_jobs.hpp"

namespace dokumill::batch {
namespace {

// The sizes of chunks, in puzzles. A chunk consists of groups. A group has kGroup puzzles, or
// kSlowGroup puzzles if each puzzle takes many tries. A large chunk fills the lanes of a
// PuzzleMaker, which works on 512 or 1,024 tries side by side. If each puzzle takes many tries,
// fewer puzzles are enough to fill the lanes, and smaller chunks report progress earlier. But each
// chunk ends with rounds in which few puzzles are unfinished, so a puzzle takes longer in smaller
// chunks (docs/kernels/puzzles.md).
constexpr std::uint64_t kGroup = 256;
constexpr std::uint64_t kSlowGroup = 64;
constexpr std::uint64_t kMaxGroups = 4;
// Groups of kSlowGroup, for puzzles of a level and unbiased puzzles: 1,024 take at most about a
// second. Puzzles that may be rare have at least four chunks.
constexpr std::uint64_t kMaxSlowGroups = 16;

class PuzzlesWorker final : public Worker {
 public:
  PuzzlesWorker(PuzzleMaker maker, PuzzlesFold& fold, const OutputPlan& plan, char empty_cell,
                const WantedPuzzles& wanted)
      : maker_(std::move(maker), fold.tries()), rows_(plan, empty_cell, wanted, fold.parts()) {}

  void work(ChunkTask& task) override {
    const Chunk& chunk = task.chunk();
    ChunkResult& result = task.result();
    made_.resize(static_cast<std::size_t>(chunk.indices));
    task.stopwatch().enter(Stage::kSolve);
    const PuzzleMaker::Outcome outcome =
        maker_.make(chunk.first_index, made_, {}, [&task] { return task.should_stop(); });
    if (outcome.status.code() == ErrorCode::kInterrupted) return;
    task.stopwatch().enter(Stage::kPrint);
    for (std::size_t i = 0; i < outcome.made; ++i) {
      result.failure = rows_.add(result, chunk.first_index + i, made_[i]);
      if (!result.failure.ok()) return;
    }
    result.records = outcome.made;
    result.failure = outcome.status;
  }

 private:
  CountingMaker maker_;
  PuzzleRows rows_;
  std::vector<MadePuzzle> made_;
};

Status check_options(const PuzzlesOptions& options) {
  for (const PuzzlePart& part : options.mix) {
    if (part.constraints.solutions == 1 && !part.constraints.unbiased) continue;
    return {ErrorCode::kUsage,
            "unbiased puzzles, and puzzles with several solutions, are not mixed with others"};
  }
  const std::uint64_t left = 0 - options.start;  // 2^64 - start; 0 stands for 2^64
  if (options.start == 0 || options.count <= left) return {};
  return {
      ErrorCode::kUsage,
      format_text("asked for {} puzzle{} from puzzle {} on, and a seed has 2^64",
                  grouped(options.count), options.count == 1 ? "" : "s", grouped(options.start))};
}

}  // namespace

Result<PuzzlesReport> run_unguarded(const PuzzlesOptions& options, const JobHooks& hooks) {
  if (options.size) return run_sized_puzzles(options, hooks);
  if (Status status = check_options(options); !status.ok()) return status;
  WantedPuzzles wanted(options);
  OutputPlan output = OutputPlan::for_made(options.format, TextFormat::kLine, wanted.columns());
  Status begun = output.begin(platform_of(hooks), options.job, options.output);
  if (!begun.ok()) return begun;
  if (Status status = check_empty(options, output); !status.ok()) return status;
  wanted.set_format(output.format);
  // Checks the constraints before the output is opened. The first worker gets this maker.
  const auto make_maker = [&] {
    return PuzzleMaker::create_mixture(options.seed, wanted.parts, options.engine);
  };
  Result<PuzzleMaker> first_maker = make_maker();
  if (!first_maker.ok()) return first_maker.status();
  const std::string engine(first_maker->engine());

  const bool is_slow = wanted.any([](const PuzzleConstraints& it) {
    return it.unbiased || it.has_goal() || it.pattern || it.solutions > 1 ||
           (it.minimal && it.clues);
  });
  // These may take thousands of tries for each puzzle.
  const bool may_be_rare = wanted.any([](const PuzzleConstraints& it) {
    return it.rating || it.obstacles || it.pattern || it.clues || it.split ||
           it.symmetry != Symmetry::kNone || it.empty_in_each_box != 0;
  });
  const bool has_level =
      !wanted.any([](const PuzzleConstraints& it) { return !it.difficulty && !it.unbiased; });
  const std::uint64_t group = is_slow ? kSlowGroup : kGroup;
  std::uint64_t max_groups = has_level ? kMaxSlowGroups : kMaxGroups;
  if (may_be_rare) {
    max_groups = std::clamp<std::uint64_t>(options.count / (4 * group), 1, kMaxGroups);
  }
  Result<Job> job =
      Job::open_range(options.job, hooks, options.continues,
                      {options.start, options.count, group, max_groups}, std::move(output));
  if (!job.ok()) return job.status();

  PuzzlesFold fold(job->fold_setup());
  std::optional<PuzzleMaker> ready(*std::move(first_maker));
  const auto make_worker = [&]() -> Result<std::unique_ptr<Worker>> {
    if (!ready) {
      Result<PuzzleMaker> maker = make_maker();
      if (!maker.ok()) return maker.status();
      ready.emplace(*std::move(maker));
    }
    return std::unique_ptr<Worker>(std::make_unique<PuzzlesWorker>(
        *std::exchange(ready, std::nullopt), fold, job->plan(), options.empty_cell, wanted));
  };
  PuzzlesReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return fold.with_puzzles_before(std::move(status));
  fold.report_into(report);
  add_constraints(options, report);
  report.is_rated = wanted.is_rated();
  report.is_weighted = wanted.parts.front().constraints.unbiased;
  report.engine = engine;
  return report;
}

}  // namespace dokumill::batch
