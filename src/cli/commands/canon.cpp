// dokumill canon
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kCanonFlags = flag_list(
    FlagRow{"--id", "", kWhatSection,
            "keep the records, and add the columns form, class, bands and automorphisms: the "
            "class of the solution, 1 to 5,472,730,538"},
    FlagRow{"--solution-column", "NAME", kWhatSection,
            "csv: also transform the solutions in this column (columns with a known name such as "
            "solution are always transformed)"},
    kRecordFlags, kSizeFlags, kOutputFlag, kToFlag, kTableFlags, kReportFlags, kPieceFlag,
    kMessageFlags);

void set_canon_options(JobFlags& flags, CanonOptions& options) {
  options.class_numbers = flags.has("--id");
  options.input.solution_column = flags.value("--solution-column");
  flags.input(options.input);
  flags.format("--to", options.output_format);
}

}  // namespace

Ending ending_of(const CanonReport& report) {
  if (report.classes) {
    const ClassCounts& found = *report.classes;
    const std::string counts =
        format_text("{} complete, {} unique, {} multiple, {} none, {} malformed",
                    grouped(found.complete), grouped(found.unique), grouped(found.multiple),
                    grouped(found.none), grouped(report.malformed));
    return {totals_line(report, counts), report.malformed, found.multiple + found.none};
  }
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
        "csv keeps its columns, and a column of solutions is transformed in the same way.\n"
        "With --id, every record stays as it is, and gets columns (in lines: only these, with "
        "tabs): 'form' is its canonical form; 'class' is the number of the class of its solution, "
        "from 1, in the lexicographic order of the canonical forms; 'bands' has the numbers, 1 to "
        "416, of the three bands of the solution's form and of its three stacks; 'automorphisms' "
        "counts the symmetries that map the solution to itself. If a record does not have exactly "
        "one solution, 'bands' is multiple, none or malformed. 'generate boards --family classes' "
        "writes the form of a class.",
    .examples =
        "dokumill canon puzzles.txt -o forms.txt\n"
        "dokumill canon kaggle.csv --to line | sort -u | wc -l   # number of classes\n"
        "dokumill canon --id boards.txt -o classes.csv",
    .main_flags = "--output --id --to --from --threads",
    .flags = kCanonFlags,
    .run = run_usual_job<set_canon_options>,
};

}  // namespace dokumill::cli
