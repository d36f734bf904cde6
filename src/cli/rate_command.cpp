// dokumill rate
#include "cli/choices.hpp"
#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"

namespace dokumill::cli {
namespace {

// Version 0.2 had two scales. A script may still ask for the one that is left.
Status check_scale(const Arguments& arguments) {
  const auto word = arguments.value("--scale");
  if (!word) return {};
  if (*word == "dokumill") {
    return usage_error(
        "--scale: the scale dokumill no longer exists; every rating is that of Sudoku Explainer "
        "1.2.1. Leave --scale out, and use the columns er and level instead of score and level");
  }
  return parse_choice("--scale", *word, choices(arguments.command, "--scale")).status();
}

Status set_rate_options(const Session& session, RateOptions& options) {
  const Arguments& arguments = session.arguments;
  if (const auto word = arguments.value("--to")) {
    const Result<std::size_t> choice =
        parse_choice("--to", *word, choices(arguments.command, "--to"));
    if (!choice.ok()) return choice.status();
    options.output_format = *text_format_of(*word);
  }
  if (Status status = check_scale(arguments); !status.ok()) return status;
  if (const auto word = arguments.value("--at-most")) {
    const Result<std::uint64_t> score = parse_score("--at-most", *word, kLeastAtMost, kMostScore);
    if (!score.ok()) return score.status();
    options.rater.at_most = static_cast<int>(*score);
  }
  options.rater.counts_obstacles = arguments.has("--obstacles");
  options.keep_columns = arguments.has("--keep-columns");
  options.strict = arguments.has("--strict");
  options.engine = engine_name(session);
  return set_input_options(session, options.input);
}

std::string level_counts(const RatingTotals& totals) {
  std::string text;
  for (const LevelInfo& info : levels()) {
    text += fmt::format("{} {}, ", grouped(totals.levels[static_cast<std::size_t>(info.level)]),
                        info.name);
  }
  if (totals.inexact == 0) return text;
  return text + fmt::format("{} of these with a lower bound only, ", grouped(totals.inexact));
}

}  // namespace

Ending rate_ending(const RateReport& report) {
  return {fmt::format("{}: {}{} complete, {} multiple, {} none, {} malformed; {}",
                      counted(report.records, "records"), level_counts(report.ratings),
                      grouped(report.complete), grouped(report.multiple), grouped(report.none),
                      grouped(report.malformed), speed_text(report, "records")),
          report.malformed, report.multiple + report.none};
}

int run_rate(Session& session) {
  return run_job(session, "records", Writes::kRecords, RateOptions(), set_rate_options, batch::rate,
                 rate_ending);
}

}  // namespace dokumill::cli
