// dokumill split
#include <fmt/format.h>

#include <limits>

#include "cli/common.hpp"
#include "cli/words.hpp"

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
  if (const auto word = arguments.value("--memory")) {
    const Result<std::uint64_t> size = parse_size("--memory", *word, kLeastMemory);
    if (!size.ok()) return size.status();
    session.console.tell("--memory has no effect: split keeps no records in memory");
  }
  status = read_output_format(arguments, options.output_format);
  return status.ok() ? set_input_options(session, options.input) : status;
}

}  // namespace

int run_split(Session& session) {
  SplitOptions options;
  set_job_options(session, "records", options, session.arguments.value("--train").value_or("-"));
  if (Status status = set_split_options(session, options); !status.ok()) {
    return fail(session, status);
  }
  Result<ReportFile> file = ReportFile::open(session, options, &options.input, options.test_output);
  if (!file.ok()) return fail(session, file.status());
  show_problems(session, options.input, options);

  Result<SplitReport> report = split(options);
  session.console.clear_progress();
  if (!report.ok()) return file->fail(session, report.status());
  session.console.tell_more(report->problems.size() + report->problems_omitted);
  session.console.tell(fmt::format("{}: {} train, {} test, {} malformed (in the train file); {}",
                                   counted(report->records, "records"), grouped(report->train),
                                   grouped(report->test), grouped(report->malformed),
                                   speed_text(*report, "records")));
  const bool is_bad = report->malformed != 0;
  return file->finish(session, *report, is_bad ? kSomeRecordsBad : kFine);
}

}  // namespace dokumill::cli
