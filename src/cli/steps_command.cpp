// dokumill steps
#include "cli/choices.hpp"
#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::cli {
namespace {

Status set_steps_options(const Session& session, StepsOptions& options) {
  const Arguments& arguments = session.arguments;
  if (const auto word = arguments.value("--sentences")) {
    const Result<std::size_t> choice =
        parse_choice("--sentences", *word, choices(Command::kSteps, "--sentences"));
    if (!choice.ok()) return choice.status();
    options.sentences = *choice == 0 ? Language::kEnglish : Language::kChinese;
  }
  if (const auto word = arguments.value("--to")) {
    const Result<std::size_t> choice =
        parse_choice("--to", *word, choices(Command::kSteps, "--to"));
    if (!choice.ok()) return choice.status();
    options.output_format = text_format_of(*word);
  }
  options.strict = arguments.has("--strict");
  options.engine = engine_name(session);
  return set_input_options(session, options.input);
}

}  // namespace

Ending steps_ending(const StepsReport& report) {
  return {fmt::format("{}: {} unique, {} complete, {} multiple, {} none, {} malformed; {}",
                      counted(report.records, "records"), grouped(report.unique),
                      grouped(report.complete), grouped(report.multiple), grouped(report.none),
                      grouped(report.malformed), speed_text(report, "records")),
          report.malformed, report.multiple + report.none};
}

int run_steps(Session& session) {
  return run_job(session, "records", Writes::kRecords, StepsOptions(), set_steps_options,
                 batch::steps, steps_ending);
}

}  // namespace dokumill::cli
