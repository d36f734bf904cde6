// dokumill merge
#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "cli/common.hpp"
#include "cli/help.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"
#include "merging/merge.hpp"

namespace dokumill::cli {
namespace {

using merging::Merged;
using merging::MergeOptions;

Status set_merge_options(Session& session, MergeOptions& options) {
  const Arguments& arguments = session.arguments;
  if (arguments.operands.empty() && !arguments.has("--files-from")) {
    return usage_error("no REPORT\n\n" + short_help(arguments.command));
  }
  if (Status status = set_input_paths(session, options.input); !status.ok()) return status;
  const bool has_train = arguments.has("--train");
  if (has_train != arguments.has("--test") || (has_train && arguments.has("--output"))) {
    return usage_error(
        "the outputs of split are joined with --train FILE and --test FILE, those of all other "
        "commands with --output FILE");
  }
  options.joins_outputs = has_train || arguments.has("--output");
  if (has_train) {
    options.output = *arguments.value("--train");
    options.test_output = *arguments.value("--test");
    if (options.test_output.empty()) return usage_error("--test: expected a name, got ''");
  }
  if (!options.joins_outputs) {
    options.output.clear();  // so that the report can go to standard output
    return {};
  }
  set_progress(session, "pieces", Writes::kRecords, options);
  return {};
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

struct EndingOf {
  Console& console;
  bool prints_totals;  // for check_ending()

  Ending operator()(const SolveReport& report) const {
    return solve_ending(report, was_unique_wanted(report));
  }
  Ending operator()(const CheckReport& report) const {
    return check_ending(console, report, prints_totals);
  }
  Ending operator()(const RateReport& report) const { return rate_ending(report); }
  Ending operator()(const CanonReport& report) const { return canon_ending(report); }
  Ending operator()(const DedupeReport& report) const { return dedupe_ending(report); }
  Ending operator()(const SplitReport& report) const { return split_ending(report); }
  Ending operator()(const ConvertReport& report) const { return convert_ending(report); }
  Ending operator()(const StepsReport& report) const { return steps_ending(report); }
  Ending operator()(const AugmentReport& report) const { return augment_ending(report); }
  Ending operator()(const PuzzlesReport& report) const { return {puzzles_text(report, "")}; }
  Ending operator()(const JobReport& report) const { return boards_ending(report); }
};

// The exit status of the merged job: 1 if the exit status of any piece was 1. With --malformed-ok,
// merge ignores malformed records, even those of pieces that ran without this flag.
int merged_exit_status(const Session& session, const JobReport& report, const Ending& ending) {
  const int own = exit_status_of(session, ending);
  if (session.arguments.has("--malformed-ok") || !report.exit_status) return own;
  // No piece knows that one of its records repeats a record of another piece. So the exit statuses
  // of the pieces do not count such duplicates, but `own` does.
  return session.context.found != nullptr ? std::max(own, *report.exit_status)
                                          : *report.exit_status;
}

}  // namespace

int run_merge(Session& session) {
  MergeOptions options;
  set_job_options(session, options);
  options.found = session.context.found;
  options.copier = session.context.copier;
  options.on_temporary = session.context.on_temporary;
  if (Status status = set_merge_options(session, options); !status.ok()) {
    return fail(session, status);
  }
  RunFiles files(session.platform);
  add_files(session.arguments, options.output, options.test_output, nullptr, files);
  const auto read_report = [&](const std::string& path) {
    files.reads("a report of a piece", path);
  };
  read_report(options.input.path);
  std::ranges::for_each(options.input.more_paths, read_report);
  if (!files.status().ok()) return fail(session, files.status());
  Result<ReportFile> file = ReportFile::open(session, options, &options.input);
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
  if (const std::optional<RunTime>& time = session.context.run_time) {
    sum.seconds = time->seconds;
    sum.threads = time->threads;
  }
  show_merged_problems(session.console, sum);
  const bool prints_totals = !merged->is_totals || !merged->is_output_written;
  const Ending ending = std::visit(EndingOf{session.console, prints_totals}, merged->report);
  session.console.info(ending.totals);
  const int exit_status = merged_exit_status(session, sum, ending);
  return std::visit([&](auto& report) { return file->finish(session, report, exit_status); },
                    merged->report);
}

}  // namespace dokumill::cli
