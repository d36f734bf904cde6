// TextJob: runs a job over the records of an input. It opens the input and the output, runs the
// pipeline, and puts the output in its place.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "batch/job_fold.hpp"
#include "batch/job_setup.hpp"
#include "batch/record_worker.hpp"
#include "batch/text_source.hpp"

namespace dokumill::batch {

// `--keep-columns` writes csv: kUsage if another output format was requested.
Status check_kept_format(const std::optional<TextFormat>& output_format);

// `--keep-columns` needs csv input and adds the columns `added`. kUsage if the input is not csv or
// already has a column of such a name. `name` is the input's name. `hint` is appended to the
// message about a name that exists.
Status check_columns(const records::Detection& detection, std::span<const std::string_view> added,
                     const std::string& name, std::string_view hint = {});

class TextJob {
 public:
  // Opens the input first and then the output, so an unreadable input leaves no output file.
  // `engine` is empty for a job that solves nothing.
  static Result<TextJob> open(const JobOptions& options, const InputOptions& input,
                              const std::string& engine, Malformed malformed);

  const TextSource& source() const { return *source_; }
  // The options for reading the input's records. For `keep_rows`, see records::ReadOptions.
  records::ReadOptions read_options(bool keep_rows) const;
  const JobSize& size() const { return size_; }
  Platform& platform() const { return *platform_; }
  OutputFile& output() { return *output_; }
  JobFold::Place place() const;
  // Protects the input from `output`. kUsage if the output is written in place and would overwrite
  // records that are still to be read. If the output replaces the input, the job fails if the input
  // changes. open() calls this for output(); a job with a second output calls it again.
  Status guard_input(OutputFile& output);

  using MakeRecordWorker = std::function<std::unique_ptr<Worker>(Solver solver)>;
  // Runs the pipeline. On success, writes the text that `last_text` returns, commits the output and
  // fills `report`.
  Status run(const MakeRecordWorker& make_worker, JobFold& fold, JobReport& report,
             const std::function<std::string()>& last_text = {});
  // The same for a job that solves nothing.
  Status run_unsolved(const std::function<std::unique_ptr<Worker>()>& make_worker, JobFold& fold,
                      JobReport& report);

 private:
  Status run_workers(const MakeWorker& make_worker, JobFold& fold, JobReport& report,
                     const std::function<std::string()>& last_text);
  // See JobReport::doubtful_format.
  std::string doubtful_format(const JobFold& fold) const;
  // Checks whether another process changed the input while it was read. Called after the last byte.
  Status check_change() const;

  TextJob(const JobOptions& options, std::string engine, Malformed malformed)
      : options_(&options),
        platform_(&platform_of(options)),
        engine_(std::move(engine)),
        malformed_(malformed) {}

  const JobOptions* options_;
  Platform* platform_;
  std::string engine_;
  std::string input_path_;
  Malformed malformed_;
  std::unique_ptr<TextSource> source_;
  std::optional<OutputFile> output_;
  JobSize size_;
  bool replaces_input_ = false;
};

}  // namespace dokumill::batch
