// TextJob: runs a job over the records of its inputs, from opening the files to filling the report.
//
//   open()  opens the inputs, detects their formats, chooses the sizes, opens the output
//   run()   writes the header, runs the pipeline, checks whether an input changed, runs the second
//           step, writes the totals, commits the output
//
// Between open() and run(), each job chooses its layout and makes its fold: see *_job.cpp.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "batch/frame/job_fold.hpp"
#include "batch/frame/job_setup.hpp"
#include "batch/sources/joined_source.hpp"
#include "batch/stages/record_stages.hpp"

namespace dokumill::batch {

// For a job with the option `keep_columns`: kUsage if the requested output format is not a table.
Status check_kept_format(const std::optional<TextFormat>& output_format);

// For the option `keep_columns` of a job that adds the columns `added`: kUsage if the input is not
// csv or already has a column with one of these names. `name` is the input's name. `hint` is
// appended to the message about a column that already exists.
Status check_columns(const records::Detection& detection, std::span<const std::string_view> added,
                     const std::string& name, std::string_view hint = {});

// True if a job that writes `format` keeps the objects of its input with all their members. This
// needs no option, unlike keeping csv columns, because every object has its own member names.
bool keeps_objects(const records::Detection& detection, TextFormat format);

class TextJob {
 public:
  // Opens the inputs first and then the output, so an unreadable input leaves no output file.
  // `engine` is empty for a job that solves nothing. REQUIRES: `Options` has the members `input`
  // and `strict`.
  template <class Options>
  static Result<TextJob> open(const Options& options, const JobHooks& hooks,
                              const std::string& engine = {}) {
    const Malformed malformed = options.strict ? Malformed::kStop : Malformed::kStepOver;
    return open(options, hooks, options.input, engine, malformed);
  }

  // The name and the format of the input that decides the layout: the first input that is not
  // empty, or the first input if all are empty.
  std::string name() const { return source_->name_of(source_->lead()); }
  const records::Detection& detection() const { return source_->detection(); }
  // For a job that keeps csv columns or objects. Compares each input that is not empty with
  // detection(), and returns kUsage if an input differs. Either all these inputs must be csv, or
  // all must be jsonl. The csv inputs must also have the same columns and the same separator. The
  // jsonl inputs must also have the same member names for the puzzle and the solution. An input
  // that is opened later is checked when it is opened; if it differs, the job fails then.
  // `option`: the option that can prevent the failure (Status::option()), as a string literal.
  Status require_same_columns(std::string_view option);
  // For a job that writes lines as they were read. kUsage if the puzzles are in different words of
  // the lines, because a reader of the output would find only some of them. Records of inputs that
  // are not lines are written as cells, so their puzzles are in the first word. `option`: as above.
  Status require_same_words(std::string_view option);
  // For a job that reads a column of every record. kUsage if an input is neither csv nor jsonl.
  // `reader`: the option that needs this column, for the message. `reader` and `option` are string
  // literals.
  Status require_csv(std::string_view reader, std::string_view option);
  Platform& platform() const { return *platform_; }
  const OutputFile& output() const { return *output_; }

  // Makes chunks of at most `bytes` bytes, for a job whose output is far longer than its input.
  // Call it before run().
  void limit_chunk_bytes(std::size_t bytes) {
    source_->set_chunk_bytes(std::min(size_.chunk_bytes, bytes));
  }

