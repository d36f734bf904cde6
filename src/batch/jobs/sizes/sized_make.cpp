// generate_boards() and generate_puzzles() for another size than 9x9.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "batch/jobs/puzzle_rows.hpp"
#include "batch/jobs/sizes/sized_jobs.hpp"
#include "batch/stages/self_check.hpp"
#include "engine/sizes/sized_boards.hpp"
#include "engine/sizes/sized_maker.hpp"
#include "engine/sizes/sized_solver.hpp"

namespace dokumill::batch {
namespace {

constexpr TextColumn kLevelColumn{"level"};

std::size_t cells_of(Shape shape) {
  return static_cast<std::size_t>(shape.cells());
}

// Numbers in a chunk: those of a small size take microseconds, and a large puzzle milliseconds.
std::uint64_t group_of(Shape shape) {
  constexpr std::uint64_t kCellsOfGroup = 1 << 14;
  const auto cells = static_cast<std::uint64_t>(shape.cells());
  return std::max<std::uint64_t>(kCellsOfGroup / (cells * cells / 4), 1);
}
constexpr std::uint64_t kMostGroups = 4;

OutputPlan sized_output(const Size& size, std::optional<TextFormat> format, TextFormat usual,
                        std::vector<tables::Column> columns) {
  OutputPlan output = OutputPlan::for_made(format, usual, std::move(columns));
  output.only_9x9 = {};
  output.sized = records::SizedText{size.shape, size.symbols.value_or(Symbols::kFromOne)};
  return output;
}

// The digits of a board for a message about an error of this program.
std::string shown(Shape shape, const std::uint8_t* cells) {
  const records::SizedText text{shape, Symbols::kFromOne};
  std::array<char, kMostCells> buffer{};
  char* const end = text.write(cells, '.', buffer.data());
  return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
}

class SizedBoardsWorker final : public Worker {
 public:
  SizedBoardsWorker(Shape shape, const BoardSource& source, const OutputPlan& plan)
      : shape_(shape), source_(source), maker_(shape, source.seed), rows_(plan) {}

  void work(ChunkTask& task) override {
    ChunkResult& result = task.result();
    const Chunk& chunk = task.chunk();
    const auto count = static_cast<std::size_t>(chunk.indices);
    boards_.resize(count * cells_of(shape_));
    task.stopwatch().enter(Stage::kSolve);
    if (!make(task, chunk.first_index, count)) return;
    task.stopwatch().enter(Stage::kPrint);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint8_t* const board = boards_.data() + i * cells_of(shape_);
      if (!sizes::is_board(shape_, board)) {
        result.failure =
            failed_check(format_text("board {}: {}", chunk.first_index + i, shown(shape_, board)));
        return;
      }
      rows_.write_cells(result, board);
      ++result.records;
    }
  }

 private:
  // Returns false if the job is ending.
  bool make(ChunkTask& task, std::uint64_t first, std::size_t count) {
    if (source_.family == BoardFamily::kRandom) {
      maker_.set_stop([&task] { return task.should_stop(); });
      return maker_.boards(first, count, boards_.data());
    }
    for (std::size_t i = 0; i < count; ++i) {
      sizes::board_of_number(shape_, first + i, boards_.data() + i * cells_of(shape_));
    }
    return !task.should_stop();
  }

  Shape shape_;
  BoardSource source_;
  sizes::SizedMaker maker_;
  std::vector<std::uint8_t> boards_;
  RowWriter rows_;
};

class SizedPuzzlesWorker final : public Worker {
 public:
  SizedPuzzlesWorker(const PuzzlesOptions& options, const sizes::SizedConstraints& constraints,
                     const OutputPlan& plan, PuzzlesFold& fold)
      : shape_(options.size->shape),
        maker_(shape_, options.seed, constraints),
        solver_(shape_),
        most_solutions_(options.constraints.solutions),
        fold_(fold),
        solution_(plan),
        is_table_(records::format_traits(plan.format).has_header),
        puzzle_(plan),
        rows_(plan) {}

  void work(ChunkTask& task) override {
    ChunkResult& result = task.result();
    const Chunk& chunk = task.chunk();
    const auto count = static_cast<std::size_t>(chunk.indices);
    puzzles_.resize(count * cells_of(shape_));
    boards_.resize(count * cells_of(shape_));
    task.stopwatch().enter(Stage::kSolve);
    maker_.set_stop([&] {
      count_tries(result);
      return task.should_stop();
    });
    const std::size_t made =
        maker_.puzzles(chunk.first_index, count, puzzles_.data(), boards_.data());
    count_tries(result);
    if (maker_.is_stopped()) return;
    task.stopwatch().enter(Stage::kPrint);
    for (std::size_t i = 0; i < made; ++i) {
      result.failure = add(result, chunk.first_index + i, i * cells_of(shape_));
      if (!result.failure.ok()) return;
    }
    if (made == count) return;
    result.failure = {ErrorCode::kUnmet,
                      format_text("puzzle {}: no try met the constraints; use more tries, or ask "
                                  "for more clues",
                                  grouped(chunk.first_index + made))};
  }

