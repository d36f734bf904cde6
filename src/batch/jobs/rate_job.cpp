// Implements rate(): writes the rating of every record.
//
//   read -> solve -> decide -> rate -> write ER, EP, ED, level, clues, hardest technique
//                           -> compute the chosen features -> write them
#include "base/text/format.hpp"
#include "batch/frame/job.hpp"
#include "batch/rows/rating_columns.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/puzzle_rating.hpp"
#include "batch/stages/solve_stage.hpp"
#include "dokumill/features.hpp"
#include "engine/features/feature_table.hpp"

namespace dokumill::batch {
namespace {

struct RateCounts {
  RatingTotals ratings;

  RateCounts& operator+=(const RateCounts& other) {
    ratings.add(other.ratings);
    return *this;
  }
};

// Calls use(column) with the typed column of a feature.
template <class Use>
auto with_column(std::size_t feature, const Use& use) {
  const FeatureInfo& info = known_features()[feature];
  if (info.kind == FeatureKind::kWord) return use(TextColumn{info.name});
  if (info.kind == FeatureKind::kTenths) return use(TenthsColumn{info.name});
  return use(NumberColumn{info.name, features::has_large_numbers(feature) ? kInt64 : kInt32});
}

struct FieldOf {
  const FeatureValue& value;

  Field operator()(const TextColumn& column) const { return column(value.word); }
  Field operator()(const NumberColumn& column) const {
    return value.is_known ? column(value.number) : column.missing();
  }
  Field operator()(const TenthsColumn& column) const {
    if (!value.is_known) return column.missing();
    return column(static_cast<int>(value.number), value.is_bound);
  }
};

Field field_of(std::size_t feature, const FeatureValue& value) {
  return with_column(feature, FieldOf{value});
}

class RateWorker final : public Worker {
 public:
  // `columns`: the features to write; empty: the columns of a rating.
  RateWorker(Solver solver, const Job& job, const RateOptions& options, const RatingFields& fields,
             std::span<const std::size_t> columns, PerChunk<RateCounts>& counts)
      : read_(job.read_plan()),
        counts_(counts),
        solve_(std::move(solver), job.batch_records(), FullBoards::kAreComplete),
        rater_(options.rater),
        fields_(fields),
        columns_(columns),
        needs_rating_(need_rating(columns)),
        rows_(job.plan()) {
    const auto should_stop = [this] { return batch_->should_stop(); };
    rater_.set_stop(should_stop);
    if (columns.empty()) return;
    features_.emplace(Features::create(columns, options.engine, options.rater).value());
    features_->set_stop(should_stop);
  }

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      if (solve_.solve(batch) != Next::kGoOn) return kAbandonBatch;
      const BatchEnd end = solve_.decide_reporting_multiple(batch);
      batch.enter(Stage::kPrint);
      batch_ = &batch;
      if (features_) expect(batch, end.records);
      for (std::size_t i = 0; i < end.records; ++i) {
        // A rating can take seconds, so the stop is checked at each record. A stopped rating is in
        // a result that the pipeline does not use.
        if (batch.should_stop()) return kAbandonBatch;
        rows_.write(batch.result(), batch.grid(i), batch.row(i),
                    features_ ? compute(batch, i) : rate(batch, i));
      }
      return end;
    });
  }

 private:
  // Rates the puzzle if it has exactly one solution. Adds the rating to the totals unless the
  // puzzle is a full board.
  std::span<const Field> rate(const BatchTask& batch, std::size_t record) {
    const GridKind outcome = solve_.outcome(record);
    if (outcome != GridKind::kUnique && outcome != GridKind::kComplete) {
      return fields_.of_unrated(name_of(outcome));
    }
    const Rating rating = rater_.rate(batch.grid(record));
    if (outcome == GridKind::kUnique) counts_[batch.result()].ratings.add(rating);
    return fields_.of(rating);
  }

  void expect(const BatchTask& batch, std::size_t records) {
    unique_.clear();
    for (std::size_t i = 0; i < records; ++i) {
      if (solve_.outcome(i) == GridKind::kUnique) unique_.push_back(batch.grid(i));
    }
    features_->expect(unique_);
  }

  std::span<const Field> compute(const BatchTask& batch, std::size_t record) {
    const GridKind outcome = solve_.outcome(record);
    values_.clear();
    if (outcome == GridKind::kMalformed) {
      for (const std::size_t column : columns_) {
        const bool is_outcome = known_features()[column].name == "outcome";
        values_.push_back(is_outcome ? TextColumn{"outcome"}(name_of(outcome))
                                     : field_of(column, FeatureValue()));
      }
      return values_;
    }
    features_->start(batch.grid(record), solve_.answer(record));
    for (const std::size_t column : columns_) {
      values_.push_back(field_of(column, features_->value(column)));
    }
    if (needs_rating_ && outcome == GridKind::kUnique) {
      counts_[batch.result()].ratings.add(*features_->rating());
    }
    return values_;
  }

  ReadStage read_;
  PerChunk<RateCounts>& counts_;
  SolveStage solve_;
  Rater rater_;
  RatingFields fields_;
  std::span<const std::size_t> columns_;
  bool needs_rating_;
  std::optional<Features> features_;  // nullopt: the columns of a rating
  std::vector<Grid> unique_;          // the puzzles of a batch with one solution
  std::vector<Field> values_;
  RowWriter rows_;
  const BatchTask* batch_ = nullptr;  // the batch that is being rated
};

