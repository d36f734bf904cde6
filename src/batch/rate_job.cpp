// Implements rate(): writes the rating of every record.
//
//   read -> solve -> decide -> rate -> print score, level, clues, hardest technique, guesses
#include <fmt/format.h>

#include "batch/output_name.hpp"
#include "batch/rating_columns.hpp"
#include "batch/solve_stage.hpp"
#include "batch/text_job.hpp"
#include "batch/without_exceptions.hpp"
#include "records/printer.hpp"

namespace dokumill {
namespace batch {
namespace {

std::string_view word_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kMultiple:
      return "multiple";
    case Outcome::kUnsolvable:
      return "none";
    default:
      return "malformed";
  }
}

struct RatePayload final : Payload {
  RatingTotals ratings;

  void clear() override { ratings = {}; }
};

class RateWorker final : public Worker {
 public:
  RateWorker(Solver solver, Solver reference, const ReadStage::Plan& read,
             records::RecordPrinter printer, TextFormat format, char separator)
      : read_(read),
        solve_(std::move(solver), read.batch_records, FullBoards::kAreComplete),
        reference_(std::move(reference)),
        printer_(printer),
        fields_(format, separator) {}

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      const BatchEnd end = solve_.decide(batch, [&](std::size_t record, Outcome outcome) {
        if (outcome == Outcome::kMultiple) report_multiple(batch, record);
        return Next::kGoOn;
      });
      batch.enter(Stage::kPrint);
      if (rate_and_print(batch, end.records) != Next::kGoOn) return kAbandonBatch;
      return end;
    });
  }

 private:
  static void report_multiple(const BatchTask& batch, std::size_t record) {
    Problem problem = batch.make_problem(record, ProblemKind::kMultiple);
    problem.message = "several solutions";
    batch.add_problem(std::move(problem));
  }

  Next rate_and_print(const BatchTask& batch, std::size_t records) {
    RatingTotals& totals = batch.result().payload_as<RatePayload>().ratings;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < records; ++i) bytes += printer_.max_bytes(batch.row(i));
    char* const begin = batch.result().reserve(bytes);
    char* out = begin;
    for (std::size_t i = 0; i < records; ++i) {
      if (batch.should_stop_at(i)) return Next::kAbandon;
      out = printer_.print_word(batch.grid(i), fields_of(batch.grid(i), solve_.outcome(i), totals),
                                batch.row(i), out);
    }
    batch.result().text_bytes += static_cast<std::size_t>(out - begin);
    return Next::kGoOn;
  }

  // Rates the puzzle if it has exactly one solution.
  std::string_view fields_of(const Grid& puzzle, Outcome outcome, RatingTotals& totals) {
    if (outcome != Outcome::kUnique && outcome != Outcome::kComplete) {
      return fields_.of_unrated(word_of(outcome));
    }
    const Rating rating = dokumill::rate(puzzle);
    if (outcome == Outcome::kUnique) totals.add(rating);
    const std::uint64_t guesses_before = reference_.work().guesses;
    reference_.solve(puzzle);
    return fields_.of(rating, reference_.work().guesses - guesses_before);
  }

  ReadStage read_;
  SolveStage solve_;
  Solver reference_;  // counts the guesses, which differ between engines
  records::RecordPrinter printer_;
  RatingText fields_;
};

class RateFold final : public JobFold {
 public:
  using JobFold::JobFold;

  std::unique_ptr<Payload> make_payload() const override { return std::make_unique<RatePayload>(); }
  const RatingTotals& ratings() const { return ratings_; }

 private:
  Status take_payload(ChunkResult& result, std::uint64_t) override {
    ratings_.add(result.payload_as<RatePayload>().ratings);
    return {};
  }

  RatingTotals ratings_;
};

Result<RateReport> run_rate(const RateOptions& options) {
  // In the line format tabs separate the fields of a rating, so .tsv and .tab mean line.
  const std::optional<TextFormat> by_option = options.output_format;
  const bool is_line = !by_option && has_tabs_by_name(options.output);
  const Result<std::optional<TextFormat>> named =
      format_of_output(options.output, is_line ? TextFormat::kLine : by_option);
  if (!named.ok()) return named.status();
  const TextFormat wanted =
      named->value_or(options.keep_columns ? TextFormat::kCsv : TextFormat::kLine);
  if (wanted == TextFormat::kGrid) {
    return Status(ErrorCode::kUsage, "ratings are written as line or csv, not as grid");
  }
  const bool is_csv = wanted == TextFormat::kCsv;
  if (options.keep_columns) {
    if (Status status = check_kept_format(*named); !status.ok()) return status;
  }
  Result<TextJob> job = TextJob::open(options, options.engine);
  if (!job.ok()) return job.status();
  const records::Detection& detection = job->detection();
  if (options.keep_columns) {
    Status status = check_columns(detection, rating_columns(), job->name());
    if (status.ok()) status = job->require_same_columns("keep_columns");
    if (!status.ok()) return status;
  }
  const char separator = is_csv ? detection.csv.separator : '\t';
  std::string header;
  if (is_csv) {
    // An empty input has no columns to keep.
    const bool has_columns = options.keep_columns && !detection.header_row.empty();
    header = fmt::format("{}{}{}\n", has_columns ? detection.header_row : "puzzle", separator,
                         fmt::join(rating_columns(), std::string_view(&separator, 1)));
  }

  RateFold fold(job->fold_setup());
  const records::RecordPrinter printer(
      is_csv ? TextFormat::kCsv : TextFormat::kLine,
      options.keep_columns ? records::CsvColumns::kKeep : records::CsvColumns::kPuzzleAndSolution,
      detection.csv);
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<RateWorker>(std::move(solver), Solver::create("reference").value(),
                                        job->read_plan(options.keep_columns), printer, wanted,
                                        separator);
  };
  RateReport report;
  Status status = job->run(fold, header, make_worker, report);
  if (!status.ok()) return status;
  report.unique = fold.outcome(Outcome::kUnique);
  report.complete = fold.outcome(Outcome::kComplete);
  report.multiple = fold.outcome(Outcome::kMultiple);
  report.none = fold.outcome(Outcome::kUnsolvable);
  report.malformed = fold.outcome(Outcome::kMalformed);
  report.ratings = fold.ratings();
  return report;
}

}  // namespace
}  // namespace batch

Result<RateReport> rate(const RateOptions& options) {
  return batch::without_exceptions([&] { return batch::run_rate(options); });
}

void RatingTotals::add(const Rating& rating) {
  ++levels[static_cast<std::size_t>(rating.level)];
  ++hardest[static_cast<std::size_t>(rating.hardest)];
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i] += rating.steps[i];
}

void RatingTotals::add(const RatingTotals& other) {
  for (std::size_t i = 0; i < levels.size(); ++i) levels[i] += other.levels[i];
  for (std::size_t i = 0; i < steps.size(); ++i) {
    hardest[i] += other.hardest[i];
    steps[i] += other.steps[i];
  }
}

}  // namespace dokumill
