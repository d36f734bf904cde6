// What the commands share: the flags for every command, the ends of a job, the exit status.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/arguments.hpp"
#include "cli/cli_main.hpp"
#include "cli/console.hpp"
#include "dokumill/batch.hpp"
#include "platform/output_file.hpp"

namespace dokumill::cli {

// The flags that every command has, with their meaning.
struct CommonFlags {
  int threads = 0;
  bool is_quiet = false;
  ProgressWish progress = ProgressWish::kAuto;
};
Result<CommonFlags> common_flags(const Arguments& arguments);

// One run of the command: what was asked for, and where it reads, writes and speaks.
struct Session {
  const Arguments& arguments;
  CommonFlags flags;
  Platform& platform;
  Console& console;
};

// Fills what the flags say about threads, output and stopping; warnings and progress go to the
// console. `unit` is what is counted ("records"); `output`: of a command without --output.
void set_job_options(Session& session, std::string_view unit, JobOptions& options,
                     const std::optional<std::string>& output = {});

// Whether the bar may share a terminal with the output: where records go there, --progress auto
// shows none. The bar makes way for whatever is written.
enum class Writes { kRecords, kTotals };
void set_progress(Session& session, std::string_view unit, Writes writes, JobOptions& options);
// Problems of `input` go to the console.
void show_problems(Session& session, const InputOptions& input, JobOptions& options);
// Fills INPUT, --from, --column, --no-mmap. A terminal as input is kUsage.
Status set_input_options(const Session& session, InputOptions& input);
// --engine, or DOKUMILL_ENGINE, or auto.
std::string engine_name(const Session& session);

// Reads `flag` into `number`, which keeps its value where the flag is missing.
Status read_number(const Arguments& arguments, const std::string& flag, std::uint64_t low,
                   std::uint64_t high, std::uint64_t& number);

// --to: the format to write, none for "same". `format` keeps its value where the flag is missing.
Status read_output_format(const Arguments& arguments, std::optional<TextFormat>& format);

// kUsage if `path`, the value of `flag`, is the name of a compressed file: JSON is written as text.
Status check_json_name(const std::string& flag, const std::string& path);

// Names the format that was guessed, where the report says that it is doubtful. Not under --quiet.
void tell_doubtful_format(Console& console, const JobReport& report);

// The file that --report names, if it does. It is opened before the work, so that a report that
// cannot be written is reported at once, and is one of neither the output nor the input. From then
// on it is written whatever comes of the job, so that no earlier report stays in its place.
class ReportFile {
 public:
  // `second_output`: of a job that has two; empty: none. `job` gets a callback for the record that
  // ends it.
  static Result<ReportFile> open(const Session& session, JobOptions& job, const InputOptions* input,
                                 const std::string& second_output = {});
  ReportFile() = default;

  // Writes the report of a job that is done; the command's exit status, which is `exit_status`
  // unless the report cannot be written. REQUIRES: the output is in its place.
  template <class Report>
  int finish(Session& session, Report& report, int exit_status) {
    report.exit_status = exit_status;
    tell_doubtful_format(session.console, report);
    return file_ ? finish(session, to_json(report), exit_status) : exit_status;
  }

  // Says what went wrong, as fail() below, after that was written as the report.
  int fail(Session& session, const Status& status);

 private:
  int finish(Session& session, const std::string& json, int exit_status);
  Status write(const std::string& json);

  std::optional<OutputFile> file_;
  std::string input_path_;
  std::shared_ptr<std::optional<Problem>> fatal_record_;
};

// The command's exit status after this.
int exit_status_of(const Status& status);

// Says what went wrong, with a hint at the command's help behind a usage error; the exit status.
int fail(Console& console, const Status& status, Command command);
int fail(Session& session, const Status& status);

// The commands; each returns the exit status.
int run_solve(Session& session);
int run_check(Session& session);
int run_rate(Session& session);
int run_canon(Session& session);
int run_dedupe(Session& session);
int run_split(Session& session);
int run_generate_boards(Session& session);
int run_generate_puzzles(Session& session);
int run_bench(Session& session);
int run_play(Session& session);
int run_classic(Session& session);

// "1,000 puzzles in sudoku.txt, 1,234 tries; 0.02 s, ..." with the place " in sudoku.txt".
std::string puzzles_text(const PuzzlesReport& report, std::string_view place);

// The end of a solve, for the command and for -s.
int finish_solve(Session& session, Result<SolveReport> report, bool is_unique_wanted,
                 ReportFile& file);

}  // namespace dokumill::cli
