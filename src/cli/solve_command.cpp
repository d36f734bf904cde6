// dokumill solve
#include <fmt/format.h>

#include "cli/common.hpp"
#include "cli/words.hpp"
#include "platform/input_file.hpp"

namespace dokumill::cli {
namespace {

Status set_solve_options(const Arguments& arguments, Platform& platform, SolveOptions& options) {
  if (Status status = set_input_options(arguments, platform, options.input); !status.ok())
    return status;
  if (const auto word = arguments.value("--to")) {
    const Result<std::size_t> choice = parse_choice("--to", *word, {"same", "line", "grid", "csv"});
    if (!choice.ok()) return choice.status();
    if (*choice != 0) options.output_format = static_cast<TextFormat>(*choice - 1);
  }
  options.keep_columns = arguments.has("--keep-columns");
  options.strict = arguments.has("--strict");
  options.unique = arguments.has("--unique");
  options.engine = engine_name(arguments, platform);
  return check_report_path(arguments, platform, options.output);
}

}  // namespace

int run_solve(const Arguments& arguments, Platform& platform) {
  const Result<CommonFlags> flags = common_flags(arguments);
  Console console(platform, flags.ok() && flags->is_quiet,
                  flags.ok() ? flags->progress : ProgressWish::kNever);
  if (!flags.ok()) return fail_usage(console, flags.status(), arguments.command);
  SolveOptions options;
  set_job_options(arguments, *flags, platform, console, "records", options);
  if (Status status = set_solve_options(arguments, platform, options); !status.ok()) {
    return fail_usage(console, status, arguments.command);
  }
  const std::string name = printable_path(options.input.path, "<stdin>");
  options.on_problem = [&](const Problem& problem) { console.show_problem(name, problem); };
  return finish_solve(arguments, platform, console, solve(options), options.unique);
}

int finish_solve(const Arguments& arguments, Platform& platform, Console& console,
                 const Result<SolveReport>& report, bool is_unique_wanted) {
  console.clear_progress();
  if (!report.ok()) return fail_usage(console, report.status(), arguments.command);
  console.tell_more(report->problems.size() + report->problems_omitted);
  console.tell(fmt::format("{} records: {} unique, {} multiple, {} unsolvable, {} malformed; {}",
                           grouped(report->records), grouped(report->unique),
                           grouped(report->multiple), grouped(report->unsolvable),
                           grouped(report->malformed), speed_text(*report, "records")));
  if (Status status = write_report(arguments, platform, to_json(*report)); !status.ok())
    return fail(console, status);
  const bool is_bad =
      report->malformed + report->unsolvable + (is_unique_wanted ? report->multiple : 0) != 0;
  return is_bad ? kSomeRecordsBad : kFine;
}

}  // namespace dokumill::cli
