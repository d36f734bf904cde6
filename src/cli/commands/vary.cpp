// dokumill vary
#include <limits>

#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kVaryFlags = flag_list(
    FlagRow{"--remove", "N", kWhatSection, "the number of clues to remove, 0 to 81 (default 1)"},
    FlagRow{"--add", "M", kWhatSection, "the number of clues to add, 0 to 81 (default 1)"},
    FlagRow{"--minimal", "", kWhatSection, "only puzzles none of whose clues can be removed"},
    FlagRow{"--minimals", "", kWhatSection,
            "instead of --remove and --add: every minimal puzzle inside of each puzzle"},
    FlagRow{"--draws", "K", kWhatSection,
            "draw K random puzzles for each record, 1 to 1000000, instead of writing all; a draw "
            "may find none"},
    FlagRow{"--walk", "K", kWhatSection,
            "walk from puzzle to puzzle in K draws, never away from the score of --towards, and "
            "write the last one"},
    FlagRow{"--towards", "X", kWhatSection, "the score of --walk, 1.0 to 12.0 (default 12.0)"},
    FlagRow{"--limit", "N", kWhatSection, "write at most N puzzles for each record"},
    FlagRow{"--repeats", "", kWhatSection,
            "also write puzzles that are equivalent to an earlier one; --piece needs this"},
    FlagRow{"--seed", "S", kWhatSection, "seed of --draws and --walk, 0 to 2^64 - 1 (default 0)"},
    kRecordFlags, kHiddenSizeFlags, kOutputFlag,
    FlagRow{
        "--to", "FORMAT", kOutputSection,
        "line, grid, npy, or a format of another program (puzzles); csv, jsonl, parquet or json "
        "(record, puzzle). Default: the format that FILE ends in, otherwise line",
        formats},
    kTableFlags, kReportFlags, kPieceFlag, kEngineFlag,
    FlagRow{"--memory", "SIZE", kRunSection,
            "memory limit for comparing puzzles, at least 64K, for example 512M or 2GB; the rest "
            "spills to a temporary file (default 1G)"},
    kMessageFlags);

void set_vary_options(JobFlags& flags, VaryOptions& options) {
  const bool has_distance = flags.has("--remove") || flags.has("--add") || flags.has("--minimal");
  options.minimals = flags.has("--minimals");
  flags.reject_if(options.minimals && has_distance,
                  "--minimals finds puzzles at any distance, so it cannot be combined with "
                  "--remove, --add and --minimal");
  flags.exclude("--minimals", "--draws");
  flags.exclude("--minimals", "--walk");
  flags.exclude("--draws", "--walk");
  flags.exclude("--repeats", "--memory");
  flags.number("--remove", options.distance.remove, 0, kCells);
  flags.number("--add", options.distance.add, 0, kCells);
  options.distance.minimal = flags.has("--minimal");
  flags.number("--draws", options.draws, 1, kMostImages);
  flags.number("--walk", options.walk_steps, 1, kMostImages);
  flags.reject_if(flags.has("--towards") && !options.walk_steps, "--towards is for --walk");
  flags.reject_if(flags.has("--seed") && !options.walk_steps && !options.draws,
                  "--seed is for --draws and --walk");
  flags.read("--towards", options.towards, parse_score, kLeastAtMost, kMostScore);
  flags.number("--limit", options.limit, 1, std::numeric_limits<std::int64_t>::max());
  options.repeats = flags.has("--repeats");
  flags.seed(options.seed);
  flags.memory(options.memory_bytes);
  flags.format("--to", options.output_format);
  flags.input(options.input);
}

}  // namespace

Ending ending_of(const VaryReport& report) {
  std::string counts =
      format_text("{} written, {} left out, {} multiple, {} unsolvable, {} malformed",
                  counted(report.written, "puzzles"), counted(report.duplicates, "duplicates"),
                  grouped(report.multiple), grouped(report.unsolvable), grouped(report.malformed));
  if (report.cut != 0) {
    counts += format_text(", {} cut at the limit", counted(report.cut, "records"));
  }
  return {totals_line(report, counts) + spilled_text(report.spilled_bytes), report.malformed,
          report.unsolvable};
}

extern constinit const CommandRow vary_command = {
    .name = "vary",
    .operand = "INPUT",
    .usage = "vary [INPUT...] [-o OUTPUT] [FLAGS]",
    .summary = "Find puzzles near every record, or inside of it",
    .about =
        "Writes the puzzles with one solution that differ from a record of INPUT by N clues that "
        "are removed and M clues that are added, in the order of the records. Collectors write "
        "this as {-N+M}. A puzzle is left out if it is equivalent to an earlier one, or to a "
        "record that was read before it.\n"
        "With --minimals, it writes the minimal puzzles whose clues are all in the record. With "
        "--draws, it tries some of the puzzles at random, and with --walk, it climbs to a hard "
        "puzzle.\n"
        "The work grows quickly with N and M: the number of choices of N clues, times the "
        "solutions that are left without them.",
    .examples =
        "dokumill vary puzzles.txt -o near.txt                          # {-1+1}\n"
        "dokumill vary puzzles.txt --remove 2 --add 1 --minimal -o fewer.txt\n"
        "dokumill vary puzzles.txt --minimals --to csv\n"
        "dokumill vary puzzles.txt --remove 2 --add 2 --walk 200 -o hard.txt",
    .main_flags = "--output --remove --add --minimal --minimals --walk",
    .flags = kVaryFlags,
    .run = run_usual_job<set_vary_options>,
};

}  // namespace dokumill::cli
