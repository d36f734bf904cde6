// dokumill generate puzzles
#include <algorithm>
#include <bitset>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/platform/files/short_file.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

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
    FlagRow{"-n,--number", "N", kWhatSection,
            "number of puzzles (required; not with --from-boards; with --exhaustive: number of "
            "subtrees, default all)"},
    FlagRow{"--pattern", "FILE", kWhatSection,
            "puzzles with clues in exactly the cells of this pattern: 81 characters on the command "
            "line, x or 1 for a clue, 0 or . for an empty cell; or a file with them, in which "
            "spaces and line ends do not count"},
    FlagRow{"--exhaustive", "", kWhatSection,
            "all minimal puzzles of --pattern, one of each class under symmetries of the pattern "
            "and new names for the digits; feasible up to about 19 clues"},
    FlagRow{
        "--from-boards", "FILE", kWhatSection,
        "make puzzle K from record K of FILE: a board, or a puzzle with one solution. Only with "
        "it: --strict, --malformed-ok, --where and the flags of the input"},
    FlagRow{"--mix", "FILE", kWhatSection,
            "a mixture of puzzles. Each line of FILE is a share and the flags of the puzzles that "
            "have it, like 0.3 --difficulty easy; lines that begin with # are comments. Csv, jsonl "
            "and parquet have the column part: the number of the line, comments not counted"},
    FlagRow{"--solutions", "A..B", kWhatSection,
            "puzzles with A to B solutions, or exactly one number of them, 1 to 1000 (default 1)"},
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
    FlagRow{"--start", "K", kWhatSection,
            "number of the first puzzle, or of the first subtree (default 0)"},
    FlagRow{"--max-tries", "T", kWhatSection, "tries for each puzzle, 1 to 2^31 (default 10000)"},
    kRecordFlags, kSizeFlags, kOutputFlag,
    FlagRow{"--to", "FORMAT", kOutputSection,
            "line, grid, csv, jsonl, npy, parquet, json or a format of another program (see "
            "'convert --help'); default: by the extension of FILE, otherwise line. Csv, jsonl, "
            "parquet and json have the columns puzzle, solution, and those of rate",
            formats},
    kEmptyFlag, kTableFlags,
    FlagRow{"--continue", "", kOutputSection,
            "the output is for the end of an earlier file, as in: dokumill ... --continue >> "
            "FILE. So csv has no header, and grid output begins with a blank line. -o does not "
            "append: with -o FILE, FILE must not exist"},
    kReportFlags, kPieceFlag, kEngineFlag, kMessageFlags);

constexpr std::uint64_t kMaxTries = std::uint64_t{1} << 31;
constexpr std::uint64_t kMinClues = 17;
constexpr std::uint64_t kLowestRating = 10;

// Pairs of flags that exclude each other. PuzzleMaker would also reject them, but its message does
// not name the flags. Unbiased puzzles are drawn from all minimal puzzles, so --unbiased excludes
// the flags that restrict the puzzles.
constexpr std::pair<const char*, const char*> kExclusivePairs[] = {
    {"--unbiased", "--clues"},      {"--unbiased", "--symmetry"},    {"--unbiased", "--difficulty"},
    {"--unbiased", "--rating"},     {"--unbiased", "--technique"},   {"--unbiased", "--obstacles"},
    {"--rating", "--difficulty"},   {"--technique", "--difficulty"}, {"--pattern", "--clues"},
    {"--pattern", "--symmetry"},    {"--pattern", "--unbiased"},     {"--pattern", "--solutions"},
    {"--solutions", "--minimal"},   {"--solutions", "--difficulty"}, {"--solutions", "--rating"},
    {"--solutions", "--technique"}, {"--solutions", "--obstacles"},  {"--solutions", "--unbiased"}};

// What --exhaustive and --from-boards do not use.
constexpr const char* kNotExhaustive[] = {"--from-boards", "--minimal",   "--difficulty",
                                          "--rating",      "--technique", "--obstacles",
                                          "--seed",        "--max-tries", "--continue"};
// The flags that a line of --mix can have. Beside --mix, they and kNotBesideMix are not used.
constexpr const char* kPartFlags[] = {"--pattern",   "--clues",      "--minimal",
                                      "--symmetry",  "--difficulty", "--rating",
                                      "--technique", "--obstacles",  "--max-tries"};
constexpr const char* kNotBesideMix[] = {"--solutions", "--unbiased", "--exhaustive",
                                         "--from-boards"};
constexpr const char* kNotFromBoards[] = {"--number", "--unbiased", "--rating", "--technique",
                                          "--continue"};

Status bad_pattern(std::string message) {
  return usage_error("--pattern: " + std::move(message));
}

