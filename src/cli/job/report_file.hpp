// ReportFile: the file of --report. It is opened before the job, so that a file that cannot be
// written is reported at once. The report is written even if the job fails, so that this path never
// keeps the report of an earlier run.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/platform/files/run_files.hpp"
#include "base/platform/output/output_file.hpp"
#include "cli/job/job_name.hpp"
#include "cli/job/session.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::cli {

// For outputs that are not compressed: kUsage if `path`, the value of `flag`, is the name of a
// compressed file.
Status check_plain_name(const std::string& flag, const std::string& path);

// Adds the files of a command: the report, the outputs, --files-from and the inputs. `report`:
// nullopt if the command writes none. `output` is empty if the command writes only a report.
// `test_output`: the second output of `split`; empty for all other commands. `input` may be
// nullptr.
void add_files(const Arguments& arguments, const std::optional<std::string>& report,
               const std::string& output, const std::string& test_output, const InputOptions* input,
               RunFiles& files);

// Prints the detected format of the first ten inputs whose format is doubtful according to the
// report, and then the number of further such inputs. Prints nothing under --quiet.
void note_doubtful_format(Console& console, const JobReport& report);
// Warns if the report names a column of boards that were not mapped with their puzzles.
void warn_about_unmapped_column(Console& console, const JobReport& report);

class ReportFile {
 public:
  // Also sets a callback in `job` that receives the record at which the job ends early. REQUIRES:
  // RunFiles found that no other file of the command is the report.
  // `on_temporary`: see OutputOptions.
  static Result<ReportFile> open(
      const Session& session, const std::string& output, JobOptions& job, const InputOptions* input,
      const std::function<void(const std::string& path)>& on_temporary = {});
  ReportFile() = default;

  // Writes the report of a finished job. Returns `exit_status`, or another status if the report
  // cannot be written. REQUIRES: the job has committed its output.
  template <class Report>
  int finish(Session& session, Report& report, int exit_status) {
    report.exit_status = exit_status;
    if (report.piece) report.piece->job = job_name(session.arguments, *report.piece);
    note_doubtful_format(session.console, report);
    warn_about_unmapped_column(session.console, report);
    return file_ ? finish(session, to_json(report), exit_status) : exit_status;
  }

  // True if the report will replace a file.
  bool replaces_file() const { return file_ && file_->replaces_file(); }

  // If --report was given, writes the failure as the report. Then prints the failure and returns
  // the exit status, as cli::fail() does.
  int fail(Session& session, const Status& status);

 private:
  int finish(Session& session, const std::string& json, int exit_status);
  Status write(const std::string& json);

  std::optional<OutputFile> file_;
  bool has_output_ = true;  // false: `merge` writes only a report
  std::string input_path_;
  std::vector<std::string> more_input_paths_;
  std::shared_ptr<std::optional<Problem>> fatal_record_;
};

}  // namespace dokumill::cli
