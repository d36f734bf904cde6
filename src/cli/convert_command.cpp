// dokumill convert
#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::cli {
namespace {

Status set_convert_options(const Session& session, ConvertOptions& options) {
  const Arguments& arguments = session.arguments;
  options.keep_columns = arguments.has("--keep-columns");
  options.strict = arguments.has("--strict");
  options.input.solution_column = arguments.value("--solution-column");
  if (Status status = read_empty_cell(arguments, options.empty_cell); !status.ok()) return status;
  if (Status status = read_output_format(arguments, options.output_format); !status.ok()) {
    return status;
  }
  return set_input_options(session, options.input);
}

}  // namespace

Ending convert_ending(const ConvertReport& report) {
  return {fmt::format("{}: {} malformed; {}", counted(report.records, "records"),
                      grouped(report.malformed), speed_text(report, "records")),
          report.malformed};
}

int run_convert(Session& session) {
  return run_job(session, "records", Writes::kRecords, ConvertOptions(), set_convert_options,
                 batch::convert, convert_ending);
}

}  // namespace dokumill::cli
