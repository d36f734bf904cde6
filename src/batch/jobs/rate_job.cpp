// Implements rate(): writes the rating of every record.
//
//   read -> solve -> decide -> rate -> print ER, EP, ED, level, clues, hardest technique
#include "batch/flow/without_exceptions.hpp"
#include "batch/frame/text_job.hpp"
#include "batch/rows/json_answer.hpp"
#include "batch/rows/output_name.hpp"
#include "batch/rows/rating_columns.hpp"
#include "batch/stages/puzzle_rating.hpp"
#include "batch/stages/solve_stage.hpp"
#include "core/text/fmt.hpp"
#include "core/text/json_escape.hpp"
#include "records/printer.hpp"
#include "tables/columns.hpp"

namespace dokumill {
namespace batch {
namespace {

struct RatePayload final : Payload {
  RatingTotals ratings;

  void clear() override { ratings = {}; }
};

// Takes the columns that RatingText writes for csv, and turns them into JSON values.
class RatingValues {
 public:
  explicit RatingValues(std::vector<tables::Column> columns)
      : columns_(std::move(columns)), texts_(columns_.size()), values_(columns_.size()) {}

  // The values are valid until the next call.
  std::span<const std::string_view> of(std::span<const std::string_view> fields) {
    for (std::size_t i = 0; i < columns_.size(); ++i) values_[i] = value_of(i, fields[i]);
    return values_;
  }

 private:
  std::string_view value_of(std::size_t column, std::string_view field) {
    if (columns_[column].type != tables::ColumnType::kText) {
      return tables::is_number(field, columns_[column].type) ? field : "null";
    }
    std::string& text = texts_[column];
    text = '"';
    append_json_escaped(field, text);
    text += '"';
    return text;
  }

  std::vector<tables::Column> columns_;
  std::vector<std::string> texts_;
  std::vector<std::string_view> values_;
};

// For jsonl input and output: adds the ratings to the objects of the input.
struct RatedObjects {
  JsonAnswer answer;
  RatingValues values;
};

RatedObjects rated_objects(const records::Detection& detection,
                           std::span<const std::string_view> columns_of_rating) {
  const std::vector<std::string> names(columns_of_rating.begin(), columns_of_rating.end());
  Result<std::vector<tables::Column>> columns = tables::columns_of_header(
      fmt::format("{}", fmt::join(names, ",")), {.format = TextFormat::kJsonl});
  return {JsonAnswer(detection.columns[detection.csv.puzzle_column], names),
          RatingValues(*std::move(columns))};
}

class RateWorker final : public Worker {
 public:
  RateWorker(Solver solver, const RaterOptions& rater, const ReadStage::Plan& read,
             records::RecordPrinter printer, const RatingText& fields,
             std::optional<RatedObjects> objects)
      : read_(read),
        solve_(std::move(solver), read.batch_records, FullBoards::kAreComplete),
        rater_(rater),
        printer_(printer),
        fields_(fields),
        objects_(std::move(objects)) {
    rater_.set_stop([this] { return batch_->should_stop(); });
  }

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      const BatchEnd end = solve_.decide(batch, [&](std::size_t record, GridKind outcome) {
        if (outcome == GridKind::kMultiple) SolveStage::report_multiple(batch, record);
        return Next::kGoOn;
      });
      batch.enter(Stage::kPrint);
      if (rate_and_print(batch, end.records) != Next::kGoOn) return kAbandonBatch;
      return end;
    });
  }

 private:
  // A rating can take seconds, so the stop is checked at each record. A stopped rating is in a
  // result that the pipeline does not use.
  Next rate_and_print(const BatchTask& batch, std::size_t records) {
    RatePayload& totals = batch.result().payload_as<RatePayload>();
    batch_ = &batch;
    if (objects_) {
      for (std::size_t i = 0; i < records; ++i) {
        if (batch_->should_stop()) return Next::kAbandon;
        fields_of(batch.grid(i), solve_.outcome(i), totals);
        objects_->answer.print(batch.result(), batch.grid(i), batch.row(i),
                               objects_->values.of(fields_.columns()));
      }
      return Next::kGoOn;
    }
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < records; ++i) bytes += printer_.max_bytes(batch.row(i));
    char* const begin = batch.result().reserve(bytes);
    char* out = begin;
    for (std::size_t i = 0; i < records; ++i) {
      if (batch_->should_stop()) return Next::kAbandon;
      out = printer_.print_word(batch.grid(i), fields_of(batch.grid(i), solve_.outcome(i), totals),
                                batch.row(i), out);
    }
    batch.result().text_bytes += static_cast<std::size_t>(out - begin);
    return Next::kGoOn;
  }

  // Returns the rating columns of a record. Rates the puzzle if it has exactly one solution, and
  // adds the rating to `totals` unless the puzzle is a full board.
  std::string_view fields_of(const Grid& puzzle, GridKind outcome, RatePayload& totals) {
    if (outcome != GridKind::kUnique && outcome != GridKind::kComplete) {
      return fields_.of_unrated(name_of(outcome));
    }
    const Rating rating = rater_.rate(puzzle);
    if (outcome == GridKind::kUnique) totals.ratings.add(rating);
    return fields_.of(rating);
  }

  ReadStage read_;
  SolveStage solve_;
  Rater rater_;
  records::RecordPrinter printer_;
  RatingText fields_;
  std::optional<RatedObjects> objects_;
  const BatchTask* batch_ = nullptr;  // the batch that is being rated
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

