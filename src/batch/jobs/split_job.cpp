// Implements split(): writes every record to the train file or the test file, and equivalent
// records to the same file.
//
//   read -> form -> train or test -> print the record as read; the fold writes the two files
//
// The file of an equivalence class depends only on the canonical form, the seed and the share. So
// the job stores nothing about earlier records, and its memory does not grow with the input. A
// record goes to the same file, whatever other records the input has. (Assigning an exact number of
// classes to the test file would need all forms in memory or on disk, and would move classes to the
// other file when the input grows.)
#include "base/platform/files/run_files.hpp"
#include "base/text/format.hpp"
#include "batch/frame/job.hpp"
#include "batch/frame/record_texts.hpp"
#include "batch/jobs/sizes/sized_jobs.hpp"
#include "batch/rows/row_writer.hpp"
#include "batch/stages/form_stage.hpp"

namespace dokumill::batch {
namespace {

struct SplitPart {
  RecordTexts texts;
  std::vector<std::uint32_t> test_records;  // records for the test file, ascending

  void clear() {
    texts.clear();
    test_records.clear();
  }
};

class SplitWorker final : public Worker {
 public:
  SplitWorker(const Job& job, Share share, std::uint64_t seed, PerChunk<SplitPart>& parts)
      : read_(job.read_plan()), parts_(parts), rows_(job.plan()), share_(share), seed_(seed) {
    if (is_sized(job)) shape_ = job.plan().sized->shape;
  }

  void work(ChunkTask& task) override {
    read_.each_batch(task, [this](const BatchTask& batch) {
      batch.enter(Stage::kSolve);
      SplitPart& own = parts_[batch.result()];
      return batch.each_record([&](std::size_t record, const records::RecordError* fault) {
        if (batch.should_stop_at(record)) return Next::kAbandon;
        const Next next = fault != nullptr ? batch.report_malformed(*fault) : find(batch, record);
        if (next != Next::kGoOn) return next;
        if (fault == nullptr && is_test_) {
          own.test_records.push_back(static_cast<std::uint32_t>(record));
        }
        rows_.write_as_read(batch, record, fault != nullptr);
        own.texts.add(batch.result());
        return Next::kGoOn;
      });
    });
  }

 private:
  // Sets is_test_.
  Next find(const BatchTask& batch, std::size_t record) {
    if (shape_) {
      is_test_ = goes_to_test(*shape_, batch.cells(record), share_, seed_);
      return Next::kGoOn;
    }
    const Next next = forms_.find(batch, record);
    if (next == Next::kGoOn) is_test_ = dokumill::goes_to_test(forms_.form(), share_, seed_);
    return next;
  }

  ReadStage read_;
  PerChunk<SplitPart>& parts_;
  FormStage forms_;
  std::optional<Shape> shape_;  // of records of another size than 9x9
  bool is_test_ = false;
  RowWriter rows_;
  Share share_;
  std::uint64_t seed_;
};

class SplitFold final : public PartFold<SplitPart> {
 public:
  // `setup.output`: the train file. REQUIRES: `test` outlives the fold.
  SplitFold(const Setup& setup, OutputFile& test, const OutputPlan& test_plan)
      : PartFold(setup), test_(test_plan, test, setup.has_records_before, setup.options) {}

  std::uint64_t test_records() const { return test_records_; }

  bool wants_help() const override { return JobFold::wants_help() || test_.has_waiting(); }
  void help() override {
    if (JobFold::wants_help()) JobFold::help();
    if (test_.has_waiting()) test_.help();
  }
  JobOutput& test() { return test_; }

  Status commit() override {
    if (Status status = output().finish(); !status.ok()) return status;
    if (Status status = test_.finish(); !status.ok()) return status;
    OutputFile& train = output().file();
    const bool replaces = !train.final_path().empty() || !test_.file().final_path().empty();
    if (replaces && is_stop_wanted()) return interrupted();
    return OutputFile::commit_both(train, test_.file());
  }

