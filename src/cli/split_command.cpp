// dokumill split
#include <limits>

#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"

namespace dokumill::cli {
namespace {

Status set_split_options(const Session& session, SplitOptions& options) {
  const Arguments& arguments = session.arguments;
  for (const char* flag : {"--train", "--test"}) {
    if (!arguments.has(flag)) {
      return {ErrorCode::kUsage, fmt::format("{} FILE is needed: split writes two files", flag)};
    }
  }
  options.output = *arguments.value("--train");
  options.test_output = *arguments.value("--test");
  options.strict = arguments.has("--strict");
  if (const auto word = arguments.value("--share")) {
    const Result<std::uint64_t> share = parse_share("--share", *word);
    if (!share.ok()) return share.status();
    options.share.parts = *share;
  }
  Status status =
      read_number(arguments, "--seed", 0, std::numeric_limits<std::uint64_t>::max(), options.seed);
  if (!status.ok()) return status;
  if (std::uint64_t unused = 0; arguments.has("--memory")) {
    if (status = read_memory(arguments, unused); !status.ok()) return status;
    session.console.info("--memory has no effect: split keeps no records in memory");
  }
  if (status = read_output_format(arguments, options.output_format); !status.ok()) return status;
  return set_input_options(session, options.input);
}

}  // namespace

Ending split_ending(const SplitReport& report) {
  return {
      fmt::format("{}: {} train, {} test, {} malformed (in the train file); {}",
                  counted(report.records, "records"), grouped(report.train), grouped(report.test),
                  grouped(report.malformed), speed_text(report, "records")),
      report.malformed};
}

int run_split(Session& session) {
  return run_job(session, "records", Writes::kRecords, SplitOptions(), set_split_options,
                 batch::split, split_ending);
}

}  // namespace dokumill::cli
