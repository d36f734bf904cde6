// The classic commands -c N, -s PATH and -n N, which write sudoku.txt in the working directory.
#include <array>

#include "base/text/format.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kClassicFlags = flag_list(
    FlagRow{"-c", "N", kWhatSection, "write N boards (1 to 1000000) to sudoku.txt"},
    FlagRow{"-s", "PATH", kWhatSection, "solve the puzzles in PATH into sudoku.txt"},
    FlagRow{"-n", "N", kWhatSection, "write N puzzles (1 to 10000) to sudoku.txt; needs -m or -r"},
    FlagRow{"-m", "M", kWhatSection, "for -n: difficulty 1 (easy), 2 (medium) or 3 (hard)"},
    FlagRow{"-r", "A~B", kWhatSection,
            "for -n: A to B empty cells (20 <= A <= B <= 55), at least two of them in every box"},
    FlagRow{"-u", "", kWhatSection, "for -r: only puzzles with one solution"},
    FlagRow{"--seed", "S", kWhatSection,
            "for -n: seed, 0 to 2^64 - 1; the same seed makes the same puzzles (default: a new "
            "seed, which is printed)"},
    FlagRow{"--first-digit", "D", kWhatSection, "for -c: top-left digit, 1 to 9 (default 1)"},
    kNoMmapFlag, kNoClobberFlag, kFsyncFlag, kThreadsFlag, kEngineFlag, kMessageFlags);

constexpr char kClassicOutput[] = "sudoku.txt";
constexpr std::uint64_t kMaxBoards = 1'000'000;
constexpr std::uint64_t kMaxPuzzles = 10'000;
constexpr std::uint64_t kMinEmpty = 20;
constexpr std::uint64_t kMaxEmpty = 55;

// Rejects flags that exclude each other, and flags without the flag that they need.
Status check_combination(const Arguments& arguments) {
  constexpr std::array<std::array<const char*, 2>, 11> kExclusive{{{"-c", "-s"},
                                                                   {"-c", "-n"},
                                                                   {"-c", "-m"},
                                                                   {"-c", "-r"},
                                                                   {"-c", "-u"},
                                                                   {"-s", "-n"},
                                                                   {"-s", "-m"},
                                                                   {"-s", "-r"},
                                                                   {"-s", "-u"},
                                                                   {"-m", "-r"},
                                                                   {"-m", "-u"}}};
  // Each flag, and the flag that it needs.
  constexpr std::array<std::array<const char*, 2>, 6> kNeeds{{{"-m", "-n"},
                                                              {"-r", "-n"},
                                                              {"-u", "-n"},
                                                              {"-u", "-r"},
                                                              {"--first-digit", "-c"},
                                                              {"--seed", "-n"}}};
  FlagReader flags(arguments);
  for (const auto& [a, b] : kExclusive) flags.exclude(a, b);
  for (const auto& [flag, needed] : kNeeds) {
    flags.reject_if(flags.has(flag) && !flags.has(needed),
                    format_text("{} needs {}", flag, needed));
  }
  flags.reject_if(flags.has("-n") && !flags.has("-m") && !flags.has("-r"), "-n needs -m or -r");
  return flags.status();
}

// "A~B" with kMinEmpty <= A <= B <= kMaxEmpty.
Result<NumberRange> parse_empty_cells(std::string_view flag, std::string_view word) {
  const std::size_t tilde = word.find('~');
  if (tilde != std::string_view::npos) {
    const auto low = parse_number(flag, word.substr(0, tilde), kMinEmpty, kMaxEmpty);
    const auto high = parse_number(flag, word.substr(tilde + 1), kMinEmpty, kMaxEmpty);
    if (low.ok() && high.ok() && *low <= *high) return NumberRange{*low, *high};
  }
  return usage_error(format_text("{}: expected A~B with {} <= A <= B <= {}, got {}", flag,
                                 kMinEmpty, kMaxEmpty, in_quotes(word)));
}