 private:
  // Moves the texts of test records from the result to the test file.
  Status take_own(ChunkResult& result, SplitPart& own, std::uint64_t) override {
    test_text_.clear();
    std::size_t next = 0;
    Status status = own.texts.keep(result, [&](std::size_t record, std::string_view text, Status&) {
      if (next == own.test_records.size() || own.test_records[next] != record) return true;
      ++next;
      test_text_ += text;
      return false;
    });
    test_records_ += next;
    return status.ok() ? test_.write(test_text_) : status;
  }

  JobOutput test_;
  std::string test_text_;
  std::uint64_t test_records_ = 0;
};

Status check_options(const SplitOptions& options, const JobHooks& hooks) {
  if (options.share.parts > Share::kWhole) {
    return {ErrorCode::kUsage, "the share is greater than the whole"};
  }
  RunFiles files(platform_of(hooks));
  files.writes_output("the train file", options.output);
  files.writes_output("the test file", options.test_output);
  return files.status();
}

// A piece does not know whether an earlier piece has written a record to the train file, or to the
// test file. So it cannot know whether its own first record in that file needs a separator before
// it. The piece writes the separator, and `merge` leaves out a separator that is not needed.
// `merge` cannot do so in a compressed output. So if the format has such separators, a compressed
// output is kUsage.
Status check_separators(const SplitOptions& options, const OutputPlan& train,
                        const OutputPlan& test) {
  if (!options.job.piece || !records::format_traits(train.format).begins_with_line_end) return {};
  if (train.compression.kind == Compression::kNone && test.compression.kind == Compression::kNone) {
    return {};
  }
  return {ErrorCode::kUsage,
          "the pieces of split are not compressed in the format grid; choose another format or no "
          "compression",
          "compression"};
}

}  // namespace

Result<SplitReport> run_unguarded(const SplitOptions& options, const JobHooks& hooks) {
  if (Status status = check_options(options, hooks); !status.ok()) return status;
  const OutputPlan train_plan = OutputPlan::for_records(options.output_format);
  OutputPlan test_plan = train_plan;
  Status begun = test_plan.begin(platform_of(hooks), options.job, options.test_output);
  if (!begun.ok()) return begun;
  Result<Job> job = Job::open(options, hooks, train_plan);
  if (!job.ok()) return job.status();
  if (is_sized(*job)) {
    Status has_forms = check_forms(job->plan().sized->shape, "input.size");
    if (!has_forms.ok()) return has_forms;
  }
  Result<OutputFile> test = OutputFile::open(job->platform(), options.test_output,
                                             output_file_options(options.job, hooks));
  if (!test.ok()) return test.status();
  if (Status status = job->guard_inputs(*test); !status.ok()) return status;
  Status resolved = test_plan.resolve(job->detection(), job->name());
  if (!resolved.ok()) return resolved;
  if (test_plan.format != job->plan().format) {
    return Status(ErrorCode::kUsage,
                  format_text("the names of the train file and the test file, {} and {}, ask for "
                              "different formats; name the output format",
                              job->output().name(), test->name()));
  }
  Status separators = check_separators(options, job->plan(), test_plan);
  if (!separators.ok()) return separators;

  SplitFold fold(job->fold_setup(), *test, test_plan);
  if (Status status = fold.test().write_header(job->header()); !status.ok()) return status;
  const auto make_worker = [&] {
    return std::make_unique<SplitWorker>(*job, options.share, options.seed, fold.parts());
  };
  SplitReport report;
  Status status = job->run(fold, make_worker, report);
  if (!status.ok()) return status;
  fold.set_outcomes({&report.malformed});
  report.test = fold.test_records();
  report.train = report.kept_by_filter() - report.malformed - report.test;
  if (report.piece) {
    const bool is_parquet = test_plan.format == TextFormat::kParquet;
    report.piece->test = {options.test_output,
                          is_parquet ? Compression::kNone : test_plan.compression.kind,
                          test->written_bytes()};
  }
  return report;
}

}  // namespace dokumill::batch
