#include "cli/job/run_job.hpp"

#include "base/platform/files/input_file.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "base/platform/process/terminal.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "cli/cli_main.hpp"

namespace dokumill::cli {

void set_piece_options(const PieceRun& piece, const SharedOptions& options) {
  options.job.piece = piece.piece;
  options.job.no_clobber = false;  // an incomplete piece is replaced
  options.output = piece.output;
  if (options.test_output != nullptr) *options.test_output = piece.test_output;
}

void set_job_options(Session& session, std::string& output, JobOptions& job) {
  const Arguments& arguments = session.arguments;
  Console& console = session.console;
  output = arguments.value("--output").value_or(output);
  job.threads = session.flags.threads;
  job.compression = session.flags.compression;
  job.cell_shape = session.flags.cell_shape;
  job.sync_output = arguments.has("--fsync");
  job.no_clobber = arguments.has("--no-clobber");
  job.on_warning = [&console](const std::string& message) { console.error(message); };
  job.should_stop = [] { return stop_signal() != 0; };
}

void set_progress(Session& session, const JobStyle& style, const std::string& output,
                  JobOptions& job) {
  Console& console = session.console;
  job.on_progress = nullptr;
  job.on_output = nullptr;
  if (!console.wants_progress()) return;
  const bool is_shared = goes_to_terminal(session.platform, output);
  if (!console.wants_progress(is_shared && style.writes == Writes::kRecords)) return;
  job.on_progress = [&console, unit = style.unit](const Progress& progress) {
    console.show_progress(progress, unit);
  };
  if (is_shared) job.on_output = [&console] { console.clear_progress(); };
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

std::string records_text(const JobReport& report) {
  const std::string records = counted(report.records, "records");
  return report.left_out ? format_text("{}, {} left out", records, grouped(*report.left_out))
                         : records;
}

std::string totals_line(const JobReport& report, std::string_view what) {
  return format_text("{}: {}; {}", records_text(report), what, speed_text(report, "records"));
}

std::string spilled_text(std::uint64_t bytes) {
  return bytes != 0 ? format_text(", {} in a temporary file", counted(bytes, "bytes")) : "";
}

}  // namespace dokumill::cli
