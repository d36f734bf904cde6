// dokumill convert
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kConvertFlags = flag_list(
    FlagRow{"--singles", "", kWhatSection,
            "fill the cells of puzzles that naked and hidden singles fill"},
    kRecordFlags, kSizeFlags, kOutputFlag, kToFlag, kEmptyFlag,
    FlagRow{"--keep-columns", "", kOutputSection,
            "keep the columns of csv, or the text of lines in tables"},
    FlagRow{"--cells-only", "", kOutputSection,
            "lines: write only the cells, without the text before and after them"},
    FlagRow{"--solution-column", "NAME", kOutputSection,
            "csv: also copy this column of solutions to the output, as the column solution"},
    kTableFlags, kReportFlags, kPieceFlag, kMessageFlags);

void set_convert_options(JobFlags& flags, ConvertOptions& options) {
  options.keep_columns = flags.has("--keep-columns");
  options.fills_singles = flags.has("--singles");
  options.cells_only = flags.has("--cells-only");
  options.input.solution_column = flags.value("--solution-column");
  flags.format("--to", options.output_format);
  flags.input(options.input);
  flags.empty_cell(options.empty_cell, options.input.size);
}

}  // namespace

Ending ending_of(const ConvertReport& report) {
  return {totals_line(report, grouped(report.malformed) + " malformed"), report.malformed};
}

extern constinit const CommandRow convert_command = {
    .name = "convert",
    .operand = "INPUT",
    .usage = "convert [INPUT...] [-o OUTPUT] [FLAGS]",
    .summary = "Write records in another format",
    .about =
        "Writes the records of INPUT in order, in another format. csv output has "
        "the column puzzle; --solution-column adds the column solution, and --keep-columns keeps "
        "all columns of csv input. The text beside the cells of lines stays, in lines and as the "
        "column text, unless you add --cells-only. Nothing is checked, and "
        "only --singles changes puzzles.\n"
        "--empty selects the character for an empty cell, for programs that read only '.' or "
        "only '0'.",
    .examples =
        "dokumill convert kaggle.csv --to line -o puzzles.txt\n"
        "dokumill convert puzzles.txt --empty . --cells-only | other-solver\n"
        "dokumill convert rated.txt -o rated.csv\n"
        "dokumill convert table.csv --solution-column answer -o pairs.csv",
    .main_flags = "--output --to --empty --keep-columns --solution-column --from --threads",
    .flags = kConvertFlags,
    .run = run_usual_job<set_convert_options>,
};

}  // namespace dokumill::cli