OutputPlan rate_output(const RateOptions& options, std::vector<tables::Column> columns) {
  OutputPlan output{.only_9x9 = "Sudoku Explainer's scale is defined for 9x9",
                    .tabs = Tabs::kNever,
                    .wanted = options.output_format,
                    .usual = TextFormat::kLine,
                    .check_format = OutputPlan::needs_words("ratings", ""),
                    .rows = OutputPlan::Rows::kAnswers,
                    .added = std::move(columns),
                    .has_words_in_lines = true};
  // In the line format, tabs separate the fields of a rating. So a name that ends in .tsv or .tab
  // selects this format.
  if (!output.wanted && OutputName(options.output).has_tabs()) output.wanted = TextFormat::kLine;
  if (options.keep_columns) {
    output.usual = TextFormat::kCsv;
    output.input_columns = OutputPlan::Columns::kKeepAsAsked;
  }
  return output;
}

}  // namespace

Result<RateReport> run_unguarded(const RateOptions& options, const JobHooks& hooks) {
  if (Status status = check_at_most(options.rater); !status.ok()) return status;
  const Obstacles obstacles =
      options.rater.counts_obstacles ? Obstacles::kCounted : Obstacles::kNotCounted;
  std::vector<tables::Column> added = rating_columns(obstacles);
  std::vector<std::size_t> columns;
  if (!options.columns.empty()) {
    if (obstacles == Obstacles::kCounted) {
      return Status(ErrorCode::kUsage, "columns: name obstacles as one of the columns", "columns");
    }
    Result<std::vector<std::size_t>> parsed = parse_features(options.columns);
    if (!parsed.ok()) return parsed.status();
    columns = *std::move(parsed);
    added.clear();
    for (const std::size_t column : columns) {
      added.push_back(with_column(column, [](const tables::Column& typed) { return typed; }));
    }
  }
  Result<Job> job =
      Job::open(options, hooks, rate_output(options, std::move(added)), options.engine);
  if (!job.ok()) return job.status();
  job->expect_slow_records();
  CountingFold<RateCounts> fold(job->fold_setup());
  const auto form = job->plan().format == TextFormat::kLine ? RatingFields::Form::kLine
                                                            : RatingFields::Form::kTable;
  const RatingFields fields(form, obstacles);
  const auto make_worker = [&](Solver solver) {
    return std::make_unique<RateWorker>(std::move(solver), *job, options, fields, columns,
                                        fold.parts());
  };
  RateReport report;
  report.is_rated = columns.empty() || need_rating(columns);
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.set_outcomes(
      {&report.malformed, &report.none, &report.multiple, &report.unique, &report.complete});
  report.ratings = fold.counts().ratings;
  return report;
}

Status check_at_most(const RaterOptions& rater) {
  if (kLeastAtMost <= rater.at_most && rater.at_most <= kMostScore) return {};
  return {ErrorCode::kUsage,
          format_text("at_most: expected {} to {} tenths, got {}", kLeastAtMost, kMostScore,
                      rater.at_most),
          "at_most"};
}

}  // namespace dokumill::batch
