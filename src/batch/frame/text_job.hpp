// TextJob: runs a job over the records of its inputs, from opening the files to filling the report.
//
//   open()  opens the inputs, detects their formats, chooses the sizes, opens the output
//   run()   writes the header, runs the records (run_records()), checks whether an input changed,
//           runs the second step, writes the totals, commits the output
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
#include "batch/rows/output_plan.hpp"
#include "batch/sources/joined_source.hpp"
#include "batch/stages/record_stages.hpp"

namespace dokumill::batch {

class TextJob {
 public:
  // Opens the inputs first and then the output, so an unreadable input leaves no output file.
  // `request`: what the job writes. `engine` is empty for a job that solves nothing. REQUIRES:
  // `Options` has the members `input`, `output`, `strict` and `job`.
  template <class Options>
  static Result<TextJob> open(const Options& options, const JobHooks& hooks, OutputRequest request,
                              const std::string& engine = {}) {
    const Malformed malformed = options.strict ? Malformed::kStop : Malformed::kStepOver;
    return open(options.job, hooks, options.input, options.output, std::move(request), engine,
                malformed);
  }

  std::size_t batch_records() const { return size_.batch_records; }
  // How the job writes its output.
  const OutputPlan& plan() const { return plan_; }

  // The name and the format of the input that decides the layout: the first input that is not
  // empty, or the first input if all are empty.
  std::string name() const { return source_->name_of(source_->lead()); }
  const records::Detection& detection() const { return source_->detection(); }
  // For a job that reads a column of every record. Compares each input that is not empty with
  // detection(), and returns kUsage if an input differs. Either all these inputs must be csv, or
  // all must be jsonl. The csv inputs must also have the same columns and the same separator. The
  // jsonl inputs must also have the same member names for the puzzle and the solution. An input
  // that is opened later is checked when it is opened; if it differs, the job fails then. open()
  // calls this if the output keeps columns.
  // `option`: the option that can prevent the failure (Status::option()), as a string literal.
  Status require_same_columns(std::string_view option);
  // For a job that reads a column of every record. kUsage if an input is neither csv nor jsonl.
  // `reader`: the option that needs this column, for the message. `reader` and `option` are string
  // literals.
  Status require_csv(std::string_view reader, std::string_view option);
  Platform& platform() const { return *platform_; }
  const OutputFile& output() const { return *output_; }

  // Makes chunks of about `records` records at most, for a job whose records take long or have a
  // long output. So a short input has work for more threads. Call it before run().
  void limit_chunk_records(std::size_t records);
  // For records that may take long. Call it before run().
  void expect_slow_records();

  // Checks every input that is not empty. See JoinedSource::require().
  Status require(JoinedSource::Fits fits) { return source_->require(std::move(fits)); }
  // See OutputPlan. Call it before fold_setup().
  void set_columns(std::vector<tables::Column> columns) { plan_.set_columns(std::move(columns)); }
  // How the workers read the records. `needs_rows`: the workers read the text of rows, even if the
  // output does not keep it.
  ReadStage::Plan read_plan(bool needs_rows = false) const;
  JobFold::Setup fold_setup();
  // The header of the output; empty if it belongs to an earlier piece or part.
  std::string header() const;
  // Protects the inputs from `output`. kUsage if the output is written in place and would overwrite
  // records that are still to be read. If the output replaces an input and another process changes
  // this input, the job fails. open() calls this for output(); a job with a second output calls it
  // again.
  Status guard_inputs(OutputFile& output);

  // Writes the header, runs the job and fills `report`. `make_worker` returns a std::unique_ptr to
  // a worker of the job. If `make_worker` takes a Solver, each worker gets its own solver. If
  // `totals` is set, it returns a text, which is written at the end of the output.
  template <class MakeOne, class Report>
  Status run(JobFold& fold, const MakeOne& make_worker, Report& report,
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
    return run_workers(make, fold, report, totals);
  }

 private:
  static Result<TextJob> open(const JobOptions& options, const JobHooks& hooks,
                              const InputOptions& input, const std::string& output_path,
                              OutputRequest request, const std::string& engine,
                              Malformed malformed);
  // kUsage if the rows of the inputs do not belong in one output: tables with different columns, or
  // lines with the puzzle in different words.
  Status require_one_layout();
  // For a job that writes lines as they were read. kUsage if the puzzles are in different words of
  // the lines, because a reader of the output would find only some of them. Records of inputs that
  // are not lines are written as cells, so their puzzles are in the first word.
  Status require_same_words();
  Status require_lines();
  // kUsage if InputOptions::where is wrong, or does not fit an input.
  Status require_where();
  Status run_workers(const MakeWorker& make_worker, JobFold& fold, JobReport& report,
                     const std::function<std::string()>& totals);
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
  OutputPlan plan_;
  std::optional<OutputFile> output_;
  JobSize size_;
  std::shared_ptr<MemberLog> members_;        // of InputOptions::where; nullptr without it
  bool has_records_before_ = false;           // records come before the piece, or may do so
  std::vector<std::size_t> replaced_inputs_;  // numbers of the inputs that an output replaces
};

}  // namespace dokumill::batch
