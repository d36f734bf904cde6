#include "web/mill_command.hpp"

#include <algorithm>

#include "web/mill_options.hpp"

namespace dokumill::web {
namespace {

constexpr std::string_view kNames[kMillCommands] = {"solve", "check", "rate", "canon", "dedupe"};

// The memory for the keys of dedupe. Further keys go to a temporary file.
constexpr std::uint64_t kKeyBytes = std::uint64_t{256} << 20;

template <class Options>
Options options_for(const MillTask& task) {
  Options options;
  static_cast<JobOptions&>(options) = task.job;
  options.input = task.input;
  if constexpr (requires { options.output_format; }) options.output_format = task.output_format;
  if constexpr (requires { options.engine; }) options.engine = task.engine;
  return options;
}

MillOutcome outcome_of(const JobReport& report, MillCounts counts) {
  return {report.records,       report.seconds,    report.problems_omitted,
          report.output_format, std::move(counts), std::nullopt};
}

Result<MillOutcome> run_solve(const MillFunctions& functions, const MillTask& task) {
  SolveOptions options = options_for<SolveOptions>(task);
  options.on_census = task.on_census;
  const Result<SolveReport> report = functions.solve(options);
  if (!report.ok()) return report.status();
  return outcome_of(*report, {{"unique", report->unique},
                              {"multiple", report->multiple},
                              {"unsolvable", report->unsolvable},
                              {"malformed", report->malformed}});
}

Result<MillOutcome> run_check(const MillFunctions& functions, const MillTask& task) {
  CheckOptions options = options_for<CheckOptions>(task);
  options.each = true;
  const Result<CheckReport> report = functions.check(options);
  if (!report.ok()) return report.status();
  return outcome_of(*report, {{"complete", report->complete},
                              {"unique", report->unique},
                              {"multiple", report->multiple},
                              {"none", report->none},
                              {"malformed", report->malformed}});
}

Result<MillOutcome> run_rate(const MillFunctions& functions, const MillTask& task) {
  RateOptions options = options_for<RateOptions>(task);
  if (!options.output_format) {
    const bool has_objects = is_name_of(TextFormat::kJsonl, task.input.display_name);
    options.output_format = has_objects ? TextFormat::kJsonl : TextFormat::kCsv;
    options.keep_columns = !has_objects;
  }
  Result<RateReport> report = functions.rate(options);
  if (!report.ok() && report.status().code() == ErrorCode::kUsage && options.keep_columns) {
    // The job failed because the input is not csv, or because it already has columns with the names
    // that rate adds. Run the job again without the columns of the input.
    options.keep_columns = false;
    report = functions.rate(options);
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

Result<MillOutcome> run_canon(const MillFunctions& functions, const MillTask& task) {
  const Result<CanonReport> report = functions.canonize(options_for<CanonOptions>(task));
  if (!report.ok()) return report.status();
  return outcome_of(*report, {{"malformed", report->malformed}});
}

Result<MillOutcome> run_dedupe(const MillFunctions& functions, const MillTask& task) {
  DedupeOptions options = options_for<DedupeOptions>(task);
  options.memory_bytes = kKeyBytes;
  const Result<DedupeReport> report = functions.dedupe(options);
  if (!report.ok()) return report.status();
  return outcome_of(*report, {{"kept", report->kept},
                              {"duplicates", report->duplicates},
                              {"malformed", report->malformed}});
}

}  // namespace

std::string_view name_of(MillCommand command) {
  return kNames[static_cast<std::size_t>(command)];
}

std::optional<MillCommand> mill_command_of(std::string_view name) {
  const auto* const found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<MillCommand>(found - std::begin(kNames));
}

MillCounts counts_of(const Census& census) {
  return {{"unique", census.unique},
          {"multiple", census.multiple},
          {"unsolvable", census.unsolvable},
          {"malformed", census.malformed}};
}

Result<MillOutcome> run_command(const MillFunctions& functions, const MillTask& task) {
  switch (task.command) {
    case MillCommand::kSolve:
      return run_solve(functions, task);
    case MillCommand::kCheck:
      return run_check(functions, task);
    case MillCommand::kRate:
      return run_rate(functions, task);
    case MillCommand::kCanon:
      return run_canon(functions, task);
    case MillCommand::kDedupe:
      break;
  }
  return run_dedupe(functions, task);
}

}  // namespace dokumill::web
