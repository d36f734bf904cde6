// dokumill sort
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kSortFlags = flag_list(
    FlagRow{"--by", "KEYS", kWhatSection,
            "order by these features (see 'rate --help'), columns of csv or members of jsonl, "
            "separated by commas; KEY:STEP compares intervals, such as er:0.5 (required)"},
    FlagRow{"--descending", "", kWhatSection, "write the greatest values first"}, kRecordFlags,
    kHiddenSizeFlags, kOutputFlag, kToFlag, kTableFlags, kReportFlags,
    FlagRow{"--memory", "SIZE", kRunSection,
            "memory limit, at least 64K, for example 512M or 2GB; if the records need more, all "
            "go to a temporary file (default 1G)"},
    kMessageFlags);

void set_sort_options(JobFlags& flags, SortOptions& options) {
  flags.reject_if(!flags.has("--by"), "--by KEYS is needed, such as --by er");
  options.by = flags.value("--by").value_or("");
  options.descending = flags.has("--descending");
  flags.memory(options.memory_bytes);
  flags.format("--to", options.output_format);
  flags.input(options.input);
}

Ending end_sort(const SortReport& report) {
  return {totals_line(report, grouped(report.malformed) + " malformed") +
              spilled_text(report.spilled_bytes),
          report.malformed};
}

}  // namespace

extern constinit const CommandRow sort_command = {
    .name = "sort",
    .operand = "INPUT",
    .usage = "sort [INPUT...] --by KEYS [-o OUTPUT] [FLAGS]",
    .summary = "Write the records in the order of their values",
    .about =
        "Writes the records of INPUT in the order of features, columns or members. Records with "
        "equal values stay in the order of INPUT. csv keeps its header and its columns, and lines "
        "keep their text.\n"
        "Numbers are ordered by their size. The words of features have the order of their scale: "
        "easy, medium, hard. Other texts come after the numbers, in the order of their bytes. "
        "Records without a value, and malformed records, are last, also with --descending.\n"
        "If the records exceed the memory limit, all of them go to a nameless temporary file in "
        "TMPDIR or /var/tmp. The file has their text, 14 bytes more for each record and 8 bytes "
        "more for each further key. Records whose first keys are equal, or differ only in their "
        "last digits, are copied again.",
    .examples =
        "dokumill sort puzzles.txt --by er -o graded.txt\n"
        "dokumill sort rated.csv --by level,clues --descending -o sorted.csv",
    .main_flags = "--by --descending --output --memory --from --threads",
    .flags = kSortFlags,
    .run = run_usual_job<set_sort_options, end_sort>,
};

}  // namespace dokumill::cli
