// dokumill generate puzzles
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"
#include "core/text/format.hpp"

namespace dokumill::cli {
namespace {

// The names of the techniques, with hyphens instead of spaces; --technique accepts both forms.
// "dynamic forcing chains (+)" is not in this list, because shells would need quotes for it.
Names technique_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const TechniqueInfo& info : techniques()) {
      if (info.name.find('(') != std::string_view::npos) continue;
      std::string& name = names.emplace_back(info.name);
      std::ranges::replace(name, ' ', '-');
    }
    return names;
  }();
  return {kNames.begin(), kNames.end()};
}

constexpr auto kGeneratePuzzlesFlags = flag_list(
    FlagRow{"-n,--number", "N", kWhatSection, "number of puzzles (required)"},
    FlagRow{"--clues", "A..B", kWhatSection,
            "A to B clues (17 <= A <= B <= 81), or one number; puzzles with fewer than 22 clues "
            "are rare (default: clues are removed until every clue left is needed)"},
    FlagRow{"--minimal", "", kWhatSection,
            "only minimal puzzles, in which every clue is needed for a single solution. You need "
            "this flag only with --clues, --symmetry or --difficulty: without them, all puzzles "
            "are minimal"},
    FlagRow{
        "--symmetry", "NAME", kWhatSection,
        "symmetry of the clue pattern: none (default), rotational (by 180 degrees), "
        "horizontal, vertical, diagonal, or full (all eight symmetries of the square)",
        [] { return Names{"none", "rotational", "horizontal", "vertical", "diagonal", "full"}; }},
    FlagRow{"--difficulty", "LEVEL", kWhatSection,
            "easy (ER up to 1.5), medium (1.6 to 2.5), hard (2.6 to 4.4), expert (4.5 to 7.4) or "
            "extreme (from 7.5): the level of the hardest step",
            [] { return names_of_rows(levels()); }},
    FlagRow{"--rating", "A..B", kWhatSection,
            "rating of Sudoku Explainer 1.2.1 (ER), like 7.0..7.2 or 7.1"},
    FlagRow{"--technique", "NAME", kWhatSection,
            "the hardest technique that the puzzle needs, by Sudoku Explainer 1.2.1, like "
            "swordfish",
            technique_names},
    FlagRow{"--obstacles", "A..B", kWhatSection,
            "A to B obstacles (0 <= A <= B <= 64), or one number. An obstacle is an unbroken run "
            "of steps that are no singles. Csv, jsonl and parquet then have the column obstacles"},
    FlagRow{"--unbiased", "", kWhatSection,
            "minimal puzzles with weights that correct the bias (see above); csv, jsonl and "
            "parquet output has the column weight"},
    FlagRow{"--seed", "S", kWhatSection, "seed, 0 to 2^64 - 1 (default 0)"},
    FlagRow{"--start", "K", kWhatSection, "number of the first puzzle (default 0)"},
    FlagRow{"--max-tries", "T", kWhatSection, "tries for each puzzle, 1 to 2^31 (default 10000)"},
    kOutputFlag,
    FlagRow{"--to", "FORMAT", kOutputSection,
            "line, grid, csv, jsonl, npy, parquet or json (default: by the extension of FILE, "
            "otherwise line); csv, jsonl, parquet and json have the columns puzzle, solution, "
            "and those of rate",
            [] { return Names{"line", "grid", "csv", "jsonl", "npy", "parquet", "json"}; }},
    kEmptyFlag, kCompressFlag,
    FlagRow{"--continue", "", kOutputSection,
            "the output is for the end of an earlier file, as in: dokumill ... --continue >> "
            "FILE. So csv has no header, and grid output begins with a blank line. -o does not "
            "append: with -o FILE, FILE must not exist"},
    kReportFlags, kPieceFlag, kEngineFlag, kMessageFlags);

constexpr std::uint64_t kMostTries = std::uint64_t{1} << 31;
constexpr std::uint64_t kFewestClues = 17;
constexpr std::uint64_t kLowestRating = 10;

// Pairs of flags that exclude each other. PuzzleMaker would also reject them, but its message does
// not name the flags. Unbiased puzzles are drawn from all minimal puzzles, so --unbiased excludes
// the flags that restrict the puzzles.
constexpr std::pair<const char*, const char*> kExclusivePairs[] = {
    {"--unbiased", "--clues"},    {"--unbiased", "--symmetry"},   {"--unbiased", "--difficulty"},
    {"--unbiased", "--rating"},   {"--unbiased", "--technique"},  {"--unbiased", "--obstacles"},
    {"--rating", "--difficulty"}, {"--technique", "--difficulty"}};

Result<Technique> parse_technique(std::string_view flag, std::string_view word) {
  if (const auto technique = technique_named(word)) return *technique;
  std::vector<std::string> names;
  for (const TechniqueInfo& info : techniques()) names.emplace_back(info.name);
  if (const auto name = nearest(word, names)) {
    return usage_error(format_text("{}: no technique is called {}; did you mean '{}'?", flag,
                                   in_quotes(word), *name));
  }
  return usage_error(format_text("{}: expected one of {}, got {}", flag,
                                 joined(technique_names(), ", "), in_quotes(word)));
}

