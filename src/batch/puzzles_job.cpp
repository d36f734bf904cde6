// Implements generate_puzzles(): prints the puzzles of a number range as text.
#include <fmt/format.h>

#include <atomic>
#include <optional>
#include <utility>

#include "batch/job_fold.hpp"
#include "batch/job_setup.hpp"
#include "batch/output_name.hpp"
#include "batch/range_source.hpp"
#include "batch/self_check.hpp"
#include "batch/without_exceptions.hpp"
#include "core/grid_text.hpp"
#include "core/validate.hpp"

namespace dokumill {
namespace batch {
namespace {

// Puzzles per chunk: enough to fill the lanes of a PuzzleMaker, which makes 512 at a time. Puzzles
// that take many tries fill the lanes in smaller numbers too, and smaller chunks report progress
// earlier.
constexpr std::uint64_t kGroup = 256;
constexpr std::uint64_t kSlowGroup = 64;
constexpr std::uint64_t kMaxGroups = 4;

constexpr std::string_view kHeader = "puzzle,solution,clues,difficulty,score\n";
// The longest row: 81 clues, a level of six letters (medium, expert), a score of two digits before
// the point.
constexpr std::size_t kMaxRowBytes = 2 * kLineBytes + sizeof("81,medium,99.9\n");

class PuzzlesWorker final : public Worker {
 public:
  // `tries` is shared by all workers.
  PuzzlesWorker(PuzzleMaker maker, TextFormat format, bool is_rated,
                std::atomic<std::uint64_t>& tries)
      : maker_(std::move(maker)), format_(format), is_rated_(is_rated), all_tries_(tries) {
    maker_.set_stop([this] {
      count_tries();
      return sink_->should_stop();
    });
  }

  void work(const Chunk& chunk, Sink& sink) override {
    sink_ = &sink;
    Part& part = sink.part();
    made_.resize(static_cast<std::size_t>(chunk.indices));
    sink.stopwatch().enter(Stage::kSolve);
    const PuzzleMaker::Outcome outcome = maker_.make(chunk.first_index, made_);
    count_tries();
    if (outcome.status.code() == ErrorCode::kInterrupted) return;
    sink.stopwatch().enter(Stage::kPrint);
    char* const begin = part.reserve(outcome.made * kMaxRowBytes);
    char* out = begin;
    for (std::size_t i = 0; i < outcome.made; ++i) {
      const MadePuzzle& made = made_[i];
      if (!is_complete(made.solution) || !keeps_givens(made.solution, made.puzzle)) {
        part.failure = failed_check(told(chunk.first_index + i, made));
        return;
      }
      out = print(made, out);
      part.made.tries += made.tries;
      ++part.made.clues[static_cast<std::size_t>(count_clues(made.puzzle))];
      if (is_rated_) ++part.made.levels[static_cast<std::size_t>(made.rating.level)];
    }
    part.text_bytes += static_cast<std::size_t>(out - begin);
    part.records = outcome.made;
    part.failure = outcome.status;
  }

 private:
  void count_tries() {
    const std::uint64_t tries = maker_.tries();
    all_tries_.fetch_add(tries - counted_tries_, std::memory_order_relaxed);
    counted_tries_ = tries;
  }

  static std::string told(std::uint64_t index, const MadePuzzle& made) {
    std::array<char, kCells> puzzle, board;
    write_cells(made.puzzle, puzzle.data());
    write_cells(made.solution, board.data());
    return fmt::format("puzzle {}: puzzle {}, board {}", index,
                       cells_of({puzzle.data(), puzzle.size()}),
                       cells_of({board.data(), board.size()}));
  }

  char* print(const MadePuzzle& made, char* out) const {
    switch (format_) {
      case TextFormat::kGrid:
        *out = '\n';
        return write_rows(made.puzzle, out + 1);
      case TextFormat::kLine:
        out = write_cells(made.puzzle, out);
        *out++ = '\n';
        return out;
      case TextFormat::kCsv:
        break;
    }
    out = write_cells(made.puzzle, out);
    *out++ = ',';
    out = write_cells(made.solution, out);
    const Rating& rating = made.rating;
    return fmt::format_to(out, ",{},{},{}.{}\n", count_clues(made.puzzle), name_of(rating.level),
                          rating.score / 10, rating.score % 10);
  }

  PuzzleMaker maker_;
  TextFormat format_;
  bool is_rated_;
  std::atomic<std::uint64_t>& all_tries_;
  std::uint64_t counted_tries_ = 0;  // this worker's tries that are in all_tries_
  std::vector<MadePuzzle> made_;
  Sink* sink_ = nullptr;
};

class PuzzlesFold final : public JobFold {
 public:
  using JobFold::JobFold;

