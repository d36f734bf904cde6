// dokumill check
#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"

namespace dokumill::cli {
namespace {

Status set_check_options(const Session& session, CheckOptions& options) {
  const Arguments& arguments = session.arguments;
  options.duplicates = arguments.has("--duplicates");
  options.minimal = arguments.has("--minimal");
  options.each = arguments.has("--each");
  options.strict = arguments.has("--strict");
  options.engine = engine_name(session);
  if (Status status = read_memory(arguments, options.memory_bytes); !status.ok()) return status;
  if (Status status = set_input_options(session, options.input); !status.ok()) return status;
  options.input.solution_column = arguments.value("--solution-column");
  if (options.input.solution_column &&
      options.input.format.value_or(TextFormat::kCsv) != TextFormat::kCsv &&
      options.input.format != TextFormat::kJsonl) {
    return {ErrorCode::kUsage,
            "--solution-column is for csv and jsonl; --from names another format"};
  }
  return {};
}

void print_lines(Console& console, std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    console.info(lines.substr(0, end));
    lines.remove_prefix(end + 1);
  }
}

// The index of the input that contains the record with this number.
std::size_t input_of(const CheckReport& report, std::uint64_t record) {
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < report.inputs.size(); ++i) {
    before += report.inputs[i].records;
    if (record <= before) return i;
  }
  return 0;
}

void print_duplicate(Console& console, const CheckReport& report, DuplicatePair pair) {
  const std::string& name = report.inputs[input_of(report, pair.second)].name;
  const std::string& first_name = report.inputs[input_of(report, pair.first)].name;
  console.error(fmt::format("{}: record {} is the same as record {}{}", name, pair.second,
                            pair.first, name == first_name ? "" : " in " + first_name));
}

}  // namespace

Ending check_ending(Console& console, const CheckReport& report, bool prints_totals) {
  for (const DuplicatePair& pair : report.duplicate_pairs) {
    print_duplicate(console, report, pair);
  }
  if (prints_totals) print_lines(console, totals_text(report));
  const std::uint64_t bad = report.none + report.multiple + report.duplicates.value_or(0) +
                            report.solutions.value_or(GivenSolutions()).wrong;
  return {fmt::format("{}; {}{}", counted(report.records, "records"), speed_text(report, "records"),
                      spilled_text(report.spilled_bytes)),
          report.malformed, bad};
}

int run_check(Session& session) {
  const bool each = session.arguments.has("--each");
  return run_job(session, "records", each ? Writes::kRecords : Writes::kTotals, CheckOptions(),
                 set_check_options, batch::check, [&](const CheckReport& report) {
                   return check_ending(session.console, report, each);
                 });
}

}  // namespace dokumill::cli
