#include "web/mill_run.hpp"

#include <algorithm>

#include "dokumill/datasets.hpp"

namespace dokumill::web {
namespace {

constexpr std::string_view kNames[kMillCommands] = {"solve", "check",  "rate",
                                                    "canon", "dedupe", "convert"};

// The memory for the keys of dedupe. A part that needs more fails, because there is no disk.
constexpr std::uint64_t kKeyBytes = std::uint64_t{1} << 30;

struct Run {
  const MillTask& task;
  std::string_view text;
  batch::TextPart& part;
  std::string& output;

  template <class Options, class Report>
  Result<Report> operator()(Result<Report> (*job)(const Options&, const batch::JobHooks&),
                            Options options) const {
    options.threads = 1;  // the page runs several parts at the same time
    options.input.display_name = task.name.empty() ? "the input" : task.name;
    return batch::run_on_text(job, std::move(options), text, output, &part);
  }
};

MillOutcome outcome_of(JobReport& report, decltype(MillOutcome::counts) counts) {
  return {report.records,
          report.output_format,
          std::move(counts),
          std::move(report.problems),
          report.problems_omitted,
          {},
          {}};
}

Result<MillOutcome> run_solve(const Run& run) {
  SolveOptions options;
  options.output_format = run.task.to;
  Census census;
  options.on_census = [&census](const Census& latest) { census = latest; };
  Result<SolveReport> report = run(batch::solve, options);
  if (!report.ok()) return report.status();
  MillOutcome outcome = outcome_of(*report, {{"unique", report->unique},
                                             {"multiple", report->multiple},
                                             {"unsolvable", report->unsolvable},
                                             {"malformed", report->malformed}});
  outcome.clues = census.clues;
  return outcome;
}

Result<MillOutcome> run_check(const Run& run) {
  CheckOptions options;
  options.each = true;
  Result<CheckReport> report = run(batch::check, options);
  if (!report.ok()) return report.status();
  return outcome_of(*report, {{"complete", report->complete},
                              {"unique", report->unique},
                              {"multiple", report->multiple},
                              {"none", report->none},
                              {"malformed", report->malformed}});
}

Result<MillOutcome> run_rate(const Run& run) {
  RateOptions options;
  const bool has_objects = run.task.format == TextFormat::kJsonl;
  options.output_format = run.task.to.value_or(has_objects ? TextFormat::kJsonl : TextFormat::kCsv);
  options.keep_columns = run.task.format == TextFormat::kCsv;
  Result<RateReport> report = run(batch::rate, options);
  if (!report.ok() && report.status().option() == "keep_columns") {
    // The input has a column with a name that rate adds.
    options.keep_columns = false;
    report = run(batch::rate, options);
  }
  if (!report.ok()) return report.status();
  MillOutcome outcome = outcome_of(*report, {{"unique", report->unique},
                                             {"complete", report->complete},
                                             {"multiple", report->multiple},
                                             {"none", report->none},
                                             {"malformed", report->malformed}});
  outcome.levels = report->ratings.levels;
  return outcome;
}

Result<MillOutcome> run_canon(const Run& run) {
  CanonOptions options;
  options.output_format = run.task.to;
  Result<CanonReport> report = run(batch::canonize, options);
  if (!report.ok()) return report.status();
  return outcome_of(*report, {{"malformed", report->malformed}});
}

Result<MillOutcome> run_dedupe(const Run& run) {
  DedupeOptions options;
  options.output_format = run.task.to;
  options.memory_bytes = kKeyBytes;
  Result<DedupeReport> report = run(batch::dedupe, options);
  if (!report.ok()) return report.status();
  return outcome_of(*report, {{"kept", report->kept},
                              {"duplicates", report->duplicates},
                              {"malformed", report->malformed}});
}

Result<MillOutcome> run_convert(const Run& run) {
  ConvertOptions options;
  options.output_format = run.task.to;
  Result<ConvertReport> report = run(batch::convert, options);
  if (!report.ok()) return report.status();
  return outcome_of(*report, {{"malformed", report->malformed}});
}

}  // namespace

std::optional<MillCommand> mill_command_of(std::string_view name) {
  const auto* const found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<MillCommand>(found - std::begin(kNames));
}

Result<MillOutcome> run_mill(const MillTask& task, std::string_view text, batch::TextPart& part,
                             std::string& output) {
  const Run run{task, text, part, output};
  switch (task.command) {
    case MillCommand::kSolve:
      return run_solve(run);
    case MillCommand::kCheck:
      return run_check(run);
    case MillCommand::kRate:
      return run_rate(run);
    case MillCommand::kCanon:
      return run_canon(run);
    case MillCommand::kDedupe:
      return run_dedupe(run);
    case MillCommand::kConvert:
      break;
  }
  return run_convert(run);
}

}  // namespace dokumill::web
