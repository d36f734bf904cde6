// dokumill augment
#include <limits>

#include "cli/choices.hpp"
#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::cli {
namespace {

Status set_augment_options(const Session& session, AugmentOptions& options) {
  const Arguments& arguments = session.arguments;
  if (!arguments.has("--times")) {
    return usage_error("--times K is needed: the number of images of each record");
  }
  Status status = read_number(arguments, "--times", 1, kMostImages, options.times);
  if (!status.ok()) return status;
  status =
      read_number(arguments, "--seed", 0, std::numeric_limits<std::uint64_t>::max(), options.seed);
  if (!status.ok()) return status;
  if (const auto word = arguments.value("--to")) {
    const Result<std::size_t> choice =
        parse_choice("--to", *word, choices(arguments.command, "--to"));
    if (!choice.ok()) return choice.status();
    options.output_format = text_format_of(*word);
  }
  options.include_original = arguments.has("--include-original");
  options.input.solution_column = arguments.value("--solution-column");
  options.strict = arguments.has("--strict");
  return set_input_options(session, options.input);
}

}  // namespace

Ending augment_ending(const AugmentReport& report) {
  return {fmt::format("{}: {} written, {} malformed; {}", counted(report.records, "records"),
                      counted(report.written, "rows"), grouped(report.malformed),
                      speed_text(report, "records")),
          report.malformed};
}

int run_augment(Session& session) {
  return run_job(session, "records", Writes::kRecords, AugmentOptions(), set_augment_options,
                 batch::augment, augment_ending);
}

}  // namespace dokumill::cli
