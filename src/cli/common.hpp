// The common parts of the commands: common flags, reports, exit statuses, and how a command runs a
// job.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch/frame/jobs.hpp"
#include "cli/arguments.hpp"
#include "cli/cli_main.hpp"
#include "cli/console.hpp"
#include "cli/context.hpp"
#include "cli/job_name.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/datasets.hpp"
#include "platform/files/run_files.hpp"
#include "platform/output/output_file.hpp"

namespace dokumill::cli {

// The flags that every command accepts.
struct CommonFlags {
  int threads = 0;
  bool is_quiet = false;
  ProgressMode progress = ProgressMode::kAuto;
  std::optional<CompressionOptions> compression;
};
Result<CommonFlags> common_flags(const Arguments& arguments);

// One run of a command: its arguments, its system calls, its messages and its context.
struct Session {
  const Arguments& arguments;
  CommonFlags flags;
  Platform& platform;
  Console& console;
  Context context = {};
};

// Sets options that all jobs have. The output, the threads, the compression, `sync_output` and
// `no_clobber` come from the flags. Also sets the callbacks for warnings and stops. An output that
// is already set stays unless --output names another one.
void set_job_options(Session& session, JobOptions& options);

// What a job writes to its output: records or only totals.
enum class Writes { kRecords, kTotals };
// Sets the callbacks that show the progress bar. With --progress auto, there is no bar if the job
// writes its records to the terminal where the bar would be. If there is a bar and the output goes
// to the same terminal, the bar is cleared before text is written to the output.
void set_progress(Session& session, std::string_view unit, Writes writes, JobOptions& options);
// Sets a callback in `options` that prints the problems of the records. REQUIRES: `input` outlives
// `options`.
void show_problems(Session& session, const InputOptions& input, JobOptions& options);
// Sets `path` and `more_paths` from the operands, and then from the names in the file of
// --files-from.
Status set_input_paths(const Session& session, InputOptions& input);
// Sets the options that describe the input: INPUT, --files-from, --from, --column, --delimiter,
// --no-header and --no-mmap. kUsage if no input is named and standard input is a terminal, and for
// values or combinations of flags that are not allowed.
Status set_input_options(const Session& session, InputOptions& input);
// The engine: --engine, else DOKUMILL_ENGINE, else auto.
std::string engine_name(const Session& session);

// Reads the value of `flag` into `number`. Without the flag, `number` keeps its value.
Status read_number(const Arguments& arguments, const std::string& flag, std::uint64_t low,
                   std::uint64_t high, std::uint64_t& number);

// Reads --piece. Without the flag, `piece` keeps its value.
Status read_piece(const Arguments& arguments, std::optional<Piece>& piece);
// Reads --to into `format`: nullopt for "same". Without the flag, `format` keeps its value.
Status read_output_format(const Arguments& arguments, std::optional<TextFormat>& format);
// Reads --empty. Without the flag, `empty_cell` keeps its value.
Status read_empty_cell(const Arguments& arguments, char& empty_cell);
// Reads --memory. Without the flag, `bytes` keeps its value.
Status read_memory(const Arguments& arguments, std::uint64_t& bytes);
// kUsage if there is an operand.
Status check_no_operand(const Arguments& arguments);

// kUsage if `path`, the value of `flag`, is the name of a compressed file: JSON is not compressed.
Status check_json_name(const std::string& flag, const std::string& path);

// Prints the detected format of the first ten inputs whose format is doubtful according to the
// report, and then the number of further such inputs. Prints nothing under --quiet.
void note_doubtful_format(Console& console, const JobReport& report);

// Warns if the report names a column of boards that were not mapped with their puzzles.
void warn_about_unmapped_column(Console& console, const JobReport& report);

// Adds the files of a command: --report, the outputs, --files-from and the inputs. `output` is
// empty if the command writes only a report. `test_output`: the second output of `split`; empty for
// all other commands. `input` may be nullptr.
void add_files(const Arguments& arguments, const std::string& output,
               const std::string& test_output, const InputOptions* input, RunFiles& files);

// The file of --report, if the flag was given. It is opened before the job, so that a file that
// cannot be written is reported at once. The report is written even if the job fails, so that this
// path never keeps the report of an earlier run.
class ReportFile {
 public:
  // Also sets a callback in `job` that receives the record at which the job ends early. REQUIRES:
  // RunFiles found that no other file of the command is the report.
  static Result<ReportFile> open(const Session& session, JobOptions& job,
                                 const InputOptions* input);
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

// The exit status for a failed job.
int exit_status_of(const Status& status);

// Prints what failed. After a usage error, also prints a hint to use the command's help. Returns
// the exit status.
int fail(Console& console, const Status& status, Command command);
int fail(Session& session, const Status& status);

// The end of a job: its totals for stderr, and how many records can make the exit status 1.
struct Ending {
  std::string totals;
  std::uint64_t malformed = 0;
  // The records that are unsolvable, that failed a check, and so on. The exit status is 1 for these
  // even with --malformed-ok.
  std::uint64_t bad = 0;
};
// The exit status of a job that finished. It is 1 if a record is bad, or if a record is malformed
// and --malformed-ok is not given.
int exit_status_of(const Session& session, const Ending& ending);
// kUsage for --malformed-ok with --strict: --malformed-ok accepts malformed records, and --strict
// rejects every malformed record.
Status check_malformed_flags(const Arguments& arguments);

// Runs a job from its flags to its exit status. `set_options(session, options)` reads the flags,
// `job(options, hooks)` (batch/frame/jobs.hpp) does the work, and `end(report)` returns the totals.
// `unit` is the unit of the progress bar. `options` may have defaults, such as the output of the
// classic commands.
template <class Options, class SetOptions, class Job, class End>
int run_job(Session& session, std::string_view unit, Writes writes, Options options,
            const SetOptions& set_options, const Job& job, const End& end) {
  if (Status status = check_malformed_flags(session.arguments); !status.ok()) {
    return fail(session, status);
  }
  set_job_options(session, options);
  if (Status status = read_piece(session.arguments, options.piece); !status.ok()) {
    return fail(session, status);
  }
  if (session.context.exchange != nullptr) options.piece = session.context.exchange->piece;
  if (Status status = set_options(session, options); !status.ok()) return fail(session, status);
  set_progress(session, unit, writes, options);
  const InputOptions* input = nullptr;
  if constexpr (requires { options.input; }) input = &options.input;
  std::string test_output;
  if constexpr (requires { options.test_output; }) test_output = options.test_output;
  RunFiles files(session.platform);
  add_files(session.arguments, options.output, test_output, input, files);
  if (!files.status().ok()) return fail(session, files.status());
  Result<ReportFile> file = ReportFile::open(session, options, input);
  if (!file.ok()) return fail(session, file.status());
  if (input != nullptr) show_problems(session, *input, options);

  auto report = job(options, batch::JobHooks{&session.platform, 0, session.context.exchange,
                                             !session.context.is_part});
  session.console.clear_progress();
  if (!report.ok()) return file->fail(session, report.status());
  session.console.note_omitted(report->problems.size() + report->problems_omitted);
  const Ending ending = end(*report);
  session.console.info(ending.totals);
  return file->finish(session, *report, exit_status_of(session, ending));
}

// The commands. Each returns the exit status.
int run_solve(Session& session);
int run_check(Session& session);
int run_rate(Session& session);
int run_canon(Session& session);
int run_dedupe(Session& session);
int run_split(Session& session);
int run_convert(Session& session);
int run_augment(Session& session);
int run_sample(Session& session);
int run_shuffle(Session& session);
int run_steps(Session& session);
int run_export(Session& session);
int run_book(Session& session);
int run_merge(Session& session);
int run_generate(Session& session);
int run_generate_boards(Session& session);
int run_generate_puzzles(Session& session);
int run_bench(Session& session);
int run_play(Session& session);
int run_classic(Session& session);

// ", 1,234 bytes in a temporary file", or nothing.
std::string spilled_text(std::uint64_t bytes);
// The totals of generated puzzles, for example "1,000 puzzles in sudoku.txt, 1,234 tries; 0.02 s,
// ..." if `place` is " in sudoku.txt". `place` may be empty.
std::string puzzles_text(const PuzzlesReport& report, std::string_view place);
// The Ending of each command that can run in pieces. check_ending() prints the duplicates and, if
// `prints_totals` is true, the totals.
Ending solve_ending(const SolveReport& report, bool is_unique_wanted);
Ending check_ending(Console& console, const CheckReport& report, bool prints_totals);
Ending rate_ending(const RateReport& report);
Ending canon_ending(const CanonReport& report);
Ending dedupe_ending(const DedupeReport& report);
Ending split_ending(const SplitReport& report);
Ending convert_ending(const ConvertReport& report);
Ending steps_ending(const StepsReport& report);
Ending augment_ending(const AugmentReport& report);
Ending boards_ending(const JobReport& report);

}  // namespace dokumill::cli
