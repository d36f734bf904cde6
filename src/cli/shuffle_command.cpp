// dokumill shuffle
#include <limits>

#include "cli/common.hpp"
#include "core/text/fmt.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::cli {
namespace {

Status set_shuffle_options(const Session& session, ShuffleOptions& options) {
  const Arguments& arguments = session.arguments;
  options.strict = arguments.has("--strict");
  Status status =
      read_number(arguments, "--seed", 0, std::numeric_limits<std::uint64_t>::max(), options.seed);
  if (!status.ok()) return status;
  if (status = read_memory(arguments, options.memory_bytes); !status.ok()) return status;
  if (status = read_output_format(arguments, options.output_format); !status.ok()) return status;
  return set_input_options(session, options.input);
}

Ending end_shuffle(const ShuffleReport& report) {
  return {fmt::format("{}: {} malformed; {}{}", counted(report.records, "records"),
                      grouped(report.malformed), speed_text(report, "records"),
                      spilled_text(report.spilled_bytes)),
          report.malformed};
}

}  // namespace

int run_shuffle(Session& session) {
  return run_job(session, "records", Writes::kRecords, ShuffleOptions(), set_shuffle_options,
                 batch::shuffle, end_shuffle);
}

}  // namespace dokumill::cli