  // Tries begun so far, for the progress.
  std::atomic<std::uint64_t>& tries() { return tries_; }

  void report_into(PuzzlesReport& report) const {
    report.tries = made_.tries;
    report.clues = made_.clues;
    report.levels = made_.levels;
  }

 protected:
  Status take_more(Part& part, std::uint64_t) override {
    made_.tries += part.made.tries;
    for (std::size_t i = 0; i < made_.clues.size(); ++i) made_.clues[i] += part.made.clues[i];
    for (std::size_t i = 0; i < made_.levels.size(); ++i) made_.levels[i] += part.made.levels[i];
    return {};
  }

  void describe(Progress& progress) const override { progress.tries = tries_; }

 private:
  MadeCounts made_;
  std::atomic<std::uint64_t> tries_{0};
};

Status check_range(const PuzzlesOptions& options) {
  const std::uint64_t left = 0 - options.start;  // 2^64 - start; 0 stands for 2^64
  if (options.start == 0 || options.count <= left) return {};
  return {ErrorCode::kUsage,
          fmt::format("asked for {} puzzle{} from puzzle {} on, and a seed has 2^64",
                      fmt::group_digits(options.count), options.count == 1 ? "" : "s",
                      fmt::group_digits(options.start))};
}

Result<PuzzlesReport> run_puzzles(const PuzzlesOptions& options) {
  if (Status status = check_range(options); !status.ok()) return status;
  const Result<std::optional<TextFormat>> wanted = format_of_output(options.output, options.format);
  if (!wanted.ok()) return wanted.status();
  const TextFormat format = wanted->value_or(TextFormat::kLine);
  PuzzleConstraints constraints = options.constraints;
  if (format == TextFormat::kCsv) constraints.with_rating = true;
  const bool is_rated = constraints.with_rating || constraints.difficulty;
  // Checks the constraints before the output is opened. The first worker gets this maker.
  Result<PuzzleMaker> first_maker = PuzzleMaker::create(options.seed, constraints, options.engine);
  if (!first_maker.ok()) return first_maker.status();
  const std::string engine(first_maker->engine());

  Platform& platform = platform_of(options);
  Result<OutputFile> output = open_part(platform, options, options.continues);
  if (!output.ok()) return output.status();
  const bool is_slow = constraints.difficulty || (constraints.minimal && constraints.clues);
  const JobSize size =
      range_job_size(platform, options, options.count, is_slow ? kSlowGroup : kGroup, kMaxGroups);
  RangeSource source(options.start, options.count, size.batch_records);
  PuzzlesFold fold(platform, options, {"", 0, source.total()}, *output,
                   format == TextFormat::kGrid && !options.continues);
  if (format == TextFormat::kCsv && !options.continues) {
    if (Status status = fold.write_header(kHeader); !status.ok()) return status;
  }
  std::optional<PuzzleMaker> ready(*std::move(first_maker));
  const auto make_worker = [&]() -> Result<std::unique_ptr<Worker>> {
    if (!ready) {
      Result<PuzzleMaker> maker = PuzzleMaker::create(options.seed, constraints, options.engine);
      if (!maker.ok()) return maker.status();
      ready.emplace(*std::move(maker));
    }
    auto worker =
        std::make_unique<PuzzlesWorker>(*std::move(ready), format, is_rated, fold.tries());
    ready.reset();
    return std::unique_ptr<Worker>(std::move(worker));
  };
  const PipelineResult result =
      run_pipeline(platform, source, make_worker, fold, size.threads, options.should_stop);
  PuzzlesReport report;
  if (Status status = fold.finish(result, report); !status.ok()) {
    if (status.code() != ErrorCode::kUnmet) return status;
    return Status(ErrorCode::kUnmet, fmt::format("{}; {} puzzle{} made before it", status.message(),
                                                 fmt::group_digits(fold.records()),
                                                 fold.records() == 1 ? " was" : "s were"));
  }
  if (Status status = fold.commit(); !status.ok()) return status;
  fold.report_into(report);
  report.is_rated = is_rated;
  report.engine = engine;
  return report;
}

}  // namespace
}  // namespace batch

Result<PuzzlesReport> generate_puzzles(const PuzzlesOptions& options) {
  return batch::without_exceptions([&] { return batch::run_puzzles(options); });
}

}  // namespace dokumill