  // Checks every input that is not empty. See JoinedSource::require().
  Status require(JoinedSource::Fits fits) { return source_->require(std::move(fits)); }
  // How the workers read the records. `rows_of`: see ReadStage::Plan.
  ReadStage::Plan read_plan(std::optional<TextFormat> rows_of = {}) const;
  // As read_plan(detection().format) if `keep_rows`, otherwise as read_plan().
  ReadStage::Plan read_plan(bool keep_rows) const {
    return keep_rows ? read_plan(detection().format) : read_plan();
  }
  // Chooses how the text that the workers print becomes the output. Call it before fold_setup().
  // kUsage as in compression_of_table().
  Status set_table(const tables::TableOptions& table);
  // As set_table(table), for an output in `format`. If `format` is a table, the workers print csv
  // with the separator of the input. `keeps_columns`: the output has the columns or objects of the
  // input. `added`: the columns that the job adds; kText: they are cells, whatever their names are.
  enum class Added : std::uint8_t { kTypesByName, kText };
  Status set_table(TextFormat format, bool keeps_columns, Added added = Added::kTypesByName);
  // `format`: the format that the workers print.
  JobFold::Setup fold_setup(TextFormat format = TextFormat::kLine);
  // True if the header belongs to an earlier piece or part. REQUIRES: set_table() was called.
  bool is_header_elsewhere() const;
  // Protects the inputs from `output`. kUsage if the output is written in place and would overwrite
  // records that are still to be read. If the output replaces an input and another process changes
  // this input, the job fails. open() calls this for output(); a job with a second output calls it
  // again.
  Status guard_inputs(OutputFile& output);

  // Runs the job and fills `report`. `make_worker` returns a std::unique_ptr to a worker of the
  // job. If `make_worker` takes a Solver, each worker gets its own solver. If `totals` is set, it
  // returns a text, which is written at the end of the output.
  template <class MakeOne, class Report>
  Status run(JobFold& fold, std::string_view header, const MakeOne& make_worker, Report& report,
             const std::function<std::string()>& totals = {}) {
    const auto make = [&]() -> Result<std::unique_ptr<Worker>> {
      if constexpr (std::is_invocable_v<MakeOne, Solver>) {
        Result<Solver> solver = Solver::create(engine_);
        if (!solver.ok()) return solver.status();
        report.engine = solver->engine();
        return std::unique_ptr<Worker>(make_worker(*std::move(solver)));
      } else {
        return std::unique_ptr<Worker>(make_worker());
      }
    };
    Status status = run_workers(make, fold, header, report, totals);
    fold.report_outcomes(report);
    return status;
  }

 private:
  static Result<TextJob> open(const JobOptions& options, const JobHooks& hooks,
                              const InputOptions& input, const std::string& engine,
                              Malformed malformed);
  Status run_workers(const MakeWorker& make_worker, JobFold& fold, std::string_view header,
                     JobReport& report, const std::function<std::string()>& totals);
  // How the records of an input are read, if its rows are not kept.
  records::ReadOptions plain_options(const records::Detection& found) const;
  // Restricts the inputs to options.piece, and finds out whether records come before the piece.
  Status restrict_input();
  void report_piece(JobReport& report) const;
  // Fills JobReport::inputs and JobReport::doubtful_format.
  void report_inputs(const JobFold& fold, JobReport& report) const;
  // kInput if every record is malformed and the output would replace a file.
  Status check_worth(const JobFold& fold, const JobReport& report) const;
  // Checks whether another process changed an input while it was read. Called after the last byte
  // was read.
  Status check_changes() const;
  Status check_change(const JoinedSource::InputChange& change) const;

  TextJob(const JobOptions& options, const JobHooks& hooks, std::string engine, Malformed malformed)
      : options_(&options),
        platform_(&platform_of(hooks)),
        part_(hooks.part),
        engine_(std::move(engine)),
        malformed_(malformed) {}

  const JobOptions* options_;
  Platform* platform_;
  TextPart* part_;  // nullptr: the job reads whole inputs
  std::string engine_;
  const InputOptions* input_ = nullptr;
  Malformed malformed_;
  std::unique_ptr<JoinedSource> source_;
  CompressionOptions compression_;
  tables::TableOptions table_;
  std::optional<OutputFile> output_;
  JobSize size_;
  bool has_records_before_ = false;           // records come before the piece, or may do so
  TextFormat printed_ = TextFormat::kLine;    // the format passed to fold_setup()
  bool writes_objects_ = false;               // the workers print the objects of the output
  std::vector<std::size_t> replaced_inputs_;  // numbers of the inputs that an output replaces
};

}  // namespace dokumill::batch