// The cells of 81 characters; other text is the name of a file with them.
Result<std::bitset<kCells>> read_pattern(Platform& platform, const std::string& word) {
  const auto is_cell = [](char c) {
    return c == 'x' || c == 'X' || c == '1' || c == '0' || c == '.';
  };
  std::string text = word;
  if (word.size() != kCells || !std::ranges::all_of(word, is_cell)) {
    constexpr std::size_t kMaxBytes = 4096;
    Status status = read_short_file(
        platform, {word, kMaxBytes, "a pattern has 81 cells, and this file is longer", {}}, text);
    if (!status.ok()) return status;
    std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  }
  const auto wrong = std::ranges::find_if_not(text, is_cell);
  if (wrong != text.end()) {
    return bad_pattern(
        format_text("character {} is {}; expected x or 1 for a clue, 0 or . for an "
                    "empty cell",
                    wrong - text.begin() + 1, in_quotes(std::string(1, *wrong))));
  }
  if (text.size() != kCells) {
    return bad_pattern(format_text("{} cells, expected 81", text.size()));
  }
  std::bitset<kCells> pattern;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    pattern[cell] = text[cell] != '0' && text[cell] != '.';
  }
  return pattern;
}

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

void set_constraints(JobFlags& flags, PuzzleConstraints& constraints) {
  const bool is_sized = flags.has("--size");
  set_range(flags, "--clues", is_sized ? 0 : kMinClues, is_sized ? kMostCells : kCells,
            constraints.clues);
  constraints.minimal = flags.has("--minimal");
  flags.choice("--symmetry", constraints.symmetry);
  if (const auto level = flags.choice("--difficulty")) {
    constraints.difficulty = static_cast<Level>(*level);
  }
  constraints.unbiased = flags.has("--unbiased");
  set_goal(flags, constraints.rating);
  set_range(flags, "--obstacles", 0, kMostObstacles, constraints.obstacles);
  for (const auto& [one, other] : kExclusivePairs) flags.exclude(one, other);
  std::optional<PuzzleConstraints::Range> solutions;
  set_range(flags, "--solutions", 1, kMostSolutions, solutions);
  if (solutions) {
    constraints.fewest_solutions = static_cast<std::uint32_t>(solutions->fewest);
    constraints.solutions = static_cast<std::uint32_t>(solutions->most);
  }
  const auto pattern = [&](std::string_view, const std::string& word) {
    return read_pattern(flags.session.platform, word);
  };
  flags.read("--pattern", constraints.pattern, pattern);
  flags.number("--max-tries", constraints.max_tries, 1, kMaxTries);
}

// Reads a line of --mix: a share, and flags.
Result<PuzzlePart> read_part(Session& session, std::string_view line) {
  std::vector<std::string> words{"generate", "puzzles"};
  std::istringstream stream{std::string(line)};
  std::string share;
  stream >> share;
  for (std::string word; stream >> word;) words.push_back(word);
  PuzzlePart part;
  // Shares count relative to their sum, so a bare 1 is clear here.
  const Result<std::uint64_t> parts = parse_share("share", share == "1" ? "1.0" : share);
  if (!parts.ok()) return parts.status();
  part.share.parts = *parts;
  const Result<Arguments> arguments = parse_arguments(words);
  if (!arguments.ok()) return arguments.status();
  if (!arguments->help.empty()) return usage_error("help is not for the line of a mixture");
  for (const auto& [flag, value] : arguments->flags) {
    if (std::ranges::find(kPartFlags, flag) != std::end(kPartFlags)) continue;
    return usage_error(flag + " is not for the line of a mixture");
  }
  Session of_line{*arguments, session.flags, session.platform, session.console};
  JobFlags flags(of_line);
  flags.no_operand();
  set_constraints(flags, part.constraints);
  if (!flags.status().ok()) return flags.status();
  // Checks the constraints here, where the line is known.
  auto maker = PuzzleMaker::create_mixture(0, std::span(&part, 1));
  if (!maker.ok()) return maker.status();
  return part;
}

Result<std::vector<PuzzlePart>> read_mix(Session& session, const std::string& path) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 20;
  std::string text;
  Status status = read_short_file(
      session.platform, {path, kMaxBytes, "a mixture has 256 lines, and this file is longer", {}},
      text);
  if (!status.ok()) return status;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  std::istringstream stream(text);
  std::vector<std::pair<std::size_t, std::string>> lines;
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin != std::string::npos && line[begin] != '#') lines.emplace_back(number, line);
  }
  // A line costs about 0.3 ms, so too many lines are refused before they are read.
  if (lines.empty() || lines.size() > kMostParts) {
    return usage_error(format_text("{}: a mixture has 1 to {} lines, and this one has {}",
                                   printable(path), kMostParts, lines.size()));
  }
  std::vector<PuzzlePart> mix;
  for (const auto& [at, line] : lines) {
    Result<PuzzlePart> part = read_part(session, line);
    if (!part.ok()) {
      return Status(part.status().code(),
                    format_text("{}:{}: {}", printable(path), at, part.status().message()));
    }
    mix.push_back(*part);
  }
  return mix;
}

