// run_job(): runs a job of the library from its flags to its exit status.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "base/platform/files/run_files.hpp"
#include "batch/frame/jobs.hpp"
#include "cli/job/endings.hpp"
#include "cli/job/flag_reader.hpp"
#include "cli/job/pieces.hpp"
#include "cli/job/report_file.hpp"
#include "cli/job/session.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::cli {

// What a job writes to its output: records or only totals.
enum class Writes { kRecords, kTotals };

// Sets options that all jobs have. The output, the threads, the compression, `sync_output` and
// `no_clobber` come from the flags. Also sets the callbacks for warnings and stops. An output that
// is already set stays unless --output names another one.
void set_job_options(Session& session, std::string& output, JobOptions& job);
// What differs between jobs without being an option of the job.
struct JobStyle {
  std::string_view unit = "records";  // the unit of the progress bar
  Writes writes = Writes::kRecords;
};

// Sets the callbacks that show the progress bar. With --progress auto, there is no bar if the job
// writes its records to the terminal where the bar would be. If there is a bar and the output goes
// to the same terminal, the bar is cleared before text is written to the output.
void set_progress(Session& session, const JobStyle& style, const std::string& output,
                  JobOptions& job);
// Sets a callback in `options` that prints the problems of the records. REQUIRES: `input` outlives
// `options`.
void show_problems(Session& session, const InputOptions& input, JobOptions& options);

// The exit status of a job that finished. It is 1 if a record is bad, or if a record is malformed
// and --malformed-ok is not given.
int exit_status_of(const Session& session, const Ending& ending);

// The end of a job that has its own ending_of().
struct UsualEnd {
  Ending operator()(const auto& report) const { return ending_of(report); }
};

// The job that has these options.
struct UsualJob {
  auto operator()(const auto& options, const batch::JobHooks& hooks) const {
    return batch::run(options, hooks);
  }
};

// The options that several jobs have, as members of the options of one job.
struct SharedOptions {
  std::string& output;
  JobOptions& job;
  // nullptr: the job does not have this option.
  InputOptions* input = nullptr;
  bool* strict = nullptr;
  std::string* engine = nullptr;
  std::string* test_output = nullptr;
};
template <class Options, class... Others>
inline constexpr bool kIsOneOf = (std::is_same_v<Options, Others> || ...);

// Jobs are named here by what they lack, and only by that. So a member that gets another name does
// not compile; its flag does not silently lose its effect.
template <class Options>
SharedOptions shared_options(Options& options) {
  SharedOptions shared{options.output, options.job};
  constexpr bool kReads = !kIsOneOf<Options, BoardsOptions, PuzzlesOptions, PatternOptions>;
  constexpr bool kSolves =
      !kIsOneOf<Options, BoardsOptions, CanonOptions, DedupeOptions, SplitOptions, ConvertOptions,
                AugmentOptions, SampleOptions, ShuffleOptions, SortOptions>;
  if constexpr (kReads) shared.input = &options.input;
  if constexpr (kReads) shared.strict = &options.strict;
  if constexpr (kSolves) shared.engine = &options.engine;
  if constexpr (kIsOneOf<Options, SplitOptions>) shared.test_output = &options.test_output;
  return shared;
}

// Sets the options that a piece has of its own.
void set_piece_options(const PieceRun& piece, const SharedOptions& options);

// Runs a job from its flags to its exit status. `set_options(flags, options)` reads the flags of
// the command; --strict and the engine are read here. `job(options, hooks)` does the work, and
// `end(report)` returns the totals. `options` may have defaults, such as the output of the classic
// commands.
template <class Options, class SetOptions, class End = UsualEnd, class Job = UsualJob>
int run_job(Session& session, Options options, const SetOptions& set_options, const End& end = {},
            const JobStyle& style = {}, const Job& job = {}) {
  JobFlags flags(session);
  flags.reject_if(flags.has("--malformed-ok") && flags.has("--strict"),
                  "--malformed-ok and --strict cannot be used together: --strict stops at the "
                  "first malformed record");
  const SharedOptions shared = shared_options(options);
  set_job_options(session, options.output, options.job);
  flags.read("--piece", options.job.piece, parse_piece);
  flags.read("--as", options.job.column_names, parse_column_names);
  if (shared.strict != nullptr) *shared.strict = flags.has("--strict");
  if (shared.engine != nullptr) *shared.engine = engine_name(session);
  if (flags.status().ok()) set_options(flags, options);
  if (!flags.status().ok()) return fail(session, flags.status());
  if (session.piece != nullptr) set_piece_options(*session.piece, shared);
  set_progress(session, style, options.output, options.job);
  const InputOptions* const input = shared.input;
  const std::string test_output = shared.test_output != nullptr ? *shared.test_output : "";
  RunFiles files(session.platform);
  add_files(session.arguments, session.flags.report, options.output, test_output, input, files);
  if (!files.status().ok()) return fail(session, files.status());
  Result<ReportFile> file = ReportFile::open(session, options.output, options.job, input);
  if (!file.ok()) return fail(session, file.status());
  if (input != nullptr) show_problems(session, *input, options.job);

  const bool is_piece = session.piece != nullptr;
  auto report =
      job(options, batch::JobHooks{&session.platform, 0,
                                   is_piece ? session.piece->exchange : nullptr, !is_piece});
  session.console.clear_progress();
  if (!report.ok()) return file->fail(session, report.status());
  session.console.note_omitted(report->problems.size() + report->problems_omitted);
  const Ending ending = end(*report);
  session.console.info(ending.totals);
  return file->finish(session, *report, exit_status_of(session, ending));
}

// For CommandRow::run: a job that needs nothing but its flags. `kSetOptions` is a function
// void(JobFlags&, Options&).
template <auto kSetOptions, auto kEnd = UsualEnd()>
int run_usual_job(Session& session) {
  const auto options_of = []<class Options>(void (*)(JobFlags&, Options&)) { return Options(); };
  return run_job(session, options_of(kSetOptions), kSetOptions, kEnd);
}

}  // namespace dokumill::cli
