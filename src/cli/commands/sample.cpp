// dokumill sample
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kSampleFlags = flag_list(
    FlagRow{"-n,--number", "N", kWhatSection,
            "choose exactly N records, 1 to 2^63; if the input has fewer, choose all and print a "
            "warning"},
    FlagRow{"--each", "KEYS", kWhatSection,
            "with -n: choose N records of each value of these features, columns or members, as in "
            "'sort --by'; for example of each level, or er:0.5 for each interval of ratings"},
    FlagRow{"--share", "SHARE", kWhatSection,
            "choose each record with this probability, for example 10%, 0.5% or 0.1"},
    FlagRow{"--seed", "S", kWhatSection,
            "seed, 0 to 2^64 - 1 (default 0); another seed chooses other records"},
    kRecordFlags, kSizeFlags, kOutputFlag, kToFlag, kTableFlags, kReportFlags, kMessageFlags);

void set_sample_options(JobFlags& flags, SampleOptions& options) {
  const bool has_number = flags.has("--number");
  const bool has_share = flags.has("--share");
  flags.reject_if(has_number && has_share, "-n and --share cannot be combined");
  flags.reject_if(!has_number && !has_share, "-n N or --share SHARE is needed");
  flags.number("--number", options.number, 1, std::uint64_t{1} << 63);
  options.each = flags.value("--each").value_or("");
  flags.reject_if(flags.has("--each") && options.each.empty(), "--each KEYS: there is no name");
  if (has_share) flags.read("--share", options.share.emplace().parts, parse_share);
  flags.seed(options.seed);
  flags.format("--to", options.output_format);
  flags.input(options.input);
}

Ending end_sample(const SampleReport& report) {
  const std::string counts =
      format_text("{} written, {} malformed", grouped(report.written), grouped(report.malformed));
  return {totals_line(report, counts) + spilled_text(report.spilled_bytes), report.malformed};
}

}  // namespace

extern constinit const CommandRow sample_command = {
    .name = "sample",
    .operand = "INPUT",
    .usage = "sample [INPUT...] -n N | --share SHARE [-o OUTPUT] [FLAGS]",
    .summary = "Choose records at random",
    .about =
        "Writes N records of INPUT, chosen uniformly at random without replacement, or each "
        "record with the probability SHARE. The records keep their order, csv keeps its columns, "
        "and lines keep their text.\n"
        "The choice depends only on the seed and on the position of each record in INPUT. A "
        "smaller N or SHARE chooses a subset of what a larger one chooses.\n"
        "With --each, -n holds for the records of each value. Records without a value, and "
        "malformed ones, are one more value. Then 'dedupe --symmetry --against' makes a train "
        "file without what was chosen.\n"
        "With -n, the command keeps 16 bytes of memory for each of the N records, and up to 8 "
        "MiB of their text. More text goes to a nameless temporary file in TMPDIR or /var/tmp. "
        "With --share, it keeps no records.",
    .examples =
        "dokumill sample kaggle.csv -n 1000 -o some.csv\n"
        "dokumill sample all.csv -n 100 --each level -o test.csv\n"
        "zcat all.txt.gz | dokumill sample --share 1% --seed 7 > some.txt",
    .main_flags = "--number --share --output --seed --from --threads",
    .flags = kSampleFlags,
    .run = run_usual_job<set_sample_options, end_sample>,
};

}  // namespace dokumill::cli
