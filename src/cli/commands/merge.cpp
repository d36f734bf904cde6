// dokumill merge
#include "apps/cluster/pieces/merge.hpp"

#include <algorithm>
#include <variant>

#include "base/text/format.hpp"
#include "cli/cli_main.hpp"
#include "cli/job/pieces.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/help.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {

namespace {

constexpr auto kMergeFlags = flag_list(
    kMalformedOkFlag,
    FlagRow{"--files-from", "LIST", kInputSection,
            "read the names of further reports from the file LIST, one name per line; '-' is "
            "standard input"},
    FlagRow{"-o,--output", "FILE", kOutputSection,
            "join the outputs of the pieces into FILE; '-' is standard output (default: merge "
            "only the reports)"},
    FlagRow{"--train", "FILE", kOutputSection,
            "join the train files of pieces of 'split' into FILE; requires --test"},
    FlagRow{"--test", "FILE", kOutputSection, "join the test files of pieces of 'split' into FILE"},
    FlagRow{"--report", "FILE", kOutputSection,
            "write one report for the whole job as JSON; '-' is standard output"},
    kNoClobberFlag, kFsyncFlag, kMessageFlags);

using merging::Merged;
using merging::MergeOptions;

void set_merge_options(JobFlags& flags, MergeOptions& options) {
  const Arguments& arguments = flags.session.arguments;
  const bool is_named = !arguments.operands.empty() || flags.has("--files-from");
  flags.reject_if(!is_named, "no REPORT\n\n" + short_help(*arguments.command));
  flags.paths(options.input);
  const bool has_train = flags.has("--train");
  flags.reject_if(
      has_train != flags.has("--test") || (has_train && flags.has("--output")),
      "the outputs of split are joined with --train FILE and --test FILE, those of all other "
      "commands with --output FILE");
  flags.reject_if(has_train && flags.value("--test") == "", "--test: expected a name, got ''");
  options.joins_outputs = has_train || flags.has("--output");
  // Without an output, the report can go to standard output.
  const char* const flag = has_train ? "--train" : "--output";
  options.output = flags.value(flag).value_or("");
  if (has_train) options.test_output = flags.value("--test").value_or("");
}

// Prints the problems that the job would have printed without pieces.
void show_merged_problems(Console& console, const JobReport& report) {
  for (const Problem& problem : report.problems) {
    console.show_problem(report.inputs[problem.input].name, problem);
  }
  console.note_omitted(report.problems.size() + report.problems_omitted);
}

// True if the pieces ran with --unique. Puzzles with several solutions are problems only with this
// flag.
bool was_unique_wanted(const SolveReport& report) {
  return report.problems.size() + report.problems_omitted > report.malformed + report.unsolvable;
}

// `prints_totals`: for the Ending of `check`.
Ending merged_ending(Console& console, const merging::AnyReport& any, bool prints_totals) {
  return std::visit(
      [&](const auto& report) {
        using Report = std::decay_t<decltype(report)>;
        if constexpr (std::is_same_v<Report, SolveReport>) {
          return ending_of(report, was_unique_wanted(report));
        } else if constexpr (std::is_same_v<Report, CheckReport>) {
          return ending_of(console, report, prints_totals);
        } else {
          return ending_of(report);
        }
      },
      any);
}

// The exit status of the merged job: 1 if the exit status of any piece was 1. With --malformed-ok,
// merge ignores malformed records, even those of pieces that ran without this flag.
int merged_exit_status(const Session& session, const MergeOptions& options, const JobReport& report,
                       const Ending& ending) {
  const int own = exit_status_of(session, ending);
  if (session.arguments.has("--malformed-ok") || !report.exit_status) return own;
  // No piece knows that one of its records repeats a record of another piece. So the exit statuses
  // of the pieces do not count such duplicates, but `own` does.
  return options.found != nullptr ? std::max(own, *report.exit_status) : *report.exit_status;
}

// `time`: that of the job; nullptr: it is computed as if all pieces had run at the same time.
int join(Session& session, MergeOptions& options, const RunTime* time) {
  RunFiles files(session.platform);
  add_files(session.arguments, session.flags.report, options.output, options.test_output, nullptr,
            files);
  const auto read_report = [&](const std::string& path) {
    files.reads("a report of a piece", path);
  };
  read_report(options.input.path);
  std::ranges::for_each(options.input.more_paths, read_report);
  if (!files.status().ok()) return fail(session, files.status());
  Result<ReportFile> file =
      ReportFile::open(session, options.output, options.job, &options.input, options.on_temporary);
  if (!file.ok()) return fail(session, file.status());

  bool knows_outputs = false;
  Result<Merged> merged = merging::merge(session.platform, options, files, knows_outputs);
  session.console.clear_progress();
  // The file of --report may be the output of a piece: of a known one, or of one whose report is
  // damaged or was not named. A report of the failure must not replace it.
  if (!files.status().ok()) return fail(session, files.status());
  const bool may_replace_output = !knows_outputs && file->replaces_file();
  if (!merged.ok() && may_replace_output) return fail(session, merged.status());
  if (!merged.ok()) return file->fail(session, merged.status());
  JobReport& sum = merging::common_part(merged->report);
  if (time != nullptr) {
    sum.seconds = time->seconds;
    sum.threads = time->threads;
    sum.threads_remark = time->threads_remark;
  }
  show_merged_problems(session.console, sum);
  const bool prints_totals = !merged->is_totals || !merged->is_output_written;
  const Ending ending = merged_ending(session.console, merged->report, prints_totals);
  session.console.info(ending.totals);
  const int exit_status = merged_exit_status(session, options, sum, ending);
  return std::visit([&](auto& report) { return file->finish(session, report, exit_status); },
                    merged->report);
}

int run_merge(Session& session) {
  MergeOptions options;
  set_job_options(session, options.output, options.job);
  JobFlags flags(session);
  set_merge_options(flags, options);
  if (!flags.status().ok()) return fail(session, flags.status());
  if (options.joins_outputs) set_progress(session, {.unit = "pieces"}, options.output, options.job);
  return join(session, options, nullptr);
}

}  // namespace