void set_puzzles_options(JobFlags& flags, PuzzlesOptions& options) {
  flags.no_operand();
  for (const char* flag : kPartFlags) flags.exclude("--mix", flag);
  for (const char* flag : kNotBesideMix) flags.exclude("--mix", flag);
  const bool is_exhaustive = flags.has("--exhaustive");
  flags.reject_if(!flags.has("--number") && !is_exhaustive && !flags.has("--from-boards"),
                  "-n N is missing: how many puzzles");
  flags.reject_if(is_exhaustive && !flags.has("--pattern"),
                  "--exhaustive needs --pattern: the cells that have clues");
  for (const char* flag : kNotExhaustive) {
    if (is_exhaustive) flags.exclude("--exhaustive", flag);
  }
  for (const char* flag : kNotFromBoards) {
    if (flags.has("--from-boards")) flags.exclude("--from-boards", flag);
  }
  for (const FlagRow& flag : kRecordFlags) {
    const std::string key(flag.key());
    if (key == kNoMmapFlag.key()) continue;  // without an input, it has no effect
    flags.reject_if(flags.has(key) && !flags.has("--from-boards"),
                    format_text("{} is for --from-boards", key));
  }
  flags.read("--mix", options.mix, [&](std::string_view, const std::string& word) {
    return read_mix(flags.session, word);
  });
  flags.number("--number", options.count, 1, UINT64_MAX);
  flags.number("--start", options.start, 0, UINT64_MAX);
  flags.seed(options.seed);
  if (!flags.has("--from-boards")) flags.size(options.size);
  flags.reject_if(options.size && (is_exhaustive || flags.has("--pattern")),
                  "--pattern is for puzzles of 9x9, and --size names another size");
  set_constraints(flags, options.constraints);
  flags.empty_cell(options.empty_cell, options.size);
  options.continues = flags.has("--continue");
  flags.format("--to", options.format);
}

void set_board_options(JobFlags& flags, BoardPuzzlesOptions& options) {
  set_puzzles_options(flags, options);
  flags.input(options.input, {*flags.value("--from-boards")});
}

// Generates the puzzles. If this fails, and looser constraints or more tries can help, adds a hint
// to the message.
Result<PuzzlesReport> generate(const auto& options, const batch::JobHooks& hooks) {
  Result<PuzzlesReport> report = batch::run(options, hooks);
  const bool can_help = report.status().code() == ErrorCode::kUnmet && options.mix.empty() &&
                        why_rare(options.constraints).empty();
  if (!can_help) return report;
  return Status(ErrorCode::kUnmet,
                report.status().message() +
                    " (looser constraints, or --max-tries T for more tries, may help)");
}

int run_generate_puzzles(Session& session) {
  const JobStyle style{.unit = "puzzles"};
  if (session.arguments.has("--exhaustive")) {
    return run_job(session, PatternOptions(), set_puzzles_options, UsualEnd(),
                   {.unit = "subtrees"});
  }
  const auto job = [](const auto& options, const batch::JobHooks& hooks) {
    return generate(options, hooks);
  };
  if (session.arguments.has("--from-boards")) {
    return run_job(session, BoardPuzzlesOptions(), set_board_options, UsualEnd(), style, job);
  }
  return run_job(session, PuzzlesOptions(), set_puzzles_options, UsualEnd(), style, job);
}

}  // namespace

Ending ending_of(const PuzzlesReport& report) {
  return {puzzles_text(report, ""), report.malformed, report.multiple + report.none};
}

std::string puzzles_text(const PuzzlesReport& report, std::string_view place) {
  const std::string tries = report.tries == 1 ? "1 try" : counted(report.tries, "tries");
  std::string mean;
  if (report.subtrees != 0) {
    return format_text("{}{}, all in {}; {}", counted(report.records, "puzzles"), place,
                       counted(report.subtrees, "subtrees"), speed_text(report, "puzzles"));
  }
  if (report.is_weighted) {
    const WeightTotals::Statistics statistics = report.weights.statistics();
    mean = format_text(", weighted mean of {:.2f} clues (standard error {:.2f})",
                       statistics.mean_clues, statistics.mean_clues_error);
  }
  const std::uint64_t without = report.malformed + report.multiple + report.none;
  const std::string others =
      without == 0 ? "" : format_text(", {} without a board", counted(without, "records"));
  return format_text("{}{}{}, {}{}; {}", counted(report.records - without, "puzzles"), place,
                     others, tries, mean, speed_text(report, "puzzles"));
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
        "--technique, --obstacles, --unbiased or --pattern, a later version may make other puzzles "
        "from the same seed.\n"
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
        "dokumill generate puzzles -n 1000 --clues 30..36 --symmetry full --to grid\n"
        "dokumill generate puzzles -n 10 --pattern heart.txt --minimal\n"
        "dokumill generate puzzles -n 1000 --mix levels.txt -o mixed.csv\n"
        "dokumill generate puzzles --from-boards boards.txt -o puzzles.csv",
    .main_flags = "--number --output --clues --symmetry --difficulty --seed --threads",
    .flags = kGeneratePuzzlesFlags,
    .run = run_generate_puzzles,
};

}  // namespace dokumill::cli
