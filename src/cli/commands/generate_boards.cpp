// dokumill generate boards
#include "base/text/format.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kGenerateBoardsFlags = flag_list(
    FlagRow{"-n,--number", "N", kWhatSection, "number of boards (required)"},
    FlagRow{"--family", "NAME", kWhatSection,
            "classic: 2,903,040 boards whose rows are shifts of one row; wide: 135,444,234,240 "
            "rearrangements and relabellings of one board; random: 2^64 - 1 boards for each "
            "seed, drawn from all complete boards, which are equally likely; classes: one board "
            "of each of the 5,472,730,538 symmetry classes, its canonical form. Default: classic, "
            "followed by wide",
            [] {
              return Names{"classic", "wide", "random", "classes"};
            }},
    FlagRow{"--first-digit", "D", kWhatSection,
            "top-left digit, 1 to 9 (default 1); only for classic and wide"},
    FlagRow{"--seed", "S", kWhatSection, "seed of --family random, 0 to 2^64 - 1 (default 0)"},
    FlagRow{"--size", "SIZE", kWhatSection,
            "boards of 4, 6, 8, 10, 12, 15, 16, 20 or 25 numbers; 6:3x2 has boxes of 3 rows and 2 "
            "columns. Of 4 and 6, all boards have numbers (288 and 28,200,960); others are random"},
    FlagRow{"--symbols", "SET", kOutputSection,
            "with --size: 1-9A-G (default), 0-9A-F, A-P (of 16; other sizes alike) or numbers"},
    FlagRow{
        "--start", "K", kWhatSection,
        "number of the first board (default 0; classes have the numbers of canon --id, from 1)"},
    kOutputFlag,
    FlagRow{"--to", "FORMAT", kOutputSection,
            "grid, line, csv, jsonl, npy, parquet, json or a format of another program (see "
            "'convert --help'); default: by the extension of FILE, otherwise grid",
            formats},
    kTableFlags,
    FlagRow{"--continue", "", kOutputSection,
            "the output is for the end of an earlier file, as in: dokumill ... --continue >> "
            "FILE. So grid output begins with a blank line. -o does not append: with -o FILE, "
            "FILE must not exist"},
    kReportFlags, kPieceFlag, kMessageFlags);

void set_boards_options(JobFlags& flags, BoardsOptions& options) {
  flags.no_operand();
  flags.reject_if(!flags.has("--number"), "-n N is missing: how many boards");
  flags.number("--number", options.count, 1, UINT64_MAX);
  flags.seed(options.source.seed);
  std::uint64_t digit = 1;
  flags.number("--first-digit", digit, 1, 9);
  options.source.first_digit = Digit(static_cast<int>(digit));
  if (const auto family = flags.choice("--family")) {
    options.source.family = static_cast<BoardFamily>(*family + 1);
  }
  flags.size(options.size);
  // Only these sizes have boards with numbers.
  if (options.size && options.size->shape.size() > 6 && !flags.has("--family")) {
    options.source.family = BoardFamily::kRandom;
  }
  const bool is_random = options.source.family == BoardFamily::kRandom;
  const bool has_classes = options.source.family == BoardFamily::kClasses;
  flags.reject_if((is_random || has_classes) && flags.has("--first-digit"),
                  "--first-digit is for the families classic and wide");
  flags.reject_if(!is_random && flags.has("--seed"),
                  "--seed is for --family random; the other families have none");
  // Board 0 of the family is the form of class 1.
  const std::uint64_t least = has_classes ? 1 : 0;
  options.start = least;
  flags.number("--start", options.start, least, UINT64_MAX);
  options.start -= least;
  options.continues = flags.has("--continue");
  flags.format("--to", options.format);
}

int run_generate_boards(Session& session) {
  return run_job(session, BoardsOptions(), set_boards_options, UsualEnd(), {.unit = "boards"});
}

}  // namespace

Ending ending_of(const JobReport& report) {
  return {format_text("{}; {}", counted(report.records, "boards"), speed_text(report, "boards"))};
}

extern constinit const CommandRow generate_boards_command = {
    .name = "generate boards",
    .operand = "",
    .usage = "generate boards -n N [-o OUTPUT] [FLAGS]",
    .summary = "Generate complete boards",
    .about =
        "Writes N complete boards. All boards of the families classic and wide are distinct. "
        "Those of --family random are drawn independently, so two of them can be equal. Those of "
        "--family classes are different even up to symmetry. Board K "
        "is the same in every version, on every machine and with any number of threads. To add "
        "boards to a file that has 1000 of them, use --start 1000 --continue.",
    .examples =
        "dokumill generate boards -n 1000000 -o boards.txt\n"
        "dokumill generate boards -n 1000 --family random --seed 7 --to line\n"
        "dokumill generate boards --start 1000000 -n 500 --continue >> boards.txt\n"
        "dokumill generate boards --family classes --start 5472730538 -n 1",
    .main_flags = "--number --output --family --seed --start --to --threads",
    .flags = kGenerateBoardsFlags,
    .run = run_generate_boards,
};

}  // namespace dokumill::cli
