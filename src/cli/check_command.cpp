// dokumill check
#include <fmt/format.h>

#include "cli/common.hpp"
#include "cli/words.hpp"

namespace dokumill::cli {

int run_check(Session& session) {
  const Arguments& arguments = session.arguments;
  CheckOptions options;
  set_job_options(session, "records", options);
  options.duplicates = arguments.has("--duplicates");
  options.minimal = arguments.has("--minimal");
  options.each = arguments.has("--each");
  options.strict = arguments.has("--strict");
  options.engine = engine_name(session);
  if (const auto word = arguments.value("--memory")) {
    const Result<std::uint64_t> size = parse_size("--memory", *word, kLeastMemory);
    if (!size.ok()) return fail(session, size.status());
    options.memory_bytes = *size;
  }
  if (!options.each) set_progress(session, "records", Writes::kTotals, options);
  if (Status status = set_input_options(session, options.input); !status.ok()) {
    return fail(session, status);
  }
  options.input.solution_column = arguments.value("--solution-column");
  if (options.input.solution_column &&
      options.input.format.value_or(TextFormat::kCsv) != TextFormat::kCsv) {
    return fail(session,
                {ErrorCode::kUsage, "--solution-column is for csv; --from names another format"});
  }
  Result<ReportFile> file = ReportFile::open(session, options, &options.input);
  if (!file.ok()) return fail(session, file.status());
  show_problems(session, options.input, options);

  Result<CheckReport> report = check(options);
  session.console.clear_progress();
  if (!report.ok()) return file->fail(session, report.status());
  session.console.tell_more(report->problems.size() + report->problems_omitted);
  for (const DuplicatePair& pair : report->duplicate_pairs) {
    session.console.say(fmt::format("{}: record {} is the same as record {}", report->input_name,
                                    pair.second, pair.first));
  }
  if (options.each) {
    std::string totals = totals_text(*report);
    for (std::size_t begin = 0, end; (end = totals.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
      session.console.tell(totals.substr(begin, end - begin));
    }
  }
  const std::string spilled =
      report->spilled_bytes != 0
          ? fmt::format(", {} in a temporary file", counted(report->spilled_bytes, "bytes"))
          : "";
  session.console.tell(fmt::format("{}; {}{}", counted(report->records, "records"),
                                   speed_text(*report, "records"), spilled));
  const std::uint64_t bad = report->none + report->multiple + report->malformed +
                            report->duplicates.value_or(0) +
                            report->solutions.value_or(GivenSolutions()).wrong;
  return file->finish(session, *report, bad != 0 ? kSomeRecordsBad : kFine);
}

}  // namespace dokumill::cli
