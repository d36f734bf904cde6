// dokumill generate puzzles
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "cli/choices.hpp"
#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"

namespace dokumill::cli {
namespace {

constexpr std::uint64_t kAnyPuzzle = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMostTries = std::uint64_t{1} << 31;
constexpr std::uint64_t kFewestClues = 17;

// Rejects pairs of flags that exclude each other. PuzzleMaker would also reject them, but its
// message does not name the flags. Unbiased puzzles are drawn from all minimal puzzles, so
// --unbiased excludes the flags that restrict the puzzles.
Status check_pairs(const Arguments& arguments) {
  constexpr std::pair<const char*, const char*> kPairs[] = {
      {"--unbiased", "--clues"},    {"--unbiased", "--symmetry"},   {"--unbiased", "--difficulty"},
      {"--unbiased", "--rating"},   {"--unbiased", "--technique"},  {"--unbiased", "--obstacles"},
      {"--rating", "--difficulty"}, {"--technique", "--difficulty"}};
  for (const auto& [one, other] : kPairs) {
    if (arguments.has(one) && arguments.has(other)) {
      return {ErrorCode::kUsage, fmt::format("{} and {} cannot be used together", one, other)};
    }
  }
  return {};
}

Result<Technique> parse_technique(std::string_view flag, std::string_view word) {
  if (const auto technique = technique_named(word)) return *technique;
  std::vector<std::string> names;
  for (const TechniqueInfo& info : techniques()) names.emplace_back(info.name);
  if (const auto name = nearest(word, names)) {
    return usage_error(fmt::format("{}: no technique is called {}; did you mean '{}'?", flag,
                                   in_quotes(word), *name));
  }
  return usage_error(fmt::format("{}: expected one of {}, got {}", flag,
                                 fmt::join(choices(Command::kGeneratePuzzles, flag), ", "),
                                 in_quotes(word)));
}

// Sets the constraints of --rating, --technique and --obstacles.
Status set_goal(const Arguments& arguments, PuzzleConstraints& constraints) {
  constexpr std::uint64_t kLowest = 10;
  if (const auto word = arguments.value("--rating")) {
    const Result<NumberRange> range = parse_scores("--rating", *word, kLowest, kMostScore);
    if (!range.ok()) return range.status();
    constraints.rating.emplace();
    constraints.rating->lowest = static_cast<int>(range->first);
    constraints.rating->highest = static_cast<int>(range->last);
  }
  if (const auto word = arguments.value("--technique")) {
    const Result<Technique> technique = parse_technique("--technique", *word);
    if (!technique.ok()) return technique.status();
    if (!constraints.rating) constraints.rating.emplace();
    constraints.rating->hardest = *technique;
  }
  if (const auto word = arguments.value("--obstacles")) {
    const Result<NumberRange> range = parse_range("--obstacles", *word, 0, kMostObstacles);
    if (!range.ok()) return range.status();
    constraints.obstacles = {static_cast<int>(range->first), static_cast<int>(range->last)};
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
  if (Status status = set_goal(arguments, constraints); !status.ok()) return status;
  if (Status status = check_pairs(arguments); !status.ok()) return status;
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

// Generates the puzzles. If this fails, and looser constraints or more tries can help, adds a hint
// to the message.
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
