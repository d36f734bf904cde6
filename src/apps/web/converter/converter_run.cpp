#include "apps/web/converter/converter_run.hpp"

#include <algorithm>
#include <initializer_list>
#include <type_traits>

#include "dokumill/datasets.hpp"

namespace dokumill::web {
namespace {

constexpr std::string_view kNames[kConverterCommands] = {"solve", "check",  "rate",
                                                         "canon", "dedupe", "convert"};

// The memory for the keys of dedupe. A part that needs more fails, because there is no disk.
constexpr std::uint64_t kKeyBytes = std::uint64_t{1} << 30;

struct Run {
  const ConverterTask& task;
  std::string_view text;
  batch::TextPart* part;
  std::string& output;

  // The options of a command that writes the format of the task.
  template <class Options>
  Options with_format() const {
    Options options;
    options.output_format = task.to;
    return options;
  }

  // Runs the job. `counts`: the names of the counts, and where the report has them.
  template <class Options, class Report = batch::ReportOf<Options>>
  Result<ConverterOutcome> operator()(
      Options options,
      std::initializer_list<std::pair<std::string_view, std::uint64_t Report::*>> counts) const {
    options.job.threads = 1;  // the page runs several parts at the same time
    options.input.display_name = task.name.empty() ? "the input" : task.name;
    Result<Report> report = batch::run_on_text(std::move(options), text, output, part);
    if (!report.ok()) return report.status();
    ConverterOutcome outcome;
    outcome.records = report->records;
    outcome.output_format = report->output_format;
    if (!report->inputs.empty()) outcome.layout = report->inputs.front().layout;
    for (const auto& [name, count] : counts) outcome.counts.emplace_back(name, (*report).*count);
    outcome.problems = std::move(report->problems);
    outcome.problems_omitted = report->problems_omitted;
    if constexpr (std::is_same_v<Report, RateReport>) outcome.levels = report->ratings.levels;
    return outcome;
  }
};

Result<ConverterOutcome> run_solve(const Run& run) {
  auto options = run.with_format<SolveOptions>();
  Census census;
  options.on_census = [&census](const Census& latest) { census = latest; };
  Result<ConverterOutcome> outcome =
      run(std::move(options), {{"unique", &SolveReport::unique},
                               {"multiple", &SolveReport::multiple},
                               {"unsolvable", &SolveReport::unsolvable},
                               {"malformed", &SolveReport::malformed}});
  if (outcome.ok()) outcome->clues = census.clues;
  return outcome;
}

Result<ConverterOutcome> run_check(const Run& run) {
  CheckOptions options;
  options.each = true;
  return run(options, {{"complete", &CheckReport::complete},
                       {"unique", &CheckReport::unique},
                       {"multiple", &CheckReport::multiple},
                       {"none", &CheckReport::none},
                       {"malformed", &CheckReport::malformed}});
}

Result<ConverterOutcome> run_rate(const Run& run, bool keeps_columns) {
  RateOptions options;
  const bool has_objects = run.task.format == TextFormat::kJsonl;
  options.output_format = run.task.to.value_or(has_objects ? TextFormat::kJsonl : TextFormat::kCsv);
  options.keep_columns = keeps_columns;
  Result<ConverterOutcome> outcome = run(options, {{"unique", &RateReport::unique},
                                                   {"complete", &RateReport::complete},
                                                   {"multiple", &RateReport::multiple},
                                                   {"none", &RateReport::none},
                                                   {"malformed", &RateReport::malformed}});
  // The input may have a column with a name that rate adds.
  const bool is_taken = !outcome.ok() && outcome.status().option() == "keep_columns";
  return is_taken ? run_rate(run, false) : outcome;
}

Result<ConverterOutcome> run_dedupe(const Run& run) {
  auto options = run.with_format<DedupeOptions>();
  options.memory_bytes = kKeyBytes;
  return run(options, {{"kept", &DedupeReport::kept},
                       {"duplicates", &DedupeReport::duplicates},
                       {"malformed", &DedupeReport::malformed}});
}

}  // namespace

std::optional<ConverterCommand> converter_command_of(std::string_view name) {
  const auto* const found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<ConverterCommand>(found - std::begin(kNames));
}

Result<ConverterOutcome> run_converter(const ConverterTask& task, std::string_view text,
                                       batch::TextPart* part, std::string& output) {
  const Run run{task, text, part, output};
  switch (task.command) {
    case ConverterCommand::kSolve:
      return run_solve(run);
    case ConverterCommand::kCheck:
      return run_check(run);
    case ConverterCommand::kRate:
      return run_rate(run, task.format == TextFormat::kCsv);
    case ConverterCommand::kCanon:
      return run(run.with_format<CanonOptions>(), {{"malformed", &CanonReport::malformed}});
    case ConverterCommand::kDedupe:
      return run_dedupe(run);
    case ConverterCommand::kConvert:
      break;
  }
  return run(run.with_format<ConvertOptions>(), {{"malformed", &ConvertReport::malformed}});
}

}  // namespace dokumill::web
