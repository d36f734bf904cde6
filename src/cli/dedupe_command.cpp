// dokumill dedupe
#include <fmt/format.h>

#include "cli/common.hpp"
#include "cli/words.hpp"

namespace dokumill::cli {
namespace {

Status set_dedupe_options(const Session& session, DedupeOptions& options) {
  const Arguments& arguments = session.arguments;
  options.symmetry = arguments.has("--symmetry");
  options.strict = arguments.has("--strict");
  if (const auto word = arguments.value("--memory")) {
    const Result<std::uint64_t> size = parse_size("--memory", *word, kLeastMemory);
    if (!size.ok()) return size.status();
    options.memory_bytes = *size;
  }
  if (Status status = read_output_format(arguments, options.output_format); !status.ok()) {
    return status;
  }
  return set_input_options(session, options.input);
}

}  // namespace

int run_dedupe(Session& session) {
  DedupeOptions options;
  set_job_options(session, "records", options);
  if (Status status = set_dedupe_options(session, options); !status.ok()) {
    return fail(session, status);
  }
  Result<ReportFile> file = ReportFile::open(session, options, &options.input);
  if (!file.ok()) return fail(session, file.status());
  show_problems(session, options.input, options);

  Result<DedupeReport> report = dedupe(options);
  session.console.clear_progress();
  if (!report.ok()) return file->fail(session, report.status());
  session.console.tell_more(report->problems.size() + report->problems_omitted);
  const std::string spilled =
      report->spilled_bytes != 0
          ? fmt::format(", {} in a temporary file", counted(report->spilled_bytes, "bytes"))
          : "";
  session.console.tell(fmt::format(
      "{}: {} kept, {} left out, {} malformed; {}{}", counted(report->records, "records"),
      grouped(report->kept), counted(report->duplicates, "duplicates"), grouped(report->malformed),
      speed_text(*report, "records"), spilled));
  const bool is_bad = report->malformed != 0;
  return file->finish(session, *report, is_bad ? kSomeRecordsBad : kFine);
}

}  // namespace dokumill::cli
