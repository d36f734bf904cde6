// dokumill generate puzzles
#include <fmt/format.h>

#include <limits>

#include "cli/choices.hpp"
#include "cli/common.hpp"
#include "cli/words.hpp"

namespace dokumill::cli {
namespace {

constexpr std::uint64_t kAnyPuzzle = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMostTries = std::uint64_t{1} << 31;
constexpr std::uint64_t kFewestClues = 17;

// Unbiased puzzles are drawn from all minimal puzzles, so they have no other constraint.
Status check_unbiased(const Arguments& arguments) {
  if (!arguments.has("--unbiased")) return {};
  for (const char* const flag : {"--clues", "--symmetry", "--difficulty"}) {
    if (arguments.has(flag)) {
      return {ErrorCode::kUsage, fmt::format("--unbiased and {} cannot be used together", flag)};
    }
  }
  return {};
}

Status set_constraints(const Arguments& arguments, PuzzleConstraints& constraints) {
  if (const auto word = arguments.value("--clues")) {
    const Result<NumberRange> range = parse_range("--clues", *word, kFewestClues, kCells);
    if (!range.ok()) return range.status();
    constraints.clues = {static_cast<int>(range->first), static_cast<int>(range->last)};
  }
  constraints.minimal = arguments.has("--minimal");
  if (const auto word = arguments.value("--symmetry")) {
    const Result<std::size_t> choice =
        parse_choice("--symmetry", *word, choices(arguments.command, "--symmetry"));
    if (!choice.ok()) return choice.status();
    constraints.symmetry = static_cast<Symmetry>(*choice);
  }
  if (const auto word = arguments.value("--difficulty")) {
    const Result<std::size_t> choice =
        parse_choice("--difficulty", *word, choices(arguments.command, "--difficulty"));
    if (!choice.ok()) return choice.status();
    constraints.difficulty = static_cast<Level>(*choice);
  }
  constraints.unbiased = arguments.has("--unbiased");
  if (Status status = check_unbiased(arguments); !status.ok()) return status;
  std::uint64_t tries = constraints.max_tries;
  if (Status status = read_number(arguments, "--max-tries", 1, kMostTries, tries); !status.ok())
    return status;
  constraints.max_tries = static_cast<std::uint32_t>(tries);
  return {};
}

Status set_puzzles_options(const Session& session, PuzzlesOptions& options) {
  const Arguments& arguments = session.arguments;
  if (Status status = check_no_operand(arguments); !status.ok()) return status;
  if (!arguments.has("--number")) return {ErrorCode::kUsage, "-n N is missing: how many puzzles"};
  if (Status status = read_number(arguments, "--number", 1, kAnyPuzzle, options.count);
      !status.ok())
    return status;
  if (Status status = read_number(arguments, "--start", 0, kAnyPuzzle, options.start); !status.ok())
    return status;
  if (Status status = read_number(arguments, "--seed", 0, kAnyPuzzle, options.seed); !status.ok())
    return status;
  if (Status status = set_constraints(arguments, options.constraints); !status.ok()) return status;
  if (Status status = read_empty_cell(arguments, options.empty_cell); !status.ok()) return status;
  options.continues = arguments.has("--continue");
  if (const auto word = arguments.value("--to")) {
    const Result<std::size_t> choice =
        parse_choice("--to", *word, choices(arguments.command, "--to"));
    if (!choice.ok()) return choice.status();
    options.format = text_format_of(*word);
  }
  options.engine = engine_name(session);
  return {};
}

// Adds a hint to the failure where looser constraints or more tries can help.
Result<PuzzlesReport> generate(const PuzzlesOptions& options, const batch::JobHooks& hooks) {
  Result<PuzzlesReport> report = batch::generate_puzzles(options, hooks);
  const bool can_help =
      report.status().code() == ErrorCode::kUnmet && why_rare(options.constraints).empty();
  if (!can_help) return report;
  return Status(ErrorCode::kUnmet,
                report.status().message() +
                    " (looser constraints, or --max-tries T for more tries, may help)");
}

}  // namespace

int run_generate_puzzles(Session& session) {
  return run_job(session, "puzzles", Writes::kRecords, PuzzlesOptions(), set_puzzles_options,
                 generate,
                 [](const PuzzlesReport& report) { return Ending{puzzles_text(report, "")}; });
}

std::string puzzles_text(const PuzzlesReport& report, std::string_view place) {
  const std::string tries = report.tries == 1 ? "1 try" : counted(report.tries, "tries");
  std::string mean;
  if (report.is_weighted) {
    const WeightTotals::Statistics statistics = report.weights.statistics();
    mean = fmt::format(", weighted mean of {:.2f} clues (standard error {:.2f})",
                       statistics.mean_clues, statistics.mean_clues_error);
  }
  return fmt::format("{}{}, {}{}; {}", counted(report.records, "puzzles"), place, tries, mean,
                     speed_text(report, "puzzles"));
}

}  // namespace dokumill::cli