 private:
  void count_tries(ChunkResult& result) {
    const std::uint64_t tries = maker_.tries();
    fold_.tries().fetch_add(tries - counted_, std::memory_order_relaxed);
    fold_.parts()[result].tries += tries - counted_;
    counted_ = tries;
  }

  // Checks and writes the puzzle that begins at `place` of puzzles_.
  Status add(ChunkResult& result, std::uint64_t index, std::size_t place) {
    const std::uint8_t* const puzzle = puzzles_.data() + place;
    const std::uint8_t* const board = boards_.data() + place;
    if (!sizes::is_solution(shape_, board, puzzle)) {
      return failed_check(format_text("puzzle {}: puzzle {}, board {}", index,
                                      shown(shape_, puzzle), shown(shape_, board)));
    }
    ++result.records;
    if (!is_table_) {
      rows_.write_cells(result, puzzle);
      return {};
    }
    const auto empty = std::count(puzzle, puzzle + cells_of(shape_), std::uint8_t{0});
    const auto clues = static_cast<std::uint64_t>(shape_.cells() - empty);
    rows_.write(result, std::array{puzzle_(puzzle), solution_(board), kCluesColumn(clues),
                                   last_field(puzzle)});
    return {};
  }

  // The number of solutions if several were asked for, else the level.
  Field last_field(const std::uint8_t* puzzle) {
    if (most_solutions_ == 1) {
      return kLevelColumn(solver_.singles_solve(puzzle) ? "singles" : "harder");
    }
    std::uint64_t found = 0;
    solver_.count(puzzle, most_solutions_, found);
    return kSolutionsColumn(found);
  }

  Shape shape_;
  sizes::SizedMaker maker_;
  sizes::SizedSolver solver_;
  std::uint64_t most_solutions_;
  PuzzlesFold& fold_;
  std::vector<std::uint8_t> puzzles_;
  std::vector<std::uint8_t> boards_;
  SizedField solution_;
  bool is_table_;
  SizedField puzzle_;
  RowWriter rows_;
  std::uint64_t counted_ = 0;  // tries of maker_ that the fold knows
};

}  // namespace

Result<JobReport> run_sized_boards(const BoardsOptions& options, const JobHooks& hooks) {
  const Shape shape = options.size->shape;
  Status counted = sizes::check_boards(shape, options.source, options.start, options.count);
  if (!counted.ok()) return counted;
  OutputPlan output =
      sized_output(*options.size, options.format, TextFormat::kGrid, {kPuzzleColumn});
  Status begun = output.begin(platform_of(hooks), options.job, options.output);
  if (!begun.ok()) return begun;
  Result<Job> job = Job::open_range(
      options.job, hooks, options.continues,
      {options.start, options.count, 4 * group_of(shape), kMostGroups}, std::move(output));
  if (!job.ok()) return job.status();
  JobFold fold(job->fold_setup());
  JobReport report;
  Status status = job->run(
      fold, [&] { return std::make_unique<SizedBoardsWorker>(shape, options.source, job->plan()); },
      report);
  if (!status.ok()) return status;
  return report;
}

Result<PuzzlesReport> run_sized_puzzles(const PuzzlesOptions& options, const JobHooks& hooks) {
  if (!options.mix.empty())
    return Status(ErrorCode::kUsage, "mixtures are made of 9x9 only", "size");
  Result<sizes::SizedConstraints> constraints =
      sizes::sized_constraints(options.size->shape, options.constraints);
  if (!constraints.ok()) return constraints.status();
  Status counted = sizes::check_numbers(options.start, options.count, UINT64_MAX);
  if (!counted.ok()) return counted;
  const tables::Column last =
      options.constraints.solutions == 1 ? tables::Column(kLevelColumn) : kSolutionsColumn;
  OutputPlan output = sized_output(*options.size, options.format, TextFormat::kLine,
                                   {kPuzzleColumn, kSolutionColumn, kCluesColumn, last});
  output.sized_empty_cell = options.empty_cell;
  if (Status status = check_sized_empty(options.empty_cell, *output.sized); !status.ok()) {
    return status;
  }
  Status begun = output.begin(platform_of(hooks), options.job, options.output);
  if (!begun.ok()) return begun;
  Result<Job> job =
      Job::open_range(options.job, hooks, options.continues,
                      {options.start, options.count, group_of(options.size->shape), kMostGroups},
                      std::move(output));
  if (!job.ok()) return job.status();
  PuzzlesFold fold(job->fold_setup());
  PuzzlesReport report;
  Status status = job->run(
      fold,
      [&] {
        return std::make_unique<SizedPuzzlesWorker>(options, *constraints, job->plan(), fold);
      },
      report);
  if (!status.ok()) return fold.with_puzzles_before(std::move(status));
  fold.report_into(report);
  return report;
}

Status check_sized_empty(char empty_cell, const records::SizedText& text) {
  // '0' is the default, and stands for the usual character.
  if (empty_cell == '0' || text.is_empty_cell(empty_cell)) return {};
  return {ErrorCode::kUsage,
          format_text("an empty cell of {} is one of . _ 0", name_of(text.shape)), "empty_cell"};
}

}  // namespace dokumill::batch
