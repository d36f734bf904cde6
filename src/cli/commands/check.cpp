// dokumill check
#include "base/text/format.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kCheckFlags = flag_list(
    FlagRow{"--each", "", kWhatSection,
            "write the class of each record, one word per line; the totals go to stderr"},
    FlagRow{"--duplicates", "", kWhatSection, "count records that equal an earlier record"},
    FlagRow{"--minimal", "", kWhatSection,
            "count minimal puzzles: those that have several solutions if any one clue is removed"},
    FlagRow{"--solution-column", "NAME", kWhatSection,
            "csv: also check the solutions in this column, and print three more totals: right, "
            "wrong, and 'second' (a solution of the puzzle, but not the smallest one)"},
    kRecordFlags, kSizeFlags, kOutputFlag, kPlainCompressFlag, kReportFlags, kPieceFlag,
    FlagRow{"--memory", "SIZE", kRunSection,
            "memory limit of --duplicates, at least 64K, for example 512M or 2GB; the rest "
            "spills to a temporary file (default 1G)"},
    kEngineFlag, kMessageFlags);

void set_check_options(JobFlags& flags, CheckOptions& options) {
  options.duplicates = flags.has("--duplicates");
  options.minimal = flags.has("--minimal");
  options.each = flags.has("--each");
  flags.memory(options.memory_bytes);
  flags.input(options.input);
  options.input.solution_column = flags.value("--solution-column");
  const TextFormat format = options.input.format.value_or(TextFormat::kCsv);
  flags.reject_if(
      options.input.solution_column && format != TextFormat::kCsv && format != TextFormat::kJsonl,
      "--solution-column is for csv and jsonl; --from names another format");
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
  console.error(format_text("{}: record {} is the same as record {}{}", name, pair.second,
                            pair.first, name == first_name ? "" : " in " + first_name));
}

int run_check(Session& session) {
  const bool each = session.arguments.has("--each");
  const auto end = [&](const CheckReport& report) {
    return ending_of(session.console, report, each);
  };
  return run_job(session, CheckOptions(), set_check_options, end,
                 {.writes = each ? Writes::kRecords : Writes::kTotals});
}

}  // namespace

Ending ending_of(Console& console, const CheckReport& report, bool prints_totals) {
  for (const DuplicatePair& pair : report.duplicate_pairs) {
    print_duplicate(console, report, pair);
  }
  if (prints_totals) print_lines(console, totals_text(report));
  const std::uint64_t bad = report.none + report.multiple + report.duplicates.value_or(0) +
                            report.solutions.value_or(GivenSolutions()).wrong;
  return {format_text("{}; {}{}", records_text(report), speed_text(report, "records"),
                      spilled_text(report.spilled_bytes)),
          report.malformed, bad};
}

extern constinit const CommandRow check_command = {
    .name = "check",
    .operand = "INPUT",
    .usage = "check [INPUT...] [-o OUTPUT] [FLAGS]",
    .summary = "Classify every record and find duplicates",
    .about =
        "Classifies every record of INPUT and prints the totals: complete (a full valid board), "
        "unique (one solution), multiple (several), none (no solution) or malformed.",
    .examples =
        "dokumill check puzzles.txt\n"
        "dokumill check --duplicates --each puzzles.csv -o classes.txt\n"
        "dokumill check --solution-column solution --minimal kaggle.csv",
    .main_flags = "--output --each --duplicates --minimal --solution-column --from --threads",
    .flags = kCheckFlags,
    .run = run_check,
};

}  // namespace dokumill::cli
