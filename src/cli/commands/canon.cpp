// dokumill canon
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"
#include "core/text/format.hpp"
#include "core/text/number_text.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kCanonFlags = flag_list(
    FlagRow{"--solution-column", "NAME", kWhatSection,
            "csv: also transform the solutions in this column (columns with a known name such as "
            "solution are always transformed)"},
    kRecordFlags, kOutputFlag, kToFlag, kCompressFlag, kReportFlags, kPieceFlag, kMessageFlags);

void set_canon_options(JobFlags& flags, CanonOptions& options) {
  options.input.solution_column = flags.value("--solution-column");
  flags.input(options.input);
  flags.format("--to", options.output_format);
}

}  // namespace

Ending ending_of(const CanonReport& report) {
  return {totals_line(report, grouped(report.malformed) + " malformed"), report.malformed};
}

extern constinit const CommandRow canon_command = {
    .name = "canon",
    .operand = "INPUT",
    .usage = "canon [INPUT...] [-o OUTPUT] [FLAGS]",
    .summary = "Write the canonical form of every record",
    .about =
        "Writes the canonical form of every record of INPUT, in order: the smallest of all grids "
        "that are equivalent to it. Two grids are equivalent if these changes turn one into the "
        "other: swaps of bands (of three rows), of rows inside a band, of stacks (of three "
        "columns) and of columns inside a stack, transposition, and new names for the digits. "
        "csv keeps its columns, and a column of solutions is transformed in the same way.",
    .examples =
        "dokumill canon puzzles.txt -o forms.txt\n"
        "dokumill canon kaggle.csv --to line | sort -u | wc -l   # number of classes",
    .main_flags = "--output --to --from --threads",
    .flags = kCanonFlags,
    .run = run_usual_job<set_canon_options, batch::canonize>,
};

}  // namespace dokumill::cli
