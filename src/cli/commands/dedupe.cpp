// dokumill dedupe
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kDedupeFlags = flag_list(
    FlagRow{"--symmetry", "", kWhatSection,
            "compare puzzles up to symmetry: rotation, reflection, swaps of rows, columns, bands "
            "and stacks, relabelling"},
    FlagRow{"--against", "LIST", kWhatSection,
            "also leave out the records that LIST has. LIST is a file in any format that an input "
            "can have, or '-'; it is not written"},
    FlagRow{"--common", "LIST", kWhatSection, "keep only records that LIST has, too"}, kRecordFlags,
    kSizeFlags, kOutputFlag, kToFlag, kTableFlags, kReportFlags,
    FlagRow{"--memory", "SIZE", kRunSection,
            "memory limit, at least 64K, for example 512M or 2GB; the rest spills to a temporary "
            "file (default 1G)"},
    kMessageFlags);

void set_dedupe_options(JobFlags& flags, DedupeOptions& options) {
  options.symmetry = flags.has("--symmetry");
  flags.exclude("--against", "--common");
  for (const char* const flag : {"--against", "--common"}) {
    flags.reject_if(flags.value(flag) == "", format_text("{}: expected a file, got ''", flag));
    if (flags.has(flag)) options.list = *flags.value(flag);
  }
  options.keeps_listed = flags.has("--common");
  flags.memory(options.memory_bytes);
  flags.format("--to", options.output_format);
  flags.input(options.input);
}

}  // namespace

Ending ending_of(const DedupeReport& report) {
  const std::string left_out =
      report.listed ? format_text("{} left out after a comparison with {}",
                                  grouped(report.duplicates), counted(*report.listed, "records"))
                    : counted(report.duplicates, "duplicates") + " left out";
  const std::string counts = format_text("{} kept, {}, {} malformed", grouped(report.kept),
                                         left_out, grouped(report.malformed));
  return {totals_line(report, counts) + spilled_text(report.spilled_bytes), report.malformed};
}

extern constinit const CommandRow dedupe_command = {
    .name = "dedupe",
    .operand = "INPUT",
    .usage = "dedupe [INPUT...] [-o OUTPUT] [FLAGS]",
    .summary = "Remove records that equal an earlier record",
    .about =
        "Writes the records of INPUT, in order, without those that equal an earlier record: the "
        "same 81 cells or, with --symmetry, an equivalent puzzle. csv keeps its columns, and "
        "lines keep their text. With --against or --common, the records of a LIST decide as well. "
        "A malformed record of LIST ends the command, because INPUT may have it, too.\n"
        "Records that do not fit into --memory go to a temporary file in TMPDIR or /var/tmp. A "
        "record takes 52 to 56 bytes there, plus its text. If there are more than about 50 "
        "million distinct records with --memory 64M (a billion with 1G), it takes 48 bytes more.",
    .examples =
        "dokumill dedupe puzzles.txt -o distinct.txt\n"
        "dokumill dedupe --symmetry kaggle.csv -o classes.csv\n"
        "dokumill dedupe new.csv --symmetry --against train.csv -o unseen.csv\n"
        "dokumill dedupe --memory 8G a.txt b.csv --to line -o all.txt",
    .main_flags = "--output --symmetry --memory --from --threads",
    .flags = kDedupeFlags,
    .run = run_usual_job<set_dedupe_options>,
};

}  // namespace dokumill::cli
