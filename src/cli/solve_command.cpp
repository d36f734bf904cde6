// dokumill solve
#include <fmt/format.h>

#include <limits>

#include "cli/common.hpp"
#include "cli/words.hpp"

namespace dokumill::cli {
namespace {

Status set_solve_options(const Session& session, SolveOptions& options) {
  const Arguments& arguments = session.arguments;
  if (Status status = set_input_options(session, options.input); !status.ok()) return status;
  if (const auto word = arguments.value("--to")) {
    const Result<std::size_t> choice = parse_choice("--to", *word, {"same", "line", "grid", "csv"});
    if (!choice.ok()) return choice.status();
    if (*choice != 0) options.output_format = static_cast<TextFormat>(*choice - 1);
  }
  options.keep_columns = arguments.has("--keep-columns");
  options.solution_column = arguments.value("--solution-column");
  if (const auto word = arguments.value("--count")) {
    constexpr std::uint64_t kHighest = std::numeric_limits<std::int64_t>::max();
    const Result<std::uint64_t> limit = parse_number("--count", *word, 1, kHighest);
    if (!limit.ok()) return limit.status();
    options.count_limit = *limit;
  }
  options.strict = arguments.has("--strict");
  options.unique = arguments.has("--unique");
  options.engine = engine_name(session);
  return {};
}

}  // namespace

int run_solve(Session& session) {
  SolveOptions options;
  set_job_options(session, "records", options);
  if (Status status = set_solve_options(session, options); !status.ok()) {
    return fail(session, status);
  }
  Result<ReportFile> file = ReportFile::open(session, options, &options.input);
  if (!file.ok()) return fail(session, file.status());
  show_problems(session, options.input, options);
  return finish_solve(session, solve(options), options.unique, *file);
}

int finish_solve(Session& session, Result<SolveReport> report, bool is_unique_wanted,
                 ReportFile& file) {
  session.console.clear_progress();
  if (!report.ok()) return file.fail(session, report.status());
  session.console.tell_more(report->problems.size() + report->problems_omitted);
  session.console.tell(fmt::format("{}: {} unique, {} multiple, {} unsolvable, {} malformed; {}",
                                   counted(report->records, "records"), grouped(report->unique),
                                   grouped(report->multiple), grouped(report->unsolvable),
                                   grouped(report->malformed), speed_text(*report, "records")));
  const bool is_bad =
      report->malformed + report->unsolvable + (is_unique_wanted ? report->multiple : 0) != 0;
  return file.finish(session, *report, is_bad ? kSomeRecordsBad : kFine);
}

}  // namespace dokumill::cli
