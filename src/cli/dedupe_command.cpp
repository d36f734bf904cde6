// dokumill dedupe
#include "cli/common.hpp"
#include "core/text/fmt.hpp"

namespace dokumill::cli {
namespace {

Status set_dedupe_options(const Session& session, DedupeOptions& options) {
  const Arguments& arguments = session.arguments;
  options.symmetry = arguments.has("--symmetry");
  options.strict = arguments.has("--strict");
  if (Status status = read_memory(arguments, options.memory_bytes); !status.ok()) return status;
  if (Status status = read_output_format(arguments, options.output_format); !status.ok()) {
    return status;
  }
  return set_input_options(session, options.input);
}

}  // namespace

Ending dedupe_ending(const DedupeReport& report) {
  return {fmt::format("{}: {} kept, {} left out, {} malformed; {}{}",
                      counted(report.records, "records"), grouped(report.kept),
                      counted(report.duplicates, "duplicates"), grouped(report.malformed),
                      speed_text(report, "records"), spilled_text(report.spilled_bytes)),
          report.malformed};
}

int run_dedupe(Session& session) {
  return run_job(session, "records", Writes::kRecords, DedupeOptions(), set_dedupe_options,
                 batch::dedupe, dedupe_ending);
}

}  // namespace dokumill::cli
