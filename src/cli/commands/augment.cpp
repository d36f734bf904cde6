// dokumill augment
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kAugmentFlags = flag_list(
    FlagRow{"--times", "K", kWhatSection,
            "number of images of each record, 1 to 1000000 (required)"},
    FlagRow{"--include-original", "", kWhatSection, "write each record itself before its images"},
    FlagRow{"--solution-column", "NAME", kWhatSection,
            "csv: the column of the solutions (default: the first column named solution, "
            "solutions or answer)"},
    FlagRow{"--seed", "S", kWhatSection,
            "seed, 0 to 2^64 - 1 (default 0); another seed gives other images"},
    kRecordFlags, kOutputFlag,
    FlagRow{"--to", "FORMAT", kOutputSection,
            "csv, jsonl, parquet or json (default: by the extension of FILE, otherwise csv)",
            [] {
              return Names{"csv", "jsonl", "parquet", "json"};
            }},
    kTableFlags, kReportFlags, kPieceFlag, kMessageFlags);

void set_augment_options(JobFlags& flags, AugmentOptions& options) {
  flags.reject_if(!flags.has("--times"),
                  "--times K is needed: the number of images of each record");
  flags.number("--times", options.times, 1, kMostImages);
  flags.seed(options.seed);
  flags.format("--to", options.output_format);
  options.include_original = flags.has("--include-original");
  options.input.solution_column = flags.value("--solution-column");
  flags.input(options.input);
}

}  // namespace

Ending ending_of(const AugmentReport& report) {
  const std::string counts = format_text(
      "{} written, {} malformed", counted(report.written, "rows"), grouped(report.malformed));
  return {totals_line(report, counts), report.malformed};
}

extern constinit const CommandRow augment_command = {
    .name = "augment",
    .operand = "INPUT",
    .usage = "augment [INPUT...] --times K [-o OUTPUT] [FLAGS]",
    .summary = "Write random equivalents of every record",
    .about =
        "Writes K random images (equivalent puzzles) of every record of INPUT as csv with the "
        "columns id and puzzle. An image has its digits renamed and its bands, stacks, rows and "
        "columns swapped, and may be transposed; all 1,218,998,108,160 such changes are equally "
        "likely. A solution column of csv input is changed in the same way and written as the "
        "column solution.\n"
        "id is the number of the record, from 1. The images of a record depend only on the seed, "
        "on the record and on its id. With a larger K, the first images stay the same. Augment "
        "after 'split', so that no image of a test puzzle is trained on.",
    .examples =
        "dokumill augment train.csv --times 10 -o augmented.csv\n"
        "dokumill augment puzzles.txt --times 3 --include-original --seed 7",
    .main_flags = "--times --output --seed --include-original --solution-column --from --threads",
    .flags = kAugmentFlags,
    .run = run_usual_job<set_augment_options>,
};

}  // namespace dokumill::cli
