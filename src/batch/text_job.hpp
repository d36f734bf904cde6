// TextJob: a job over the records of an input: opens both ends, runs the pipeline, puts the output
// in its place.
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

// `--keep-columns` writes csv: an output of another format that was asked for is refused.
Status check_kept_format(const std::optional<TextFormat>& output_format);

// `--keep-columns` needs columns to keep, and adds ones of its own. `name` is the input's; `hint`
// follows the message about a name that the input has already.
Status check_columns(const records::Detection& detection, std::span<const std::string_view> added,
                     const std::string& name, std::string_view hint = {});

class TextJob {
 public:
  // Opens the input, then the output: what cannot be read leaves no trace. `engine` empty: a job
  // that solves nothing.
  static Result<TextJob> open(const JobOptions& options, const InputOptions& input,
                              const std::string& engine, Malformed malformed);

  const TextSource& source() const { return *source_; }
  // How the input's records are read; `keep_rows` as there.
  records::ReadOptions read_options(bool keep_rows) const;
  const JobSize& size() const { return size_; }
  Platform& platform() const { return *platform_; }
  OutputFile& output() { return *output_; }
  JobFold::Place place() const;
  // Keeps the input from being lost by `output`: kUsage where the output, written in place, would
  // go over records that are still to be read. Where it replaces the input, the job fails if the
  // input changes. Called by open() for output(); once more for a second output.
  Status guard_input(OutputFile& output);

  using MakeRecordWorker = std::function<std::unique_ptr<Worker>(Solver solver)>;
  // Runs the pipeline and, when all went well, writes what `last_text` returns, commits the output
  // and fills `report`.
  Status run(const MakeRecordWorker& make_worker, JobFold& fold, JobReport& report,
             const std::function<std::string()>& last_text = {});
  // The same for a job that solves nothing.
  Status run_unsolved(const std::function<std::unique_ptr<Worker>()>& make_worker, JobFold& fold,
                      JobReport& report);

 private:
  Status run_workers(const MakeWorker& make_worker, JobFold& fold, JobReport& report,
                     const std::function<std::string()>& last_text);
  // As in JobReport.
  std::string doubtful_format(const JobFold& fold) const;
  // Judges what others did to the input while it was read, once it all was.
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
