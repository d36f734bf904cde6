// Job: runs a job from its plan to its report.
//
//   open(), open_range()   make the plan (job_plan.hpp), and then open the output
//   run()                  writes the header, runs the records (run_records()), checks whether an
//                          input changed, runs the second step, writes the totals, commits the
//                          output
//
// Between open() and run(), each job chooses its layout and makes its fold: see *_job.cpp.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "batch/frame/job_fold.hpp"
#include "batch/frame/job_plan.hpp"
#include "batch/frame/refusals.hpp"

namespace dokumill::batch {

// What a fold needs to know of a plan. REQUIRES: the plan and the output outlive the fold.
JobFold::Setup fold_setup_of(const JobPlan& plan, OutputFile& output);

class Job {
 public:
  // Opens the inputs first and then the output, so an unreadable input leaves no output file. See
  // open_plan(). REQUIRES: `Options` has the members `input`, `output`, `strict` and `job`.
  template <class Options>
  static Result<Job> open(const Options& options, const JobHooks& hooks, OutputPlan output,
                          const std::string& engine = {}) {
    const Malformed malformed = options.strict ? Malformed::kStop : Malformed::kStepOver;
    return open_output(open_plan(options.job, hooks, options.input, options.output,
                                 std::move(output), engine, malformed));
  }
  // See open_range_plan().
  static Result<Job> open_range(const JobOptions& options, const JobHooks& hooks, bool continues,
                                const NumberRange& range, OutputPlan output) {
    return open_output(open_range_plan(options, hooks, continues, range, std::move(output)));
  }

  // How the job writes its output.
  const OutputPlan& plan() const { return plan_.output; }
  OutputFile& output() { return output_; }
  Platform& platform() const { return *plan_.platform; }
  std::size_t batch_records() const { return plan_.size.batch_records; }
  ReadStage::Plan read_plan(bool needs_rows = false) const { return plan_.read_plan(needs_rows); }
  // The name and the format of the input that decides the layout.
  std::string name() const { return lead_name(*plan_.texts); }
  const records::Detection& detection() const { return plan_.detection(); }

  // Before run(), a job can add to its plan: see JobPlan, OutputPlan, refusals.hpp and
  // JoinedSource::require().
  void limit_chunk_records(std::size_t records) { plan_.limit_chunk_records(records); }
  void expect_slow_records() { plan_.expect_slow_records(); }
  bool orders_records() const { return !plan_.order.names.empty(); }
  Status order_by(KeyOrder order) { return plan_.order_by(std::move(order)); }
  Status set_columns(std::vector<tables::Column> columns) {  // before fold_setup()
    return plan_.output.set_columns(std::move(columns));
  }
  Status require(JoinedSource::Fits fits) { return plan_.texts->require(std::move(fits)); }
  Status require_same_columns(std::string_view option) {
    return batch::require_same_columns(*plan_.texts, option);
  }
  Status require_csv(std::string_view reader, std::string_view option) {
    return batch::require_csv(*plan_.texts, reader, option);
  }

  JobFold::Setup fold_setup() { return fold_setup_of(plan_, output_); }
  // The header of the output; empty if it belongs to an earlier piece or part.
  std::string header() const { return plan_.has_header ? plan_.output.header : std::string(); }
  // Protects the inputs from `output`. kUsage if the output is written in place and would overwrite
  // records that are still to be read. If the output replaces an input and another process changes
  // this input, the job fails. open() calls this for output(); a job with a second output calls it
  // again.
  Status guard_inputs(OutputFile& output);

  // Runs the job and fills `report`. `make_worker` returns a worker of the job, as a
  // std::unique_ptr or a Result. If `make_worker` takes a Solver, each worker gets its own solver.
  // If `totals` is set, it returns a text, which is written at the end of the output.
  template <class MakeOne, class Report>
  Status run(JobFold& fold, const MakeOne& make_worker, Report& report,
             const std::function<std::string()>& totals = {}) {
    const auto make = [&]() -> Result<std::unique_ptr<Worker>> {
      if constexpr (std::is_invocable_v<MakeOne, Solver>) {
        Result<Solver> solver = Solver::create(plan_.engine);
        if (!solver.ok()) return solver.status();
        report.engine = solver->engine();
        return std::unique_ptr<Worker>(make_worker(*std::move(solver)));
      } else if constexpr (std::is_same_v<decltype(make_worker()),
                                          Result<std::unique_ptr<Worker>>>) {
        return make_worker();
      } else {
        return std::unique_ptr<Worker>(make_worker());
      }
    };
    return run_workers(make, fold, report, totals);
  }

 private:
  Job(JobPlan plan, OutputFile output) : plan_(std::move(plan)), output_(std::move(output)) {}
  static Result<Job> open_output(Result<JobPlan> plan);

  Status run_workers(const MakeWorker& make_worker, JobFold& fold, JobReport& report,
                     const std::function<std::string()>& totals);
  // After the last byte was read. Checks whether another process changed an input.
  Status check_changes() const;
  // kInput if every record is malformed and the output would replace a file.
  Status check_worth(const JobFold& fold, const JobReport& report) const;
  void warn_about_members() const;
  // Fills JobReport::inputs and JobReport::doubtful_format.
  void report_inputs(const JobFold& fold, JobReport& report) const;
  void report_piece(JobReport& report) const;

  JobPlan plan_;
  OutputFile output_;
  std::vector<std::size_t> replaced_inputs_;  // numbers of the inputs that an output replaces
};

}  // namespace dokumill::batch
