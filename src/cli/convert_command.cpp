// dokumill convert
#include <fmt/format.h>

#include "cli/common.hpp"
#include "cli/words.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::cli {
namespace {

Status set_convert_options(const Session& session, ConvertOptions& options) {
  const Arguments& arguments = session.arguments;
  options.keep_columns = arguments.has("--keep-columns");
  options.strict = arguments.has("--strict");
  options.input.solution_column = arguments.value("--solution-column");
  if (const auto word = arguments.value("--empty")) {
    if (word->size() != 1 || kEmptyCells.find(word->front()) == std::string_view::npos) {
      return usage_error(fmt::format("--empty: expected one of the characters {}, got {}",
                                     kEmptyCells, in_quotes(*word)));
    }
    options.empty_cell = word->front();
  }
  if (Status status = read_output_format(arguments, options.output_format); !status.ok()) {
    return status;
  }
  return set_input_options(session, options.input);
}

Ending end_convert(const ConvertReport& report) {
  return {fmt::format("{}: {} malformed; {}", counted(report.records, "records"),
                      grouped(report.malformed), speed_text(report, "records")),
          report.malformed != 0};
}

}  // namespace

int run_convert(Session& session) {
  return run_job(session, "records", Writes::kRecords, ConvertOptions(), set_convert_options,
                 convert, end_convert);
}

}  // namespace dokumill::cli