void set_classic_puzzles_options(JobFlags& flags, PuzzlesOptions& options) {
  PuzzleConstraints& constraints = options.constraints;
  flags.number("-n", options.count, 1, kMaxPuzzles);
  std::uint64_t mode = 0;
  flags.number("-m", mode, 1, 3);
  if (mode != 0) constraints.difficulty = static_cast<Level>(mode - 1);
  if (flags.has("-r")) {
    NumberRange empty{};
    flags.read("-r", empty, parse_empty_cells);
    constraints.clues = {kCells - static_cast<int>(empty.last),
                         kCells - static_cast<int>(empty.first)};
    constraints.empty_in_each_box = 2;
    constraints.unique = flags.has("-u");
  }
  options.seed = flags.session.platform.unique_number();
  flags.seed(options.seed);
  options.format = TextFormat::kGrid;
}

template <class Options>
Options with_classic_output() {
  Options options;
  options.output = kClassicOutput;
  return options;
}

int run_puzzles(Session& session) {
  // Without --seed, prints the seed that makes the same puzzles again.
  const auto generate = [&](const PuzzlesOptions& options, const batch::JobHooks& hooks) {
    Result<PuzzlesReport> report = batch::run(options, hooks);
    const bool is_done = report.ok() || report.status().code() == ErrorCode::kUnmet;
    if (is_done && !session.arguments.has("--seed")) {
      session.console.error(
          format_text("seed {} (--seed {} makes them again)", options.seed, options.seed));
    }
    return report;
  };
  const auto end = [](const PuzzlesReport& report) {
    return Ending{puzzles_text(report, format_text(" in {}", kClassicOutput))};
  };
  return run_job(session, with_classic_output<PuzzlesOptions>(), set_classic_puzzles_options, end,
                 {.unit = "puzzles"}, generate);
}

void set_classic_boards_options(JobFlags& flags, BoardsOptions& options) {
  flags.number("-c", options.count, 1, kMaxBoards);
  std::uint64_t digit = 1;
  flags.number("--first-digit", digit, 1, 9);
  options.source.first_digit = Digit(static_cast<int>(digit));
}

int run_boards(Session& session) {
  const auto end = [](const JobReport& report) {
    return Ending{format_text("{} in {}; {}", counted(report.records, "boards"), kClassicOutput,
                              speed_text(report, "boards"))};
  };
  return run_job(session, with_classic_output<BoardsOptions>(), set_classic_boards_options, end,
                 {.unit = "boards"});
}

void set_classic_solve_options(JobFlags& flags, SolveOptions& options) {
  options.output_format = TextFormat::kGrid;
  options.input.path = *flags.value("-s");
  options.input.allow_mapping = !flags.has("--no-mmap");
}

int run_solver(Session& session) {
  return run_job(session, with_classic_output<SolveOptions>(), set_classic_solve_options,
                 [](const SolveReport& report) { return ending_of(report, false); });
}

int run_classic(Session& session) {
  const Arguments& arguments = session.arguments;
  if (Status status = check_combination(arguments); !status.ok()) return fail(session, status);
  if (arguments.has("-c")) return run_boards(session);
  if (arguments.has("-s")) return run_solver(session);
  if (arguments.has("-n")) return run_puzzles(session);
  return fail(session, usage_error("nothing to do: no command, and none of -c, -s and -n"));
}

}  // namespace

extern constinit const CommandRow classic_command = {
    .name = "",
    .operand = "",
    .usage = "COMMAND [FLAGS] | -c N | -s PATH | -n N",
    .summary = "Solve, check, rate and generate Sudoku puzzles by the million",
    .about =
        "Solve, check, rate and generate Sudoku puzzles by the million.\n"
        "'dokumill COMMAND -h' prints the most used flags of a command, and 'dokumill COMMAND "
        "--help' prints all of them.",
    .examples =
        "dokumill solve puzzles.txt -o solved.txt\n"
        "dokumill generate puzzles -n 1000 -o new.txt\n"
        "dokumill -c 1000000          # a million boards in sudoku.txt\n"
        "dokumill -s puzzles.txt      # their solutions in sudoku.txt\n"
        "dokumill -n 100 -m 2         # 100 puzzles of medium difficulty\n"
        "dokumill -n 100 -r 40~50 -u  # with 40 to 50 empty cells, one solution each",
    .main_flags = "",
    .flags = kClassicFlags,
    .run = run_classic,
};

}  // namespace dokumill::cli
