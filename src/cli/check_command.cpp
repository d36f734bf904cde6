// dokumill check
#include <fmt/format.h>

#include "cli/common.hpp"
#include "platform/input_file.hpp"

namespace dokumill::cli {

int run_check(const Arguments& arguments, Platform& platform) {
  const Result<CommonFlags> flags = common_flags(arguments);
  Console console(platform, flags.ok() && flags->is_quiet,
                  flags.ok() ? flags->progress : ProgressWish::kNever);
  if (!flags.ok()) return fail_usage(console, flags.status(), arguments.command);
  CheckOptions options;
  set_job_options(arguments, *flags, platform, console, "records", options);
  options.duplicates = arguments.has("--duplicates");
  options.each = arguments.has("--each");
  options.strict = arguments.has("--strict");
  options.engine = engine_name(arguments, platform);
  Status status = set_input_options(arguments, platform, options.input);
  if (status.ok()) status = check_report_path(arguments, platform, options.output);
  if (!status.ok()) return fail_usage(console, status, arguments.command);
  const std::string name = printable_path(options.input.path, "<stdin>");
  options.on_problem = [&](const Problem& problem) { console.show_problem(name, problem); };

  const Result<CheckReport> report = check(options);
  console.clear_progress();
  if (!report.ok()) return fail_usage(console, report.status(), arguments.command);
  console.tell_more(report->problems.size() + report->problems_omitted);
  for (const DuplicatePair& pair : report->duplicate_pairs) {
    console.say(
        fmt::format("{}: record {} is the same as record {}", name, pair.second, pair.first));
  }
  if (options.each) {
    std::string totals = totals_text(*report);
    for (std::size_t begin = 0, end; (end = totals.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
      console.tell(totals.substr(begin, end - begin));
    }
  }
  console.tell(
      fmt::format("{} records; {}", grouped(report->records), speed_text(*report, "records")));
  if (Status written = write_report(arguments, platform, to_json(*report)); !written.ok()) {
    return fail(console, written);
  }
  const std::uint64_t bad =
      report->none + report->multiple + report->malformed + report->duplicates.value_or(0);
  return bad != 0 ? kSomeRecordsBad : kFine;
}

}  // namespace dokumill::cli
