// dokumill sample
#include <limits>

#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::cli {
namespace {

Status set_sample_options(const Session& session, SampleOptions& options) {
  const Arguments& arguments = session.arguments;
  if (arguments.has("--number") == arguments.has("--share")) {
    return usage_error(arguments.has("--share") ? "-n and --share cannot be combined"
                                                : "-n N or --share SHARE is needed");
  }
  if (arguments.has("--number")) {
    std::uint64_t number = 0;
    Status status = read_number(arguments, "--number", 1, std::uint64_t{1} << 63, number);
    if (!status.ok()) return status;
    options.number = number;
  } else {
    const Result<std::uint64_t> share = parse_share("--share", *arguments.value("--share"));
    if (!share.ok()) return share.status();
    options.share = Share{*share};
  }
  Status status =
      read_number(arguments, "--seed", 0, std::numeric_limits<std::uint64_t>::max(), options.seed);
  if (!status.ok()) return status;
  options.strict = arguments.has("--strict");
  if (status = read_output_format(arguments, options.output_format); !status.ok()) return status;
  return set_input_options(session, options.input);
}

Ending end_sample(const SampleReport& report) {
  return {fmt::format("{}: {} written, {} malformed; {}{}", counted(report.records, "records"),
                      grouped(report.written), grouped(report.malformed),
                      speed_text(report, "records"), spilled_text(report.spilled_bytes)),
          report.malformed};
}

}  // namespace

int run_sample(Session& session) {
  return run_job(session, "records", Writes::kRecords, SampleOptions(), set_sample_options,
                 batch::sample, end_sample);
}

}  // namespace dokumill::cli
