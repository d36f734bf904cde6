// Implements generate_puzzles(): prints the puzzles of a number range as text.
#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "batch/flow/without_exceptions.hpp"
#include "batch/frame/range_job.hpp"
#include "batch/rows/empty_cell.hpp"
#include "batch/rows/rating_columns.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/self_check.hpp"
#include "core/grid_text.hpp"
#include "core/text/format.hpp"
#include "core/text/number_text.hpp"
#include "core/validate.hpp"
#include "records/format_table.hpp"

namespace dokumill {
namespace batch {
namespace {

// The sizes of chunks, in puzzles. A chunk consists of groups. A group has kGroup puzzles, or
// kSlowGroup puzzles if each puzzle takes many tries. A large chunk fills the lanes of a
// PuzzleMaker, which works on 512 or 1,024 tries side by side. If each puzzle takes many tries,
// fewer puzzles are enough to fill the lanes, and smaller chunks report progress earlier. But each
// chunk ends with rounds in which few puzzles are unfinished, so a puzzle takes longer in smaller
// chunks: 4,000 hard puzzles take 191 us each in chunks of 256 puzzles, 169 us in chunks of 1,024,
// and 168 us in chunks of 2,048.
constexpr std::uint64_t kGroup = 256;
constexpr std::uint64_t kSlowGroup = 64;
constexpr std::uint64_t kMaxGroups = 4;
constexpr std::uint64_t kMaxGroupsOfLevel = 16;  // groups of kSlowGroup, for puzzles of a level

Obstacles obstacles_of(const PuzzleConstraints& constraints) {
  return constraints.obstacles ? Obstacles::kCounted : Obstacles::kNotCounted;
}

std::vector<std::string> columns_for(const PuzzleConstraints& constraints) {
  std::vector<std::string> columns{"puzzle", "solution"};
  for (std::string& column : rating_columns(obstacles_of(constraints))) {
    columns.push_back(std::move(column));
  }
  if (constraints.unbiased) columns.emplace_back("weight");
  return columns;
}

struct PuzzlesPayload final : Payload {
  std::uint64_t tries = 0;
  std::array<std::uint64_t, kCells + 1> clues{};
  std::array<std::uint64_t, kLevels> levels{};
  WeightTotals weights;

  void clear() override { *this = PuzzlesPayload(); }
};

class PuzzlesWorker final : public Worker {
 public:
  // `tries` is shared by all workers.
  PuzzlesWorker(PuzzleMaker maker, const OutputPlan& plan, std::uint8_t empty_value, bool is_rated,
                const PuzzleConstraints& constraints, std::atomic<std::uint64_t>& tries)
      : maker_(std::move(maker)),
        is_table_(records::format_traits(plan.format).has_header),
        empty_value_(empty_value),
        is_rated_(is_rated),
        level_(constraints.difficulty),
        rating_(RatingFields::Form::kTable, obstacles_of(constraints)),
        rows_(plan),
        all_tries_(tries) {
    maker_.set_stop([this] {
      count_tries();
      return task_->should_stop();
    });
  }

  void work(ChunkTask& task) override {
    task_ = &task;
    const Chunk& chunk = task.chunk();
    ChunkResult& result = task.result();
    auto& counts = result.payload_as<PuzzlesPayload>();
    made_.resize(static_cast<std::size_t>(chunk.indices));
    task.stopwatch().enter(Stage::kSolve);
    const PuzzleMaker::Outcome outcome = maker_.make(chunk.first_index, made_);
    count_tries();
    if (outcome.status.code() == ErrorCode::kInterrupted) return;
    task.stopwatch().enter(Stage::kPrint);
    for (std::size_t i = 0; i < outcome.made; ++i) {
      const MadePuzzle& made = made_[i];
      if (!is_complete(made.solution) || !keeps_givens(made.solution, made.puzzle)) {
        result.failure = failed_check(describe(chunk.first_index + i, made));
        return;
      }
      write(result, made);
      counts.tries += made.tries;
      ++counts.clues[static_cast<std::size_t>(count_clues(made.puzzle))];
      // A full board has no level.
      if (is_rated_ && count_clues(made.puzzle) != kCells)
        ++counts.levels[static_cast<std::size_t>(level_.value_or(level_of(made.rating.score)))];
      counts.weights.add(count_clues(made.puzzle), made.weight);
    }
    result.records = outcome.made;
    result.failure = outcome.status;
  }

 private:
  void count_tries() {
    const std::uint64_t tries = maker_.tries();
    all_tries_.fetch_add(tries - counted_tries_, std::memory_order_relaxed);
    counted_tries_ = tries;
  }

  static std::string describe(std::uint64_t index, const MadePuzzle& made) {
    std::array<char, kCells> puzzle, board;
    write_cells(made.puzzle, puzzle.data());
    write_cells(made.solution, board.data());
    return format_text("puzzle {}: puzzle {}, board {}", index,
                       cells_of({puzzle.data(), puzzle.size()}),
                       cells_of({board.data(), board.size()}));
  }

  void write(ChunkResult& result, const MadePuzzle& made) {
    const Grid puzzle = with_empty_value(made.puzzle, empty_value_);
    if (!is_table_) return rows_.write_grid(result, puzzle);
    fields_ = {Field::cells(puzzle), Field::cells(made.solution)};
    const std::span<const Field> rating = rating_.of(made.rating);
    fields_.insert(fields_.end(), rating.begin(), rating.end());
    // Only unbiased puzzles have a weight, and it is never 0.
    if (made.weight != 0) fields_.push_back(Field::of(made.weight));
    rows_.write(result, fields_);
  }

