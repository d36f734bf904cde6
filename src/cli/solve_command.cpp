// dokumill solve
#include <limits>

#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"

namespace dokumill::cli {
namespace {

Status set_solve_options(const Session& session, SolveOptions& options) {
  const Arguments& arguments = session.arguments;
  if (Status status = set_input_options(session, options.input); !status.ok()) return status;
  if (Status status = read_output_format(arguments, options.output_format); !status.ok()) {
    return status;
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
  return run_job(session, "records", Writes::kRecords, SolveOptions(), set_solve_options,
                 batch::solve, [&](const SolveReport& report) {
                   return solve_ending(report, session.arguments.has("--unique"));
                 });
}

Ending solve_ending(const SolveReport& report, bool is_unique_wanted) {
  return {fmt::format("{}: {} unique, {} multiple, {} unsolvable, {} malformed; {}",
                      counted(report.records, "records"), grouped(report.unique),
                      grouped(report.multiple), grouped(report.unsolvable),
                      grouped(report.malformed), speed_text(report, "records")),
          report.malformed, report.unsolvable + (is_unique_wanted ? report.multiple : 0)};
}

}  // namespace dokumill::cli
