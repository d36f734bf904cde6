// Implements augment(): writes random images of every record.
//
//   count -> read -> csv, jsonl: read the solution -> draw maps -> print the images
//
// The random numbers of an image come from the stream (seed, number of the record, number of the
// image). The number of a record stays the same if the format or the line ends of the input change,
// or if comments or blank lines are added. The byte offset and the line number of the record can
// change in these cases, so they are not used. A hash of the puzzle is not used either, because
// equal records would get equal images. The workers get the numbers of their records from
// RecordNumbers.
#include <algorithm>
#include <cstring>
#include <utility>

#include "batch/flow/without_exceptions.hpp"
#include "batch/frame/record_echo.hpp"
#include "batch/frame/unmapped_column.hpp"
#include "batch/rows/puzzle_row.hpp"
#include "batch/sources/record_numbers.hpp"
#include "batch/stages/explanation.hpp"
#include "batch/stages/image_stream.hpp"
#include "batch/stages/random_map.hpp"
#include "batch/stages/solution_column.hpp"
#include "core/text/fmt.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill {
namespace batch {
namespace {

// With these limits, the memory does not depend on the number of images. A chunk is sized for about
// kRowsPerChunk rows of output. A worker hands over its text when the text has kPieceBytes bytes.
constexpr std::uint64_t kRowsPerChunk = 4096;
constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

class AugmentWorker final : public Worker {
 public:
  // `all_columns`: the names of all columns of csv input.
  AugmentWorker(const ReadStage::Plan& read, const AugmentOptions& options, PuzzleRow row,
                const std::vector<std::string>& all_columns, char separator, RecordNumbers& numbers)
      : read_(read),
        times_(options.times),
        seed_(options.seed),
        includes_original_(options.include_original),
        row_(std::move(row)),
        all_columns_(all_columns),
        separator_(separator),
        numbers_(numbers) {}

  void work(ChunkTask& task) override {
    const std::optional<std::uint64_t> first = number_records(task);
    if (!first) return;
    std::uint64_t batch_begin = *first;
    read_.each_batch(task, [&](const BatchTask& batch) {
      batch.enter(Stage::kSolve);
      const BatchEnd end =
          batch.each_record([&](std::size_t record, const records::RecordError* fault) {
            if (batch.should_stop_at(record)) return Next::kAbandon;
            return print_record(task, batch, record, batch_begin + record, fault);
          });
      batch_begin += end.records;
      return end;
    });
  }

 private:
  // Counts the records of the chunk. Returns the number that its first record has in the whole job,
  // from 1. Returns nullopt if the job is ending early.
  std::optional<std::uint64_t> number_records(ChunkTask& task) {
    task.stopwatch().enter(Stage::kParse);
    const std::uint64_t records = read_.count_records(task);
    task.stopwatch().enter(Stage::kWait);
    return numbers_.add(task.chunk().number, records, [&task] { return task.should_stop(); });
  }

  Next print_record(ChunkTask& task, const BatchTask& batch, std::size_t record,
                    std::uint64_t number, const records::RecordError* fault) {
    // Only the first record of the job is searched for other boards. If its input has other columns
    // than row_ expects, it is not searched.
    const bool is_searched = number == 1 && task.chunk_as<TextChunk>().detection == nullptr;
    if (row_.has_solution() || is_searched) row_.start(batch.row(record));
    if (is_searched && fault == nullptr) {
      batch.result().payload_as<UnmappedPayload>().column = row_.other_board(all_columns_);
    }
    bool is_malformed = fault != nullptr;
    Next next = Next::kGoOn;
    if (is_malformed) {
      next = batch.report_malformed(*fault);
    } else if (row_.has_solution() && !row_.read_solution()) {
      is_malformed = true;
      Problem problem = batch.make_problem(record, ProblemKind::kMalformed);
      set_reason(problem, row_.why_bad());
      next = batch.report_malformed(std::move(problem));
    }
    if (next != Next::kGoOn) return next;
    const Grid malformed = [] {
      Grid grid;
      grid.cells.fill(records::kMalformedCell);
      return grid;
    }();
    const Grid& puzzle = is_malformed ? malformed : batch.grid(record);
    const Grid* const solution = is_malformed ? &malformed : row_.solution();
    const fmt::format_int id(number);
    if (includes_original_) print_row(batch, {id.data(), id.size()}, puzzle, solution);
    for (std::uint64_t image = 0; image < times_; ++image) {
      if (is_malformed) {
        print_row(batch, {id.data(), id.size()}, malformed, &malformed);
      } else {
        RandomStream random = image_stream(seed_, number, image);
        const CanonicalMap map = random_map(random);
        const Grid mapped = solution != nullptr ? map.apply(*solution) : Grid();
        print_row(batch, {id.data(), id.size()}, map.apply(puzzle),
                  solution != nullptr ? &mapped : nullptr);
      }
      // The text may be handed over between two images of a record. Such a piece of the result
      // counts no records and no lines, because each_batch() sets both numbers at the end of the
      // batch.
      if (batch.result().text_bytes < kPieceBytes) continue;
      if (batch.should_stop() || task.hand_over() != Next::kGoOn) return Next::kAbandon;
      batch.enter(Stage::kSolve);
    }
    return Next::kGoOn;
  }