int join_pieces(const Arguments& arguments, MergeOptions options, const RunTime& time,
                Platform& platform) {
  return with_messages_for_exceptions(platform, [&] {
    // A failure is one of `merge`, which the user can also run.
    Arguments of_merge = arguments;
    of_merge.command = command_named("merge");
    const CommonFlags flags{.is_quiet = arguments.has("--quiet"),
                            .progress = ProgressMode::kNever,
                            .report = arguments.value("--report")};
    Console console(platform, flags.is_quiet, flags.progress);
    Session session{of_merge, flags, platform, console};
    set_job_options(session, options.output, options.job);
    options.joins_outputs = true;
    return join(session, options, &time);
  });
}

extern constinit const CommandRow merge_command = {
    .name = "merge",
    .operand = "REPORT",
    .usage = "merge REPORT... [-o OUTPUT] [FLAGS]",
    .summary = "Join the pieces of a job that ran in parts",
    .about =
        "Joins the outputs of all pieces of a job (--piece K/N) in order, and sums up their "
        "reports. Each REPORT is the file that --report of one piece wrote; the order of the "
        "reports does not matter. The result is the same as if one process had done the whole "
        "job. The command writes nothing unless there is exactly one report for each of the N "
        "pieces, all pieces belong to the same job, and their outputs are complete.\n"
        "-o names the joined output. Without -o, the command joins no outputs and only writes "
        "the report for --report. If a report names the output of its piece by a relative path, "
        "the command looks in the working folder, and then in the folder of that report.\n"
        "For pieces of 'split', use --train and --test instead of -o. If the job was 'check' "
        "without --each, -o writes its totals. -o rejects Parquet files; there is no need to "
        "join them, because programs read a folder of Parquet files as one table.",
    .examples =
        "dokumill merge part.*.json -o solved.txt --report solved.json\n"
        "find parts -name '*.json' | dokumill merge --files-from - -o all.csv",
    .main_flags = "--output --report --files-from --malformed-ok",
    .flags = kMergeFlags,
    .run = run_merge,
};

}  // namespace dokumill::cli
