// dokumill split
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kSplitFlags = flag_list(
    FlagRow{"--train", "FILE", kWhatSection,
            "file for the training records and all malformed records (required)"},
    FlagRow{"--test", "FILE", kWhatSection, "file for the test records (required)"},
    FlagRow{"--share", "SHARE", kWhatSection,
            "share of the puzzles that go to the test file (more exactly, of the classes of "
            "equivalent puzzles), for example 10%, 0.5% or 0.1 (default 10%)"},
    FlagRow{"--seed", "S", kWhatSection,
            "seed, 0 to 2^64 - 1 (default 0); another seed gives another split"},
    kRecordFlags, kSizeFlags, kToFlag, kTableFlags, kReportFlags, kPieceFlag,
    FlagRow{"--memory", "SIZE", kHidden, ""}, kMessageFlags);

void set_split_options(JobFlags& flags, SplitOptions& options) {
  for (const char* flag : {"--train", "--test"}) {
    flags.reject_if(!flags.has(flag),
                    format_text("{} FILE is needed: split writes two files", flag));
  }
  options.output = flags.value("--train").value_or("");
  options.test_output = flags.value("--test").value_or("");
  flags.read("--share", options.share.parts, parse_share);
  flags.seed(options.seed);
  std::uint64_t unused = 0;
  flags.memory(unused);
  if (flags.has("--memory") && flags.status().ok()) {
    flags.session.console.info("--memory has no effect: split keeps no records in memory");
  }
  flags.format("--to", options.output_format);
  flags.input(options.input);
}

}  // namespace

Ending ending_of(const SplitReport& report) {
  const std::string counts =
      format_text("{} train, {} test, {} malformed (in the train file)", grouped(report.train),
                  grouped(report.test), grouped(report.malformed));
  return {totals_line(report, counts), report.malformed};
}

extern constinit const CommandRow split_command = {
    .name = "split",
    .operand = "INPUT",
    .usage = "split [INPUT...] --train FILE --test FILE [FLAGS]",
    .summary = "Split into train and test files that share no puzzle",
    .about =
        "Writes every record of INPUT to one of two files, in order. Equivalent puzzles go to "
        "the same file, so no test puzzle is a rotated, reflected, rearranged or relabelled "
        "train puzzle.\n"
        "Which file a record goes to depends only on its canonical form, the seed and the share. "
        "So if you split another input with the same seed and share, its puzzles go to the same "
        "side as the equivalent puzzles of the first input. If you split again with a larger "
        "share, the test file keeps its puzzles and gets more. csv keeps its columns, and lines "
        "keep their text. split keeps no records in memory and has no --memory limit.",
    .examples =
        "dokumill split kaggle.csv --train train.csv --test test.csv\n"
        "dokumill split puzzles.txt --train a.txt --test b.txt --share 0.5% --seed 7",
    .main_flags = "--train --test --share --seed --from --threads",
    .flags = kSplitFlags,
    .run = run_usual_job<set_split_options>,
};

}  // namespace dokumill::cli