void set_range(FlagReader& flags, const std::string& flag, std::uint64_t low, std::uint64_t high,
               std::optional<PuzzleConstraints::Range>& range) {
  std::optional<NumberRange> numbers;
  flags.read(flag, numbers, parse_range, low, high);
  if (numbers) range = {static_cast<int>(numbers->first), static_cast<int>(numbers->last)};
}

// Reads --rating and --technique.
void set_goal(FlagReader& flags, std::optional<RatingGoal>& goal) {
  std::optional<NumberRange> scores;
  flags.read("--rating", scores, parse_scores, kLowestRating, kMostScore);
  std::optional<Technique> technique;
  flags.read("--technique", technique, parse_technique);
  if (!scores && !technique) return;
  goal.emplace();
  if (scores) goal->lowest = static_cast<int>(scores->first);
  if (scores) goal->highest = static_cast<int>(scores->last);
  if (technique) goal->hardest = *technique;
}

void set_constraints(FlagReader& flags, PuzzleConstraints& constraints) {
  set_range(flags, "--clues", kFewestClues, kCells, constraints.clues);
  constraints.minimal = flags.has("--minimal");
  flags.choice("--symmetry", constraints.symmetry);
  if (const auto level = flags.choice("--difficulty")) {
    constraints.difficulty = static_cast<Level>(*level);
  }
  constraints.unbiased = flags.has("--unbiased");
  set_goal(flags, constraints.rating);
  set_range(flags, "--obstacles", 0, kMostObstacles, constraints.obstacles);
  for (const auto& [one, other] : kExclusivePairs) flags.exclude(one, other);
  flags.number("--max-tries", constraints.max_tries, 1, kMostTries);
}

void set_puzzles_options(JobFlags& flags, PuzzlesOptions& options) {
  flags.no_operand();
  flags.reject_if(!flags.has("--number"), "-n N is missing: how many puzzles");
  flags.number("--number", options.count, 1, UINT64_MAX);
  flags.number("--start", options.start, 0, UINT64_MAX);
  flags.seed(options.seed);
  set_constraints(flags, options.constraints);
  flags.empty_cell(options.empty_cell);
  options.continues = flags.has("--continue");
  flags.format("--to", options.format);
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

int run_generate_puzzles(Session& session) {
  return run_job(session, PuzzlesOptions(), set_puzzles_options, generate, UsualEnd(),
                 {.unit = "puzzles"});
}

}  // namespace

Ending ending_of(const PuzzlesReport& report) {
  return {puzzles_text(report, "")};
}

std::string puzzles_text(const PuzzlesReport& report, std::string_view place) {
  const std::string tries = report.tries == 1 ? "1 try" : counted(report.tries, "tries");
  std::string mean;
  if (report.is_weighted) {
    const WeightTotals::Statistics statistics = report.weights.statistics();
    mean = format_text(", weighted mean of {:.2f} clues (standard error {:.2f})",
                       statistics.mean_clues, statistics.mean_clues_error);
  }
  return format_text("{}{}, {}{}; {}", counted(report.records, "puzzles"), place, tries, mean,
                     speed_text(report, "puzzles"));
}

extern constinit const CommandRow generate_puzzles_command = {
    .name = "generate puzzles",
    .operand = "",
    .usage = "generate puzzles -n N [-o OUTPUT] [FLAGS]",
    .summary = "Generate puzzles with one solution each",
    .about =
        "Writes N puzzles with exactly one solution each. Clues are removed from random boards, "
        "in random order, unless the puzzle would then have several solutions.\n"
        "Puzzle K depends only on the seed, on K and on the constraints. To add puzzles to a "
        "file that has 1000 of them, use --start 1000 --continue. With --difficulty, --rating, "
        "--technique, --obstacles or --unbiased, a later version may make other puzzles from the "
        "same seed.\n"
        "A puzzle that does not meet the constraints is discarded, and another one is made in "
        "its place, up to --max-tries times. If all of these tries fail, the command ends with "
        "exit status 1. Constraints that no puzzle can meet are rejected at once.\n"
        "The puzzles are no fair sample of all minimal puzzles: those with few clues are too "
        "frequent. For statistics, --unbiased gives each puzzle a weight that corrects this. For "
        "example, the mean number of clues, with these weights, estimates the mean for all "
        "minimal puzzles.",
    .examples =
        "dokumill generate puzzles -n 1000000 -o minimal.txt\n"
        "dokumill generate puzzles -n 10000 --unbiased -o weighted.csv\n"
        "dokumill generate puzzles -n 1000 --difficulty hard --seed 7 -o hard.csv\n"
        "dokumill generate puzzles -n 100 --technique swordfish -o fish.csv\n"
        "dokumill generate puzzles -n 1000 --clues 30..36 --symmetry full --to grid",
    .main_flags = "--number --output --clues --symmetry --difficulty --seed --threads",
    .flags = kGeneratePuzzlesFlags,
    .run = run_generate_puzzles,
};

}  // namespace dokumill::cli
