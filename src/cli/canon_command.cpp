// dokumill canon
#include <fmt/format.h>

#include "cli/common.hpp"

namespace dokumill::cli {

int run_canon(Session& session) {
  const Arguments& arguments = session.arguments;
  CanonOptions options;
  set_job_options(session, "records", options);
  options.strict = arguments.has("--strict");
  if (Status status = set_input_options(session, options.input); !status.ok()) {
    return fail(session, status);
  }
  if (Status status = read_output_format(arguments, options.output_format); !status.ok()) {
    return fail(session, status);
  }
  Result<ReportFile> file = ReportFile::open(session, options, &options.input);
  if (!file.ok()) return fail(session, file.status());
  show_problems(session, options.input, options);

  Result<CanonReport> report = canonize(options);
  session.console.clear_progress();
  if (!report.ok()) return file->fail(session, report.status());
  session.console.tell_more(report->problems.size() + report->problems_omitted);
  session.console.tell(fmt::format("{}: {} malformed; {}", counted(report->records, "records"),
                                   grouped(report->malformed), speed_text(*report, "records")));
  const bool is_bad = report->malformed != 0;
  return file->finish(session, *report, is_bad ? kSomeRecordsBad : kFine);
}

}  // namespace dokumill::cli
