// The course's commands: -c N and -s PATH, which write sudoku.txt in the working directory.
#include <fmt/format.h>

#include <array>

#include "cli/common.hpp"
#include "cli/words.hpp"

namespace dokumill::cli {
namespace {

constexpr char kClassicOutput[] = "sudoku.txt";
constexpr std::uint64_t kMostBoards = 1'000'000;
constexpr std::uint64_t kMostPuzzles = 10'000;
constexpr std::uint64_t kFewestEmpty = 20;
constexpr std::uint64_t kMostEmpty = 55;

Status usage(std::string message) {
  return {ErrorCode::kUsage, std::move(message)};
}

// A pair of flags that do not go together, or a flag without the one that it belongs to.
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
      return usage(fmt::format("{} and {} cannot be used together", a, b));
  }
  for (const char* flag : {"-m", "-r", "-u"}) {
    if (arguments.has(flag) && !arguments.has("-n")) return usage(fmt::format("{} needs -n", flag));
  }
  if (arguments.has("-u") && !arguments.has("-r")) return usage("-u needs -r");
  if (arguments.has("--first-digit") && !arguments.has("-c"))
    return usage("--first-digit needs -c");
  if (arguments.has("--seed") && !arguments.has("-n")) return usage("--seed needs -n");
  if (arguments.has("-n") && !arguments.has("-m") && !arguments.has("-r"))
    return usage("-n needs -m or -r");
  return {};
}

// "A~B" with 20 <= A <= B <= 55.
Status check_range(const std::string& word) {
  const std::size_t tilde = word.find('~');
  if (tilde != std::string::npos) {
    const Result<std::uint64_t> low =
        parse_number("-r", word.substr(0, tilde), kFewestEmpty, kMostEmpty);
    const Result<std::uint64_t> high =
        parse_number("-r", word.substr(tilde + 1), kFewestEmpty, kMostEmpty);
    if (low.ok() && high.ok() && *low <= *high) return {};
  }
  return usage(fmt::format("-r: expected A~B with {} <= A <= B <= {}, got {}", kFewestEmpty,
                           kMostEmpty, in_quotes(word)));
}

// The values of -n, -m, -r, --seed are judged; the puzzles themselves come with the puzzle
// generator.
Status refuse_puzzles(const Arguments& arguments) {
  const Result<std::uint64_t> number = parse_number("-n", *arguments.value("-n"), 1, kMostPuzzles);
  if (!number.ok()) return number.status();
  if (const auto mode = arguments.value("-m")) {
    const Result<std::uint64_t> value = parse_number("-m", *mode, 1, 3);
    if (!value.ok()) return value.status();
  }
  if (const auto range = arguments.value("-r")) {
    if (Status status = check_range(*range); !status.ok()) return status;
  }
  if (const auto seed = arguments.value("--seed")) {
    const Result<std::uint64_t> value = parse_number("--seed", *seed, 0, UINT64_MAX);
    if (!value.ok()) return value.status();
  }
  return usage("-n: this version makes no puzzles yet, only boards (-c N)");
}

int run_boards(Session& session) {
  const Arguments& arguments = session.arguments;
  BoardsOptions options;
  set_job_options(session, "boards", options);
  options.output = kClassicOutput;
  const Result<std::uint64_t> count = parse_number("-c", *arguments.value("-c"), 1, kMostBoards);
  if (!count.ok()) return fail(session, count.status());
  options.count = *count;
  if (const auto word = arguments.value("--first-digit")) {
    const Result<std::uint64_t> digit = parse_number("--first-digit", *word, 1, 9);
    if (!digit.ok()) return fail(session, digit.status());
    options.source.first_digit = Digit(static_cast<int>(*digit));
  }
  const Result<JobReport> report = generate_boards(options);
  session.console.clear_progress();
  if (!report.ok()) return fail(session, report.status());
  session.console.tell(fmt::format("{} in {}; {}", counted(report->records, "boards"),
                                   kClassicOutput, speed_text(*report, "boards")));
  return kFine;
}

int run_solver(Session& session) {
  const Arguments& arguments = session.arguments;
  SolveOptions options;
  set_job_options(session, "records", options);
  options.output = kClassicOutput;
  options.output_format = TextFormat::kGrid;
  options.input.path = *arguments.value("-s");
  options.input.allow_mapping = !arguments.has("--no-mmap");
  options.engine = engine_name(session);
  show_problems(session, options.input, options);
  ReportFile no_report;
  return finish_solve(session, solve(options), false, no_report);
}

}  // namespace

int run_classic(Session& session) {
  const Arguments& arguments = session.arguments;
  if (Status status = check_combination(arguments); !status.ok()) return fail(session, status);
  if (arguments.has("-c")) return run_boards(session);
  if (arguments.has("-s")) return run_solver(session);
  if (arguments.has("-n")) return fail(session, refuse_puzzles(arguments));
  return fail(session, usage("nothing to do: no command, and neither -c nor -s"));
}

}  // namespace dokumill::cli
