// dokumill export
#include <limits>

#include "cli/choices.hpp"
#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::cli {
namespace {

Status set_export_options(const Session& session, ExportOptions& options) {
  const Arguments& arguments = session.arguments;
  const auto layout = arguments.value("--layout");
  if (!layout) return usage_error("--layout hrm or --layout rrn is needed");
  const Result<std::size_t> choice =
      parse_choice("--layout", *layout, choices(Command::kExport, "--layout"));
  if (!choice.ok()) return choice.status();
  options.layout = static_cast<ExportLayout>(*choice);
  if (arguments.operands.empty()) return usage_error("DIR is needed: the new folder to write");
  options.output = arguments.operands.back();
  Status status = read_number(arguments, "--augment", 0, kMostImages, options.images);
  if (!status.ok()) return status;
  status =
      read_number(arguments, "--seed", 0, std::numeric_limits<std::uint64_t>::max(), options.seed);
  if (!status.ok()) return status;
  if (const auto word = arguments.value("--share")) {
    const Result<std::uint64_t> share = parse_share("--share", *word);
    if (!share.ok()) return share.status();
    options.share.parts = *share;
  }
  options.input.solution_column = arguments.value("--solution-column");
  options.strict = arguments.has("--strict");
  options.engine = engine_name(session);
  // The inputs are the operands before DIR.
  Arguments inputs = arguments;
  inputs.operands.pop_back();
  return set_input_options({inputs, session.flags, session.platform, session.console},
                           options.input);
}

Ending end_export(const ExportReport& report) {
  return {fmt::format("{}: {} train, {}{} test, {} written; left out: {} multiple, {} unsolvable, "
                      "{} wrong, {} malformed; {}",
                      counted(report.records, "records"), grouped(report.train),
                      report.valid != 0 ? grouped(report.valid) + " valid, " : "",
                      grouped(report.test), counted(report.written, "rows"),
                      grouped(report.multiple), grouped(report.unsolvable), grouped(report.wrong),
                      grouped(report.malformed), speed_text(report, "records")),
          report.malformed, report.multiple + report.unsolvable + report.wrong};
}

}  // namespace

int run_export(Session& session) {
  return run_job(session, "records", Writes::kRecords, ExportOptions(), set_export_options,
                 batch::export_dataset, end_export);
}

}  // namespace dokumill::cli
