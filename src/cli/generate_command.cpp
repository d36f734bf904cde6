// dokumill generate, and dokumill generate boards
#include <limits>

#include "cli/choices.hpp"
#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"

namespace dokumill::cli {
namespace {

constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();

Status set_generate_options(const Session& session, BoardsOptions& options) {
  const Arguments& arguments = session.arguments;
  if (Status status = check_no_operand(arguments); !status.ok()) return status;
  if (!arguments.has("--number")) return {ErrorCode::kUsage, "-n N is missing: how many boards"};
  if (Status status = read_number(arguments, "--number", 1, kAnyNumber, options.count);
      !status.ok())
    return status;
  if (Status status = read_number(arguments, "--start", 0, kAnyNumber, options.start); !status.ok())
    return status;
  if (Status status = read_number(arguments, "--seed", 0, kAnyNumber, options.source.seed);
      !status.ok())
    return status;
  std::uint64_t digit = 1;
  if (Status status = read_number(arguments, "--first-digit", 1, 9, digit); !status.ok())
    return status;
  options.source.first_digit = Digit(static_cast<int>(digit));
  if (const auto word = arguments.value("--family")) {
    const Result<std::size_t> choice =
        parse_choice("--family", *word, choices(arguments.command, "--family"));
    if (!choice.ok()) return choice.status();
    options.source.family = static_cast<BoardFamily>(*choice + 1);
  }
  const bool is_random = options.source.family == BoardFamily::kRandom;
  if (is_random && arguments.has("--first-digit")) {
    return {ErrorCode::kUsage, "--first-digit cannot be used with --family random"};
  }
  if (!is_random && arguments.has("--seed")) {
    return {ErrorCode::kUsage, "--seed is for --family random; the other families have none"};
  }
  options.continues = arguments.has("--continue");
  if (const auto word = arguments.value("--to")) {
    const Result<std::size_t> choice =
        parse_choice("--to", *word, choices(arguments.command, "--to"));
    if (!choice.ok()) return choice.status();
    options.format = text_format_of(*word);
  }
  return {};
}

}  // namespace

int run_generate(Session& session) {
  return fail(session, {ErrorCode::kUsage, "generate: expected 'boards' or 'puzzles'"});
}

int run_generate_boards(Session& session) {
  return run_job(session, "boards", Writes::kRecords, BoardsOptions(), set_generate_options,
                 batch::generate_boards, boards_ending);
}

Ending boards_ending(const JobReport& report) {
  return {fmt::format("{}; {}", counted(report.records, "boards"), speed_text(report, "boards"))};
}

}  // namespace dokumill::cli
