// dokumill canon
#include "cli/common.hpp"
#include "core/text/fmt.hpp"

namespace dokumill::cli {
namespace {

Status set_canon_options(const Session& session, CanonOptions& options) {
  options.strict = session.arguments.has("--strict");
  options.input.solution_column = session.arguments.value("--solution-column");
  if (Status status = set_input_options(session, options.input); !status.ok()) return status;
  return read_output_format(session.arguments, options.output_format);
}

}  // namespace

int run_canon(Session& session) {
  return run_job(session, "records", Writes::kRecords, CanonOptions(), set_canon_options,
                 batch::canonize, canon_ending);
}

Ending canon_ending(const CanonReport& report) {
  return {fmt::format("{}: {} malformed; {}", counted(report.records, "records"),
                      grouped(report.malformed), speed_text(report, "records")),
          report.malformed};
}

}  // namespace dokumill::cli