  // `solution`: nullptr if the field of the solution is empty.
  void print_row(const BatchTask& batch, std::string_view id, const Grid& puzzle,
                 const Grid* solution) const {
    ChunkResult& result = batch.result();
    char* const begin = result.reserve(id.size() + 2 * (kCells + 1) + 1);
    std::memcpy(begin, id.data(), id.size());
    char* out = begin + id.size();
    *out++ = separator_;
    out = write_cells(puzzle, out);
    if (row_.has_solution()) {
      *out++ = separator_;
      if (solution != nullptr) out = write_cells(*solution, out);
    }
    *out++ = '\n';
    result.text_bytes += static_cast<std::size_t>(out - begin);
  }

  ReadStage read_;
  std::uint64_t times_;
  std::uint64_t seed_;
  bool includes_original_;
  PuzzleRow row_;
  const std::vector<std::string>& all_columns_;
  char separator_;
  RecordNumbers& numbers_;
};

Result<AugmentReport> run_augment(const AugmentOptions& options, const JobHooks& hooks) {
  if (options.times < 1 || options.times > kMostImages) {
    return Status(ErrorCode::kUsage,
                  fmt::format("times: expected 1 to {}, got {}", kMostImages, options.times),
                  "times");
  }
  // The output is always a table, so a file name that belongs to another format is an error.
  const auto named = format_of_output(options.output, options.output_format, Tabs::kAsTheInput);
  if (!named.ok()) return named.status();
  const TextFormat format = named->value_or(TextFormat::kCsv);
  if (!records::format_traits(format).has_header) {
    return Status(
        ErrorCode::kUsage,
        fmt::format("images are written as csv, jsonl or parquet, not as {}", name_of(format)),
        "output_format");
  }
  Result<TextJob> job = TextJob::open(options, hooks);
  if (!job.ok()) return job.status();
  const records::Detection& detection = job->detection();
  if (Status tabs = check_tabs(options.output, *named, detection); !tabs.ok()) return tabs;
  if (options.input.solution_column && detection.format != TextFormat::kCsv &&
      detection.format != TextFormat::kJsonl) {
    return Status(ErrorCode::kUsage,
                  fmt::format("{}: solution_column needs csv or jsonl input; this is {}",
                              job->name(), name_of(detection.format)),
                  "input.solution_column");
  }
  const std::uint64_t rows = options.times + (options.include_original ? 1 : 0);
  const auto records = static_cast<std::size_t>(std::max<std::uint64_t>(kRowsPerChunk / rows, 1));
  job->limit_chunk_bytes(records *
                         records::format_traits(detection.format).record_bytes.value().usual);

  const std::uint32_t solution_column = solution_column_of(detection);
  const bool has_solution = solution_column != records::kNoColumn;
  if (has_solution) {
    if (Status status = job->require_same_columns("input.solution_column"); !status.ok())
      return status;
  } else if (Status status = job->require(has_no_solutions); !status.ok()) {
    return status;
  }
  if (Status status = job->set_table({.format = format, .separator = detection.csv.separator});
      !status.ok())
    return status;
  ReadStage::Plan plan = job->read_plan(has_solution || detection.has_columns());
  plan.options.csv.solution_column = records::kNoColumn;  // the worker reads solutions itself
  RecordNumbers numbers;
  const char separator = detection.csv.separator;
  std::string header = std::string("id") + separator + "puzzle";
  if (has_solution) header += separator + std::string("solution");
  header += '\n';
  UnmappedFold fold(job->fold_setup());
  if (Status status = fold.learn_numbers(); !status.ok()) return status;
  numbers.start_at(fold.records_before() + 1);
  const auto make_worker = [&] {
    return std::make_unique<AugmentWorker>(plan, options, PuzzleRow(detection, solution_column),
                                           detection.columns, separator, numbers);
  };
  AugmentReport report;
  Status status = job->run(fold, header, make_worker, report);
  if (!status.ok()) return status;
  report.written = report.records * rows;
  report.unmapped_column = fold.column();
  return report;
}

}  // namespace

Result<AugmentReport> augment(const AugmentOptions& options, const JobHooks& hooks) {
  return without_exceptions([&] { return run_augment(options, hooks); });
}

}  // namespace batch

Result<AugmentReport> augment(const AugmentOptions& options) {
  return batch::augment(options, {});
}

}  // namespace dokumill
