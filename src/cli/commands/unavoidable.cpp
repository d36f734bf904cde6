// dokumill unavoidable
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kUnavoidableFlags = flag_list(
    FlagRow{"--size", "K", kWhatSection,
            "find the sets of at most K cells, 4 to 16 (default 12; two more cells take about six "
            "times as long)"},
    FlagRow{"--sets", "", kWhatSection,
            "write a row for each set instead: record (from 1), size, and cells, 81 characters "
            "with 1 for the cells of the set"},
    kRecordFlags, kOutputFlag,
    FlagRow{"--to", "FORMAT", kOutputSection,
            "line (with tabs), csv, jsonl, parquet or json (default: by the extension of FILE, "
            "otherwise line)",
            [] {
              return Names{"line", "csv", "jsonl", "parquet", "json"};
            }},
    FlagRow{"--keep-columns", "", kOutputSection,
            "csv: keep the input's columns and add the numbers of sets"},
    kTableFlags, kReportFlags, kPieceFlag, kEngineFlag, kMessageFlags);

void set_unavoidable_options(JobFlags& flags, UnavoidableOptions& options) {
  flags.format("--to", options.output_format);
  flags.number("--size", options.most_cells, kLeastUnavoidable, kMostUnavoidable);
  options.sets = flags.has("--sets");
  options.keep_columns = flags.has("--keep-columns");
  flags.exclude("--sets", "--keep-columns");
  flags.input(options.input);
}

}  // namespace

Ending ending_of(const UnavoidableReport& report) {
  std::string means;
  const auto boards = static_cast<double>(report.unique + report.complete);
  for (std::size_t size = 0; size < report.sizes.size(); ++size) {
    if (report.sizes[size] == 0) continue;
    means += format_text("{}{:.2f} of {} cells", means.empty() ? "sets a board: " : ", ",
                         static_cast<double>(report.sizes[size]) / boards, size);
  }
  const std::string counts =
      format_text("{}{}{} multiple, {} none, {} malformed", means, means.empty() ? "" : "; ",
                  grouped(report.multiple), grouped(report.none), grouped(report.malformed));
  return {totals_line(report, counts), report.malformed, report.multiple + report.none};
}

extern constinit const CommandRow unavoidable_command = {
    .name = "unavoidable",
    .operand = "INPUT",
    .usage = "unavoidable [INPUT...] [-o OUTPUT] [FLAGS]",
    .summary = "Count the minimal unavoidable sets of every board",
    .about =
        "A set of cells of a board is unavoidable if emptying these cells leaves a puzzle with "
        "several solutions. It is minimal if no part of it is unavoidable. Every puzzle of the "
        "board with one solution has a clue in each of these sets.\n"
        "Writes how many minimal sets of 4, 5, ... K cells each record of INPUT has, with tabs "
        "between the fields: u4, u5, ... In csv, jsonl and Parquet, the puzzle comes before them. "
        "The "
        "record is a board, or a puzzle with one solution, which stands for its solution. Any "
        "other record gets '-' in these fields; in csv, jsonl and Parquet they are empty. All "
        "sets of up to K cells are found.",
    .examples =
        "dokumill unavoidable boards.txt --size 6 -o counts.csv\n"
        "dokumill unavoidable boards.txt --sets --to csv",
    .main_flags = "--size --sets --output --to --from --threads",
    .flags = kUnavoidableFlags,
    .run = run_usual_job<set_unavoidable_options>,
};

}  // namespace dokumill::cli
