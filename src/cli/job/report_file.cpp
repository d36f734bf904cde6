#include "cli/job/report_file.hpp"

#include "base/platform/files/file_name.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "cli/table/words.hpp"

namespace dokumill::cli {

Status check_plain_name(const std::string& flag, const std::string& path) {
  const std::string_view compression = compression_of_name(path);
  if (compression.empty()) return {};
  return {ErrorCode::kUsage, format_text("{} {}: writing {} files is not supported; choose another "
                                         "name",
                                         flag, in_quotes(path), compression)};
}

void add_files(const Arguments& arguments, const std::optional<std::string>& report,
               const std::string& output, const std::string& test_output, const InputOptions* input,
               RunFiles& files) {
  if (report) files.writes("--report", *report);
  const bool is_split = !test_output.empty();
  if (!output.empty()) files.writes_output(is_split ? "--train" : "the output", output);
  if (is_split) files.writes_output("--test", test_output);
  for (const char* const flag :
       {"--files-from", "--template", "--mix", "--pattern", "--against", "--common"}) {
    if (const auto path = arguments.value(flag)) files.reads(flag, *path);
  }
  if (input == nullptr) return;
  files.reads_input(input->path);
  for (const std::string& path : input->more_paths) files.reads_input(path);
}

Result<ReportFile> ReportFile::open(const Session& session, const std::string& output,
                                    JobOptions& job, const InputOptions* input,
                                    const std::function<void(const std::string&)>& on_temporary) {
  ReportFile report;
  const std::optional<std::string>& path = session.flags.report;
  if (!path) return report;
  if (Status status = check_plain_name("--report", *path); !status.ok()) return status;
  Result<OutputFile> file =
      OutputFile::open(session.platform, *path,
                       {job.sync_output, job.no_clobber, job.on_warning, false, on_temporary});
  if (!file.ok()) return file.status();
  report.file_.emplace(*std::move(file));
  report.has_output_ = !output.empty();
  if (input != nullptr) {
    report.input_path_ = input->path;
    report.more_input_paths_ = input->more_paths;
  }
  report.fatal_record_ = std::make_shared<std::optional<Problem>>();
  job.on_fatal_record = [record = report.fatal_record_](const Problem& problem) {
    *record = problem;
  };
  return report;
}

int ReportFile::fail(Session& session, const Status& status) {
  if (!file_ || status.ok()) return cli::fail(session, status);
  FailureReport report;
  report.command = session.arguments.command->name;
  report.input_path = input_path_;
  report.more_input_paths = more_input_paths_;
  report.status = status;
  report.exit_status = exit_status_of(status);
  report.record = *fatal_record_;
  const Status written = write(to_json(report));
  // Print one message for one failure. The failure of the job decides the exit status.
  if (written.ok() || written.code() == ErrorCode::kInterrupted) return cli::fail(session, status);
  return cli::fail(
      session,
      {status.code(), message_of(status) + "; the report is not written: " + message_of(written)});
}

void note_doubtful_format(Console& console, const JobReport& report) {
  constexpr std::uint64_t kShown = 10;
  std::uint64_t doubtful = 0;
  std::uint64_t layouts = 0;
  for (const InputReport& input : report.inputs) {
    if (!input.layout.empty() && ++layouts <= kShown) {
      console.info(format_text("{}: read as {}", input.name, input.layout));
    }
    if (input.doubtful_format.empty() || ++doubtful > kShown) continue;
    console.info(
        format_text("{}: read as {}, guessed from its first lines (--from names another format, "
                    "--from any finds other layouts, --size names another size)",
                    input.name, input.doubtful_format));
  }
  if (doubtful > kShown) {
    console.info(format_text("and {} whose format was guessed",
                             counted(doubtful - kShown, "more such inputs")));
  }
}

void warn_about_unmapped_column(Console& console, const JobReport& report) {
  if (report.unmapped_column.empty()) return;
  console.error(
      format_text("{}: warning: column '{}' has boards, which were not mapped with the puzzles; "
                  "if they are the solutions, name the column with --solution-column",
                  report.input_name, printable(report.unmapped_column)));
}

int ReportFile::finish(Session& session, const std::string& json, int exit_status) {
  const Status status = write(json);
  return status.ok() ? exit_status : cli::fail(session, status);
}

Status ReportFile::write(const std::string& json) {
  const Status status = file_->write(json);
  if (status.code() == ErrorCode::kInterrupted) {
    return {ErrorCode::kInterrupted,
            has_output_ ? "interrupted: the output is in its place, the report is not"
                        : "interrupted: the report is not in its place"};
  }
  return status.ok() ? file_->commit() : status;
}

}  // namespace dokumill::cli
