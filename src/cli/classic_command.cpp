// The classic commands -c N, -s PATH and -n N, which write sudoku.txt in the working directory.
#include <array>

#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"

namespace dokumill::cli {
namespace {

constexpr char kClassicOutput[] = "sudoku.txt";
constexpr std::uint64_t kMostBoards = 1'000'000;
constexpr std::uint64_t kMostPuzzles = 10'000;
constexpr std::uint64_t kFewestEmpty = 20;
constexpr std::uint64_t kMostEmpty = 55;

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
  for (const auto& [a, b] : kExclusive) {
    if (arguments.has(a) && arguments.has(b))
      return usage_error(fmt::format("{} and {} cannot be used together", a, b));
  }
  for (const char* flag : {"-m", "-r", "-u"}) {
    if (arguments.has(flag) && !arguments.has("-n"))
      return usage_error(fmt::format("{} needs -n", flag));
  }
  if (arguments.has("-u") && !arguments.has("-r")) return usage_error("-u needs -r");
  if (arguments.has("--first-digit") && !arguments.has("-c"))
    return usage_error("--first-digit needs -c");
  if (arguments.has("--seed") && !arguments.has("-n")) return usage_error("--seed needs -n");
  if (arguments.has("-n") && !arguments.has("-m") && !arguments.has("-r"))
    return usage_error("-n needs -m or -r");
  return {};
}

// Sets the constraints of -r: A to B empty cells, and at least two empty cells in every box.
// `word`: "A~B" with 20 <= A <= B <= 55.
Status set_empty_cells(const std::string& word, PuzzleConstraints& constraints) {
  const std::size_t tilde = word.find('~');
  if (tilde != std::string::npos) {
    const Result<std::uint64_t> low =
        parse_number("-r", word.substr(0, tilde), kFewestEmpty, kMostEmpty);
    const Result<std::uint64_t> high =
        parse_number("-r", word.substr(tilde + 1), kFewestEmpty, kMostEmpty);
    if (low.ok() && high.ok() && *low <= *high) {
      constraints.clues = {kCells - static_cast<int>(*high), kCells - static_cast<int>(*low)};
      constraints.empty_in_each_box = 2;
      return {};
    }
  }
  return usage_error(fmt::format("-r: expected A~B with {} <= A <= B <= {}, got {}", kFewestEmpty,
                                 kMostEmpty, in_quotes(word)));
}

Status set_classic_puzzles_options(const Session& session, PuzzlesOptions& options) {
  const Arguments& arguments = session.arguments;
  if (Status status = read_number(arguments, "-n", 1, kMostPuzzles, options.count); !status.ok())
    return status;
  std::uint64_t mode = 0;
  if (Status status = read_number(arguments, "-m", 1, 3, mode); !status.ok()) return status;
  if (mode != 0) options.constraints.difficulty = static_cast<Level>(mode - 1);
  if (const auto range = arguments.value("-r")) {
    if (Status status = set_empty_cells(*range, options.constraints); !status.ok()) return status;
    options.constraints.unique = arguments.has("-u");
  }
  options.seed = session.platform.unique_number();
  if (Status status = read_number(arguments, "--seed", 0, UINT64_MAX, options.seed); !status.ok())
    return status;
  options.format = TextFormat::kGrid;
  options.engine = engine_name(session);
  return {};
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
    Result<PuzzlesReport> report = batch::generate_puzzles(options, hooks);
    const bool is_done = report.ok() || report.status().code() == ErrorCode::kUnmet;
    if (is_done && !session.arguments.has("--seed")) {
      session.console.error(
          fmt::format("seed {} (--seed {} makes them again)", options.seed, options.seed));
    }
    return report;
  };
  return run_job(session, "puzzles", Writes::kRecords, with_classic_output<PuzzlesOptions>(),
                 set_classic_puzzles_options, generate, [](const PuzzlesReport& report) {
                   return Ending{puzzles_text(report, fmt::format(" in {}", kClassicOutput))};
                 });
}

Status set_classic_boards_options(const Session& session, BoardsOptions& options) {
  if (Status status = read_number(session.arguments, "-c", 1, kMostBoards, options.count);
      !status.ok()) {
    return status;
  }
  std::uint64_t digit = 1;
  if (Status status = read_number(session.arguments, "--first-digit", 1, 9, digit); !status.ok()) {
    return status;
  }
  options.source.first_digit = Digit(static_cast<int>(digit));
  return {};
}

int run_boards(Session& session) {
  return run_job(session, "boards", Writes::kRecords, with_classic_output<BoardsOptions>(),
                 set_classic_boards_options, batch::generate_boards, [](const JobReport& report) {
                   return Ending{fmt::format("{} in {}; {}", counted(report.records, "boards"),
                                             kClassicOutput, speed_text(report, "boards"))};
                 });
}

Status set_classic_solve_options(const Session& session, SolveOptions& options) {
  options.output_format = TextFormat::kGrid;
  options.input.path = *session.arguments.value("-s");
  options.input.allow_mapping = !session.arguments.has("--no-mmap");
  options.engine = engine_name(session);
  return {};
}

int run_solver(Session& session) {
  return run_job(session, "records", Writes::kRecords, with_classic_output<SolveOptions>(),
                 set_classic_solve_options, batch::solve,
                 [](const SolveReport& report) { return solve_ending(report, false); });
}

}  // namespace

int run_classic(Session& session) {
  const Arguments& arguments = session.arguments;
  if (Status status = check_combination(arguments); !status.ok()) return fail(session, status);
  if (arguments.has("-c")) return run_boards(session);
  if (arguments.has("-s")) return run_solver(session);
  if (arguments.has("-n")) return run_puzzles(session);
  return fail(session, usage_error("nothing to do: no command, and none of -c, -s and -n"));
}

}  // namespace dokumill::cli
