// Implements rate(): writes the rating of every record.
//
//   read -> solve -> decide -> rate -> print score, level, clues, hardest technique, guesses
#include "batch/json_answer.hpp"
#include "batch/output_name.hpp"
#include "batch/rating_columns.hpp"
#include "batch/solve_stage.hpp"
#include "batch/text_job.hpp"
#include "batch/without_exceptions.hpp"
#include "core/fmt.hpp"
#include "core/json_escape.hpp"
#include "records/printer.hpp"
#include "tables/columns.hpp"

namespace dokumill {
namespace batch {
namespace {

struct RatePayload final : Payload {
  RatingTotals ratings;
  Se121Totals se121;

  void clear() override {
    ratings = {};
    se121 = {};
  }
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

RatedObjects rated_objects(const records::Detection& detection, RatingScale scale) {
  const std::span<const std::string_view> columns_of_scale = rating_columns(scale);
  const std::vector<std::string> names(columns_of_scale.begin(), columns_of_scale.end());
  Result<std::vector<tables::Column>> columns = tables::columns_of_header(
      fmt::format("{}", fmt::join(names, ",")), {.format = TextFormat::kJsonl});
  return {JsonAnswer(detection.columns[detection.csv.puzzle_column], names),
          RatingValues(*std::move(columns))};
}

class RateWorker final : public Worker {
 public:
  RateWorker(Solver solver, Solver reference, const ReadStage::Plan& read,
             records::RecordPrinter printer, RatingScale scale, TextFormat format, char separator,
             std::optional<RatedObjects> objects)
      : read_(read),
        solve_(std::move(solver), read.batch_records, FullBoards::kAreComplete),
        reference_(std::move(reference)),
        printer_(printer),
        fields_(scale, format, separator),
        objects_(std::move(objects)) {
    if (scale != RatingScale::kSe121) return;
    se121_.emplace();
    se121_->set_stop([this] { return batch_->should_stop(); });
  }

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      const BatchEnd end = solve_.decide(batch, [&](std::size_t record, Outcome outcome) {
        if (outcome == Outcome::kMultiple) SolveStage::report_multiple(batch, record);
        return Next::kGoOn;
      });
      batch.enter(Stage::kPrint);
      if (rate_and_print(batch, end.records) != Next::kGoOn) return kAbandonBatch;
      return end;
    });
  }

 private:
  Next rate_and_print(const BatchTask& batch, std::size_t records) {
    RatePayload& totals = batch.result().payload_as<RatePayload>();
    batch_ = &batch;
    if (objects_) {
      for (std::size_t i = 0; i < records; ++i) {
        if (should_stop_at(i)) return Next::kAbandon;
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
      if (should_stop_at(i)) return Next::kAbandon;
      out = printer_.print_word(batch.grid(i), fields_of(batch.grid(i), solve_.outcome(i), totals),
                                batch.row(i), out);
    }
    batch.result().text_bytes += static_cast<std::size_t>(out - begin);
    return Next::kGoOn;
  }

  // A rating on the scale se121 can take seconds, so the stop is checked at each of these records. A
  // stopped rating is in a result that the pipeline does not use.
  bool should_stop_at(std::size_t record) const {
    return se121_ ? batch_->should_stop() : batch_->should_stop_at(record);
  }

  // Returns the rating columns of a record. Rates the puzzle if it has exactly one solution, and
  // adds the rating to `totals` unless the puzzle is a full board.
  std::string_view fields_of(const Grid& puzzle, Outcome outcome, RatePayload& totals) {
    if (outcome != Outcome::kUnique && outcome != Outcome::kComplete) {
      return fields_.of_unrated(word_without_solution(outcome));
    }
    if (se121_) {
      const Se121Rating rating = se121_->rate(puzzle);
      if (outcome == Outcome::kUnique) totals.se121.add(rating);
      return fields_.of(rating);
    }
    const Rating rating = dokumill::rate(puzzle);
    if (outcome == Outcome::kUnique) totals.ratings.add(rating);
    const std::uint64_t guesses_before = reference_.work().guesses;
    reference_.solve(puzzle);
    return fields_.of(rating, reference_.work().guesses - guesses_before);
  }

  ReadStage read_;
  SolveStage solve_;
  Solver reference_;                 // counts the guesses, which differ between engines
  std::optional<Se121Rater> se121_;  // set only for kSe121, because it takes 200 KB
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
  const Se121Totals& se121() const { return se121_; }

 private:
  Status take_payload(ChunkResult& result, std::uint64_t) override {
    ratings_.add(result.payload_as<RatePayload>().ratings);
    se121_.add(result.payload_as<RatePayload>().se121);
    return {};
  }

  RatingTotals ratings_;
  Se121Totals se121_;
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
  const bool is_table = records::format_traits(wanted).has_header;
  if (options.keep_columns) {
    if (Status status = check_kept_format(*named); !status.ok()) return status;
  }
  Result<TextJob> job = TextJob::open(options, hooks, options.engine);
  if (!job.ok()) return job.status();
  const records::Detection& detection = job->detection();
  std::optional<RatedObjects> objects;
  if (keeps_objects(detection, wanted)) objects = rated_objects(detection, options.scale);
  const bool keeps_columns = options.keep_columns && !objects;
  if (keeps_columns) {
    Status status = check_columns(detection, rating_columns(options.scale), job->name());
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
        fmt::format("{}{}", separator,
                    fmt::join(rating_columns(options.scale), std::string_view(&separator, 1)));
    header = has_columns ? detection.header_line(wanted, added) : "puzzle" + added + '\n';
  }

  RateFold fold(job->fold_setup());
  const records::RecordPrinter printer(
      is_table ? TextFormat::kCsv : TextFormat::kLine,
      keeps_columns ? records::CsvColumns::kKeep : records::CsvColumns::kPuzzleAndSolution,
      detection.csv);
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<RateWorker>(
        std::move(solver), Solver::create("reference").value(),
        job->read_plan(keeps_columns || objects), printer, options.scale,
        is_table ? TextFormat::kCsv : TextFormat::kLine, separator, objects);
  };
  RateReport report;
  report.scale = options.scale;
  Status status = job->run(fold, header, make_worker, report);
  if (!status.ok()) return status;
  report.unique = fold.outcome(Outcome::kUnique);
  report.complete = fold.outcome(Outcome::kComplete);
  report.multiple = fold.outcome(Outcome::kMultiple);
  report.none = fold.outcome(Outcome::kUnsolvable);
  report.malformed = fold.outcome(Outcome::kMalformed);
  report.ratings = fold.ratings();
  report.se121 = fold.se121();
  return report;
}

}  // namespace

Result<RateReport> rate(const RateOptions& options, const JobHooks& hooks) {
  return without_exceptions([&] { return run_rate(options, hooks); });
}

}  // namespace batch

Result<RateReport> rate(const RateOptions& options) {
  return batch::rate(options, {});
}

std::string_view name_of(RatingScale scale) {
  return scale == RatingScale::kSe121 ? "se121" : "dokumill";
}

void Se121Totals::add(const Se121Rating& rating) {
  ++hardest[static_cast<std::size_t>(rating.hardest)];
  if (!rating.is_exact) ++inexact;
}

void Se121Totals::add(const Se121Totals& other) {
  for (std::size_t i = 0; i < hardest.size(); ++i) hardest[i] += other.hardest[i];
  inexact += other.inexact;
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
