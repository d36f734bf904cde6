// dokumill solve
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kSolveFlags = flag_list(
    FlagRow{"--unique", "", kWhatSection,
            "a puzzle with several solutions is a problem, too: it is reported, and the exit "
            "status is 1"},
    FlagRow{"--count", "LIMIT", kWhatSection,
            "write the number of solutions, at most LIMIT (1 to 2^63 - 1), instead of a board; "
            "'?' for a malformed record"},
    FlagRow{"--all", "LIMIT", kWhatSection,
            "write every solution, at most LIMIT of a record, in increasing order: a row for each, "
            "with the number of the record; in lines, a tab separates the two"},
    FlagRow{"--possible", "", kWhatSection,
            "write the digits of each cell that occur in any solution: 729 characters, nine for "
            "each cell, the digit or '.'"},
    kRecordFlags, kSizeFlags, kOutputFlag,
    FlagRow{
        "--to", "FORMAT", kOutputSection,
        "line, grid, csv, jsonl, npy, parquet, json, a format of another program (see 'convert "
        "--help'), or 'same' (the format of the input). Default: the format that FILE ends in, "
        "such as .csv. If FILE has no such ending: 'same', but line if the input is npy. --count, "
        "--all and --possible write line, csv, jsonl, parquet or json",
        formats_or_same},
    FlagRow{"--keep-columns", "", kOutputSection,
            "csv: keep the input's columns and add 'solution' (with --count: 'count'; with --all: "
            "'record' and 'solution'; with --possible: 'possible')"},
    FlagRow{"--solution-column", "NAME", kOutputSection,
            "csv: name of the solution column (default solution); with --keep-columns, an "
            "existing column of this name is replaced"},
    kTableFlags, kReportFlags, kPieceFlag, kEngineFlag, kMessageFlags);

void set_solve_options(JobFlags& flags, SolveOptions& options) {
  flags.input(options.input);
  flags.format("--to", options.output_format);
  options.keep_columns = flags.has("--keep-columns");
  options.solution_column = flags.value("--solution-column");
  flags.number("--count", options.count_limit, 1, std::numeric_limits<std::int64_t>::max());
  flags.number("--all", options.all_limit, 1, std::numeric_limits<std::int64_t>::max());
  options.possible = flags.has("--possible");
  flags.exclude("--count", "--all");
  flags.exclude("--count", "--possible");
  flags.exclude("--all", "--possible");
  options.unique = flags.has("--unique");
}

int run_solve(Session& session) {
  const bool is_unique_wanted = session.arguments.has("--unique");
  return run_job(session, SolveOptions(), set_solve_options,
                 [&](const SolveReport& report) { return ending_of(report, is_unique_wanted); });
}

}  // namespace

Ending ending_of(const SolveReport& report, bool is_unique_wanted) {
  std::string counts =
      format_text("{} unique, {} multiple, {} unsolvable, {} malformed", grouped(report.unique),
                  grouped(report.multiple), grouped(report.unsolvable), grouped(report.malformed));
  if (report.written) counts += ", " + counted(*report.written, "solutions") + " written";
  if (report.cut.value_or(0) != 0) {
    counts += format_text(", {} cut at the limit", counted(*report.cut, "records"));
  }
  return {totals_line(report, counts), report.malformed,
          report.unsolvable + (is_unique_wanted ? report.multiple : 0)};
}

extern constinit const CommandRow solve_command = {
    .name = "solve",
    .operand = "INPUT",
    .usage = "solve [INPUT...] [-o OUTPUT] [FLAGS]",
    .summary = "Solve every record, in order",
    .about =
        "Writes one record for every record of INPUT, in order: the solution, or the puzzle "
        "itself if it has no solution. Of several solutions, it writes the smallest, comparing "
        "them as numbers with 81 digits. INPUT is a file, or standard input if it is '-' or "
        "missing. Several inputs are read in order as one.",
    .examples =
        "dokumill solve puzzles.txt -o solved.txt\n"
        "zcat puzzles.txt.gz | dokumill solve --to line > solved.txt\n"
        "dokumill solve kaggle.csv --keep-columns --solution-column solved -o s.csv\n"
        "dokumill solve open.txt --count 1000   # number of solutions, at most 1000\n"
        "dokumill solve open.txt --all 1000 -o all.csv   # the solutions themselves",
    .main_flags = "--output --from --to --keep-columns --unique --threads",
    .flags = kSolveFlags,
    .run = run_solve,
};

}  // namespace dokumill::cli
