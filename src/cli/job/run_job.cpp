#include "cli/job/run_job.hpp"

#include "cli/cli_main.hpp"
#include "core/text/fmt.hpp"
#include "core/text/printable.hpp"
#include "platform/files/input_file.hpp"
#include "platform/process/stop_signals.hpp"
#include "platform/process/terminal.hpp"

namespace dokumill::cli {

void set_job_options(Session& session, JobOptions& options) {
  const Arguments& arguments = session.arguments;
  Console& console = session.console;
  options.output = arguments.value("--output").value_or(options.output);
  options.threads = session.flags.threads;
  options.compression = session.flags.compression;
  options.sync_output = arguments.has("--fsync");
  options.no_clobber = arguments.has("--no-clobber");
  options.on_warning = [&console](const std::string& message) { console.error(message); };
  options.should_stop = [] { return stop_signal() != 0; };
}

void set_progress(Session& session, std::string_view unit, Writes writes, JobOptions& options) {
  Console& console = session.console;
  options.on_progress = nullptr;
  options.on_output = nullptr;
  if (!console.wants_progress()) return;
  const bool is_shared = goes_to_terminal(session.platform, options.output);
  if (!console.wants_progress(is_shared && writes == Writes::kRecords)) return;
  options.on_progress = [&console, unit](const Progress& progress) {
    console.show_progress(progress, unit);
  };
  if (is_shared) options.on_output = [&console] { console.clear_progress(); };
}

void show_problems(Session& session, const InputOptions& input, JobOptions& options) {
  Console& console = session.console;
  options.on_problem = [&console, &input](const Problem& problem) {
    const std::string& path = problem.input == 0 ? input.path : input.more_paths[problem.input - 1];
    console.show_problem(printable_path(path, "<stdin>"), problem);
  };
}

int exit_status_of(const Session& session, const Ending& ending) {
  const bool is_excused = session.arguments.has("--malformed-ok");
  return ending.bad != 0 || (ending.malformed != 0 && !is_excused) ? kSomeRecordsBad : kFine;
}

std::string totals_line(const JobReport& report, std::string_view what) {
  return fmt::format("{}: {}; {}", counted(report.records, "records"), what,
                     speed_text(report, "records"));
}

std::string spilled_text(std::uint64_t bytes) {
  return bytes != 0 ? fmt::format(", {} in a temporary file", counted(bytes, "bytes")) : "";
}

}  // namespace dokumill::cli