  PuzzleMaker maker_;
  bool is_table_;
  std::uint8_t empty_value_;
  bool is_rated_;
  std::optional<Level> level_;  // of all puzzles
  RatingFields rating_;
  RowWriter rows_;
  std::vector<Field> fields_;
  std::atomic<std::uint64_t>& all_tries_;
  std::uint64_t counted_tries_ = 0;  // this worker's tries that all_tries_ includes
  std::vector<MadePuzzle> made_;
  ChunkTask* task_ = nullptr;  // the task of the current chunk
};

class PuzzlesFold final : public JobFold {
 public:
  using JobFold::JobFold;

  // Tries begun so far, for the progress.
  std::atomic<std::uint64_t>& tries() { return tries_; }

  std::unique_ptr<Payload> make_payload() const override {
    return std::make_unique<PuzzlesPayload>();
  }

  void report_into(PuzzlesReport& report) const {
    report.tries = made_.tries;
    report.clues = made_.clues;
    report.levels = made_.levels;
    report.weights = made_.weights;
  }

 private:
  Status take_payload(ChunkResult& result, std::uint64_t) override {
    const auto& own = result.payload_as<PuzzlesPayload>();
    made_.tries += own.tries;
    for (std::size_t i = 0; i < made_.clues.size(); ++i) made_.clues[i] += own.clues[i];
    for (std::size_t i = 0; i < made_.levels.size(); ++i) made_.levels[i] += own.levels[i];
    made_.weights.add(own.weights);
    return {};
  }

  void describe(Progress& progress) const override { progress.tries = tries_; }

  PuzzlesPayload made_;
  std::atomic<std::uint64_t> tries_{0};
};

Status check_range(const PuzzlesOptions& options) {
  const std::uint64_t left = 0 - options.start;  // 2^64 - start; 0 stands for 2^64
  if (options.start == 0 || options.count <= left) return {};
  return {
      ErrorCode::kUsage,
      format_text("asked for {} puzzle{} from puzzle {} on, and a seed has 2^64",
                  grouped(options.count), options.count == 1 ? "" : "s", grouped(options.start))};
}

Result<PuzzlesReport> run_puzzles(const PuzzlesOptions& options, const JobHooks& hooks) {
  if (Status status = check_range(options); !status.ok()) return status;
  PuzzleConstraints constraints = options.constraints;
  Result<OutputPlan> plan = OutputPlan::begin(platform_of(hooks), options.job, options.output,
                                              {.tabs = Tabs::kNever,
                                               .wanted = options.format,
                                               .usual = TextFormat::kLine,
                                               .rows = OutputRequest::Rows::kOwn,
                                               .added = columns_for(constraints)});
  if (!plan.ok()) return plan.status();
  const TextFormat format = plan->format;
  Status empty_cell = check_empty_cell(options.empty_cell);
  if (empty_cell.ok()) empty_cell = check_empty_cell(options.empty_cell, format, {});
  if (!empty_cell.ok()) return empty_cell;
  const std::uint8_t empty_value = empty_value_of(options.empty_cell);
  const bool is_table = records::format_traits(format).has_header;
  if (is_table) constraints.with_rating = true;
  const bool is_rated = constraints.with_rating || constraints.has_goal();
  // Checks the constraints before the output is opened. The first worker gets this maker.
  Result<PuzzleMaker> first_maker = PuzzleMaker::create(options.seed, constraints, options.engine);
  if (!first_maker.ok()) return first_maker.status();
  const std::string engine(first_maker->engine());

  const bool is_slow =
      constraints.unbiased || constraints.has_goal() || (constraints.minimal && constraints.clues);
  const bool has_only_level =
      constraints.difficulty && !constraints.clues && constraints.symmetry == Symmetry::kNone;
  Result<RangeJob> job =
      RangeJob::open(options.job, hooks, options.continues,
                     {options.start, options.count, is_slow ? kSlowGroup : kGroup,
                      has_only_level ? kMaxGroupsOfLevel : kMaxGroups},
                     *std::move(plan));
  if (!job.ok()) return job.status();

  PuzzlesFold fold(job->fold_setup());
  std::optional<PuzzleMaker> ready(*std::move(first_maker));
  const auto make_worker = [&]() -> Result<std::unique_ptr<Worker>> {
    if (!ready) {
      Result<PuzzleMaker> maker = PuzzleMaker::create(options.seed, constraints, options.engine);
      if (!maker.ok()) return maker.status();
      ready.emplace(*std::move(maker));
    }
    PuzzleMaker maker = *std::exchange(ready, std::nullopt);
    auto worker = std::make_unique<PuzzlesWorker>(std::move(maker), job->plan(), empty_value,
                                                  is_rated, constraints, fold.tries());
    return std::unique_ptr<Worker>(std::move(worker));
  };
  PuzzlesReport report;
  Status status = job->run(fold, make_worker, report);
  if (status.code() == ErrorCode::kUnmet) {
    return Status(ErrorCode::kUnmet,
                  format_text("{}; {} puzzle{} made before it", status.message(),
                              grouped(fold.records()), fold.records() == 1 ? " was" : "s were"),
                  status.option());
  }
  if (!status.ok()) return status;
  fold.report_into(report);
  report.is_rated = is_rated;
  report.is_weighted = constraints.unbiased;
  report.engine = engine;
  return report;
}

}  // namespace

Result<PuzzlesReport> generate_puzzles(const PuzzlesOptions& options, const JobHooks& hooks) {
  return without_exceptions([&] { return run_puzzles(options, hooks); });
}

}  // namespace batch

Result<PuzzlesReport> generate_puzzles(const PuzzlesOptions& options) {
  return batch::generate_puzzles(options, {});
}

}  // namespace dokumill
