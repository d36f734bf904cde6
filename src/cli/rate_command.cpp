// dokumill rate
#include <fmt/format.h>

#include "cli/common.hpp"
#include "cli/words.hpp"

namespace dokumill::cli {
namespace {

Status set_rate_options(const Session& session, RateOptions& options) {
  const Arguments& arguments = session.arguments;
  if (const auto word = arguments.value("--to")) {
    const Result<std::size_t> choice = parse_choice("--to", *word, {"line", "csv"});
    if (!choice.ok()) return choice.status();
    options.output_format = *choice == 0 ? TextFormat::kLine : TextFormat::kCsv;
  }
  options.keep_columns = arguments.has("--keep-columns");
  options.strict = arguments.has("--strict");
  options.engine = engine_name(session);
  return set_input_options(session, options.input);
}

std::string level_counts(const RatingTotals& totals) {
  std::string text;
  for (int level = 0; level < kLevels; ++level) {
    text += fmt::format("{} {}, ", grouped(totals.levels[static_cast<std::size_t>(level)]),
                        name_of(static_cast<Level>(level)));
  }
  return text;
}

}  // namespace

int run_rate(Session& session) {
  RateOptions options;
  set_job_options(session, "records", options);
  if (Status status = set_rate_options(session, options); !status.ok()) {
    return fail(session, status);
  }
  Result<ReportFile> file = ReportFile::open(session, options, &options.input);
  if (!file.ok()) return fail(session, file.status());
  show_problems(session, options.input, options);

  Result<RateReport> report = rate(options);
  session.console.clear_progress();
  if (!report.ok()) return file->fail(session, report.status());
  session.console.tell_more(report->problems.size() + report->problems_omitted);
  session.console.tell(fmt::format("{}: {}{} complete, {} multiple, {} none, {} malformed; {}",
                                   counted(report->records, "records"),
                                   level_counts(report->ratings), grouped(report->complete),
                                   grouped(report->multiple), grouped(report->none),
                                   grouped(report->malformed), speed_text(*report, "records")));
  const bool is_bad = report->multiple + report->none + report->malformed != 0;
  return file->finish(session, *report, is_bad ? kSomeRecordsBad : kFine);
}

}  // namespace dokumill::cli
