// Implements augment(): writes random images of every record.
//
//   count -> read -> csv, jsonl: read the solution -> draw maps -> print the images
//
// The random numbers of an image come from the stream (seed, number of the record, number of the
// image). The number of a record stays the same if the format or the line ends of the input change,
// or if comments or blank lines are added. The byte offset and the line number of the record can
// change in these cases, so they are not used. A hash of the puzzle is not used either, because
// equal records would get equal images. The workers get the numbers of their records from
// NumberedRead.
#include <algorithm>
#include <array>
#include <utility>

#include "base/text/format.hpp"
#include "batch/frame/job.hpp"
#include "batch/rows/cell_row.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/explanation.hpp"
#include "batch/stages/numbered_read.hpp"
#include "batch/stages/random_map.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::batch {
namespace {

// A chunk is sized for about this number of rows of output.
constexpr std::uint64_t kRowsPerChunk = 4096;

constexpr NumberColumn kIdColumn{"id", kInt64};

class AugmentWorker final : public Worker {
 public:
  // `solution_column`: see CellRow.
  AugmentWorker(const Job& job, const AugmentOptions& options, std::uint32_t solution_column,
                RecordNumbers& numbers, PerChunk<UnmappedColumn>& unmapped)
      : read_(without_solutions(job.read_plan(solution_column != records::kNoColumn ||
                                              job.detection().has_columns())),
              numbers),
        unmapped_(unmapped),
        times_(options.times),
        seed_(options.seed),
        map_(options.map),
        includes_original_(options.include_original),
        row_(job.detection(), solution_column),
        all_columns_(job.detection().columns),
        rows_(job.plan()) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [&](const BatchTask& batch, std::uint64_t number) {
      batch.enter(Stage::kSolve);
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        return write_record(task, batch, record, number + batch.number(record), fault);
      });
    });
  }

 private:
  Next write_record(ChunkTask& task, const BatchTask& batch, std::size_t record,
                    std::uint64_t number, const records::RecordError* fault) {
    // Other boards are searched until one is found. An input that has other columns than row_
    // expects is not searched.
    std::string& unmapped = unmapped_[batch.result()].name;
    const bool is_searched = unmapped.empty() && fault == nullptr && all_columns_.size() > 1 &&
                             task.chunk_as<TextChunk>().detection == nullptr;
    if (row_.has_solution() || is_searched) row_.start(batch.row(record));
    if (is_searched) unmapped = row_.other_board(all_columns_);
    bool is_malformed = fault != nullptr;
    Next next = Next::kGoOn;
    if (is_malformed) {
      next = batch.report_malformed(*fault);
    } else if (row_.has_solution() && !row_.read_solutions()) {
      is_malformed = true;
      Problem problem = batch.make_problem(record, ProblemKind::kMalformed);
      set_reason(problem, row_.why_bad());
      next = batch.report_malformed(std::move(problem));
    }
    if (next != Next::kGoOn) return next;
    const Grid& puzzle = is_malformed ? records::kMalformedGrid : batch.grid(record);
    const Grid* const solution = is_malformed ? &records::kMalformedGrid : row_.solution();
    if (includes_original_) write(batch, number, puzzle, solution);
    for (std::uint64_t image = 0; image < times_; ++image) {
      if (is_malformed) {
        write(batch, number, puzzle, solution);
      } else {
        RandomStream random = image_stream(seed_, number, image);
        const CanonicalMap map = map_ ? *map_ : random_map(random);
        const Grid mapped = solution != nullptr ? map.apply(*solution) : Grid();
        write(batch, number, map.apply(puzzle), solution != nullptr ? &mapped : nullptr);
      }
      next = NumberedRead::hand_over_if_long(task, Stage::kSolve);
      if (next != Next::kGoOn) return next;
    }
    return Next::kGoOn;
  }

  // `solution`: nullptr if the field of the solution is empty.
  void write(const BatchTask& batch, std::uint64_t id, const Grid& puzzle, const Grid* solution) {
    const std::array<Field, 3> fields{kIdColumn(id), kPuzzleColumn(puzzle),
                                      kSolutionColumn(solution)};
    rows_.write(batch.result(), {fields.data(), row_.has_solution() ? 3U : 2U});
  }

  NumberedRead read_;
  PerChunk<UnmappedColumn>& unmapped_;
  std::uint64_t times_;
  std::uint64_t seed_;
  std::optional<CanonicalMap> map_;  // of every image
  bool includes_original_;
  CellRow row_;
  const std::vector<std::string>& all_columns_;
  RowWriter rows_;
};

Status check_image_format(TextFormat format) {
  if (records::format_traits(format).has_header) return {};
  return {
      ErrorCode::kUsage,
      format_text("images are written as csv, jsonl, parquet or json, not as {}", name_of(format)),
      "output_format"};
}

}  // namespace

Result<AugmentReport> run_unguarded(const AugmentOptions& options, const JobHooks& hooks) {
  if (options.times < 1 || options.times > kMostImages) {
    return Status(ErrorCode::kUsage,
                  format_text("times: expected 1 to {}, got {}", kMostImages, options.times),
                  "times");
  }
  if (options.map && (options.times != 1 || !is_symmetry(*options.map))) {
    return Status(ErrorCode::kUsage,
                  options.times != 1 ? "map: a given map makes one image of each record"
                                     : "map: bands and stacks must stay together, and digits must "
                                       "get different digits",
                  "map");
  }
  // The output is always a table, so a file name that belongs to another format is an error.
  Result<Job> job = Job::open(options, hooks,
                              {.wanted = options.output_format,
                               .usual = TextFormat::kCsv,
                               .check_format = check_image_format,
                               .rows = OutputPlan::Rows::kOwn});
  if (!job.ok()) return job.status();
  const records::Detection& detection = job->detection();
  if (options.input.solution_column && detection.format != TextFormat::kCsv &&
      detection.format != TextFormat::kJsonl) {
    return Status(ErrorCode::kUsage,
                  format_text("{}: solution_column needs csv or jsonl input; this is {}",
                              job->name(), name_of(detection.format)),
                  "input.solution_column");
  }
  const std::uint64_t rows = options.times + (options.include_original ? 1 : 0);
  const auto records = static_cast<std::size_t>(std::max<std::uint64_t>(kRowsPerChunk / rows, 1));
  job->limit_chunk_records(records);

  const std::uint32_t solution_column = solution_column_of(detection);
  const bool has_solution = solution_column != records::kNoColumn;
  if (has_solution) {
    if (Status status = job->require_same_columns("input.solution_column"); !status.ok())
      return status;
  } else if (Status status = job->require(has_no_solutions); !status.ok()) {
    return status;
  }
  std::vector<tables::Column> columns{kIdColumn, kPuzzleColumn};
  if (has_solution) columns.push_back(kSolutionColumn);
  if (Status status = job->set_columns(std::move(columns)); !status.ok()) return status;
  RecordNumbers numbers;
  CountingFold<UnmappedColumn> fold(job->fold_setup());
  if (Status status = fold.start(numbers); !status.ok()) return status;
  const auto make_worker = [&] {
    return std::make_unique<AugmentWorker>(*job, options, solution_column, numbers, fold.parts());
  };
  AugmentReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return status;
  report.written = report.kept_by_filter() * rows;
  fold.set_outcomes({&report.malformed});
  report.unmapped_column = fold.counts().name;
  return report;
}

}  // namespace dokumill::batch
