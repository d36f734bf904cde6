// dokumill rate
#include "cli/choices.hpp"
#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/fmt.hpp"

namespace dokumill::cli {
namespace {

Status set_rate_options(const Session& session, RateOptions& options) {
  const Arguments& arguments = session.arguments;
  if (const auto word = arguments.value("--to")) {
    const Result<std::size_t> choice =
        parse_choice("--to", *word, choices(arguments.command, "--to"));
    if (!choice.ok()) return choice.status();
    options.output_format = *text_format_of(*word);
  }
  if (const auto word = arguments.value("--scale")) {
    const Result<std::size_t> choice =
        parse_choice("--scale", *word, choices(arguments.command, "--scale"));
    if (!choice.ok()) return choice.status();
    options.scale = static_cast<RatingScale>(*choice);
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

std::string se121_counts(const RateReport& report) {
  std::string text = fmt::format("{} rated on the scale se121, ", grouped(report.unique));
  if (report.se121.inexact != 0) {
    text += fmt::format("{} of these only have a lower bound, ", grouped(report.se121.inexact));
  }
  return text;
}

}  // namespace

Ending rate_ending(const RateReport& report) {
  const std::string counts =
      report.scale == RatingScale::kSe121 ? se121_counts(report) : level_counts(report.ratings);
  return {fmt::format("{}: {}{} complete, {} multiple, {} none, {} malformed; {}",
                      counted(report.records, "records"), counts, grouped(report.complete),
                      grouped(report.multiple), grouped(report.none), grouped(report.malformed),
                      speed_text(report, "records")),
          report.malformed, report.multiple + report.none};
}

int run_rate(Session& session) {
  return run_job(session, "records", Writes::kRecords, RateOptions(), set_rate_options, batch::rate,
                 rate_ending);
}

}  // namespace dokumill::cli