Result<RateReport> run_rate(const RateOptions& options, const JobHooks& hooks) {
  // In the line format, tabs separate the fields of a rating. So a name that ends in .tsv or .tab
  // selects this format.
  const std::optional<TextFormat> by_option = options.output_format;
  const bool is_line = !by_option && has_tabs_by_name(options.output);
  const Result<std::optional<TextFormat>> named =
      format_of_output(options.output, is_line ? TextFormat::kLine : by_option);
  if (!named.ok()) return named.status();
  const TextFormat wanted =
      named->value_or(options.keep_columns ? TextFormat::kCsv : TextFormat::kLine);
  if (!records::format_traits(wanted).print_word) {
    return Status(ErrorCode::kUsage,
                  fmt::format("ratings are written as line, csv, jsonl or parquet, not as {}",
                              name_of(wanted)));
  }
  if (Status status = check_at_most(options.rater); !status.ok()) return status;
  const bool is_table = records::format_traits(wanted).has_header;
  const Obstacles obstacles =
      options.rater.counts_obstacles ? Obstacles::kCounted : Obstacles::kNotCounted;
  const std::vector<std::string_view> columns = rating_columns(obstacles);
  if (options.keep_columns) {
    if (Status status = check_kept_format(*named); !status.ok()) return status;
  }
  Result<TextJob> job = TextJob::open(options, hooks, options.engine);
  if (!job.ok()) return job.status();
  const records::Detection& detection = job->detection();
  std::optional<RatedObjects> objects;
  if (keeps_objects(detection, wanted)) objects = rated_objects(detection, columns);
  const bool keeps_columns = options.keep_columns && !objects;
  if (keeps_columns) {
    Status status = check_columns(detection, columns, job->name());
    if (!status.ok()) return status;
  }
  if (keeps_columns || objects) {
    const char* const option = keeps_columns ? "keep_columns" : "output_format";
    if (Status status = job->require_same_columns(option); !status.ok()) return status;
  }
  if (Status status = job->set_table(wanted, keeps_columns); !status.ok()) return status;
  const char separator = is_table ? detection.csv.separator : '\t';
  std::string header;
  if (is_table && !objects) {
    const bool has_columns = keeps_columns && detection.has_columns();
    const std::string added =
        fmt::format("{}{}", separator, fmt::join(columns, std::string_view(&separator, 1)));
    header = has_columns ? detection.header_line(wanted, added) : "puzzle" + added + '\n';
  }

  RateFold fold(job->fold_setup());
  const records::RecordPrinter printer(
      is_table ? TextFormat::kCsv : TextFormat::kLine,
      keeps_columns ? records::CsvColumns::kKeep : records::CsvColumns::kPuzzleAndSolution,
      detection.csv);
  const RatingText fields(is_table ? TextFormat::kCsv : TextFormat::kLine, separator, obstacles);
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<RateWorker>(std::move(solver), options.rater,
                                        job->read_plan(keeps_columns || objects), printer, fields,
                                        objects);
  };
  RateReport report;
  Status status = job->run(fold, header, make_worker, report);
  if (!status.ok()) return status;
  report.ratings = fold.ratings();
  return report;
}

}  // namespace

Status check_at_most(const RaterOptions& rater) {
  if (kLeastAtMost <= rater.at_most && rater.at_most <= kMostScore) return {};
  return {ErrorCode::kUsage,
          fmt::format("at_most: expected {} to {} tenths, got {}", kLeastAtMost, kMostScore,
                      rater.at_most),
          "at_most"};
}

Result<RateReport> rate(const RateOptions& options, const JobHooks& hooks) {
  return without_exceptions([&] { return run_rate(options, hooks); });
}

}  // namespace batch

Result<RateReport> rate(const RateOptions& options) {
  return batch::rate(options, {});
}

void RatingTotals::add(const Rating& rating) {
  ++levels[static_cast<std::size_t>(level_of(rating.score))];
  if (batch::knows_hardest(rating)) ++hardest[static_cast<std::size_t>(rating.hardest)];
  if (!rating.is_exact) ++inexact;
}

void RatingTotals::add(const RatingTotals& other) {
  for (std::size_t i = 0; i < levels.size(); ++i) levels[i] += other.levels[i];
  for (std::size_t i = 0; i < hardest.size(); ++i) hardest[i] += other.hardest[i];
  inexact += other.inexact;
}

}  // namespace dokumill
