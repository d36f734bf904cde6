// The commands of the mill: the commands of dokumill that read a file of puzzles and write a file.
// run_command() runs one of these commands over a file, and collects the counts of the command's
// report.
//
// Thread safety: the functions keep no state. Failure: as the functions of batch.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dokumill/batch.hpp"

namespace dokumill::web {

enum class MillCommand : std::uint8_t { kSolve, kCheck, kRate, kCanon, kDedupe };
inline constexpr int kMillCommands = 5;

// The name of the command on the command line: "solve".
std::string_view name_of(MillCommand command);
// nullopt: the mill has no such command.
std::optional<MillCommand> mill_command_of(std::string_view name);

// The functions that do the work. By default, they call the library. `play` and the tests set
// functions that do the same on another Platform.
struct MillFunctions {
  std::function<Result<SolveReport>(const SolveOptions&)> solve = [](const SolveOptions& job) {
    return dokumill::solve(job);
  };
  std::function<Result<CheckReport>(const CheckOptions&)> check = [](const CheckOptions& job) {
    return dokumill::check(job);
  };
  std::function<Result<RateReport>(const RateOptions&)> rate = [](const RateOptions& job) {
    return dokumill::rate(job);
  };
  std::function<Result<CanonReport>(const CanonOptions&)> canonize = [](const CanonOptions& job) {
    return dokumill::canonize(job);
  };
  std::function<Result<DedupeReport>(const DedupeOptions&)> dedupe = [](const DedupeOptions& job) {
    return dokumill::dedupe(job);
  };
};

// The input and the options of one run of a command of the mill.
struct MillTask {
  MillCommand command = MillCommand::kSolve;
  JobOptions job;
  InputOptions input;
  // nullopt: the format of the input; for rate, see run_command().
  std::optional<TextFormat> output_format;
  std::string engine;
  std::function<void(const Census&)> on_census;  // only solve calls it
};

// The counts of a report with their names, in the order of the report: "unique", 12.
using MillCounts = std::vector<std::pair<std::string_view, std::uint64_t>>;

struct MillOutcome {
  std::uint64_t records = 0;
  double seconds = 0;
  std::uint64_t problems_omitted = 0;
  TextFormat output_format = TextFormat::kLine;
  MillCounts counts;
  std::optional<std::array<std::uint64_t, kLevels>> levels;  // only for rate
};

// The counts of `solve` while the job runs.
MillCounts counts_of(const Census& census);

// Without an output format, `rate` writes csv, or jsonl if the name of the input ends in .jsonl or
// .ndjson. If the input is csv and has none of the columns that `rate` adds, the output begins with
// the columns of the input. `check` writes a word for each record.
Result<MillOutcome> run_command(const MillFunctions& functions, const MillTask& task);

}  // namespace dokumill::web
