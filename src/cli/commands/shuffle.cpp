// dokumill shuffle
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kShuffleFlags = flag_list(
    FlagRow{"--seed", "S", kWhatSection,
            "seed, 0 to 2^64 - 1 (default 0); another seed gives another order"},
    kRecordFlags, kSizeFlags, kOutputFlag, kToFlag, kTableFlags, kReportFlags,
    FlagRow{"--memory", "SIZE", kRunSection,
            "memory limit, at least 64K, for example 512M or 2GB; if the records need more, all "
            "go to a temporary file (default 1G)"},
    kMessageFlags);

void set_shuffle_options(JobFlags& flags, ShuffleOptions& options) {
  flags.seed(options.seed);
  flags.memory(options.memory_bytes);
  flags.format("--to", options.output_format);
  flags.input(options.input);
}

Ending end_shuffle(const ShuffleReport& report) {
  return {totals_line(report, grouped(report.malformed) + " malformed") +
              spilled_text(report.spilled_bytes),
          report.malformed};
}

}  // namespace

extern constinit const CommandRow shuffle_command = {
    .name = "shuffle",
    .operand = "INPUT",
    .usage = "shuffle [INPUT...] [-o OUTPUT] [FLAGS]",
    .summary = "Write the records in random order",
    .about =
        "Writes the records of INPUT in random order. All orders are equally likely. csv keeps "
        "its header and its columns, and lines keep their text.\n"
        "The order depends only on the seed and on the number of records. If the records exceed "
        "the memory limit, all of them go to a nameless temporary file in TMPDIR or /var/tmp. "
        "The file has their text and 12 bytes more for each record.",
    .examples =
        "dokumill shuffle kaggle.csv -o shuffled.csv\n"
        "dokumill shuffle all.txt --seed 7 --memory 8G -o all.txt",
    .main_flags = "--output --seed --memory --from --threads",
    .flags = kShuffleFlags,
    .run = run_usual_job<set_shuffle_options, end_shuffle>,
};

}  // namespace dokumill::cli
