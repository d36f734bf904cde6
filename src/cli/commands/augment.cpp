// dokumill augment
#include <algorithm>
#include <array>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kAugmentFlags = flag_list(
    FlagRow{"--times", "K", kWhatSection,
            "number of images of each record, 1 to 1000000 (required, unless --map is given)"},
    FlagRow{
        "--map", "MAP", kWhatSection,
        "instead of random images, write the image that MAP makes. MAP is a list of steps, done "
        "in order: transpose; rows=789456123, the rows of the image from the top, by their "
        "numbers before the step; columns=..., in the same way; digits=..., what becomes of 1 to "
        "9"},
    FlagRow{"--include-original", "", kWhatSection, "write each record itself before its images"},
    FlagRow{"--solution-column", "NAME", kWhatSection,
            "csv: the column of the solutions (default: the first column named solution, "
            "solutions or answer)"},
    FlagRow{"--seed", "S", kWhatSection,
            "seed, 0 to 2^64 - 1 (default 0); another seed gives other images"},
    kRecordFlags, kHiddenSizeFlags, kOutputFlag,
    FlagRow{"--to", "FORMAT", kOutputSection,
            "csv, jsonl, parquet or json (default: by the extension of FILE, otherwise csv)",
            [] {
              return Names{"csv", "jsonl", "parquet", "json"};
            }},
    kTableFlags, kReportFlags, kPieceFlag, kMessageFlags);

// Does the step of a MAP after those that `map` has. Returns false if it is not a step.
bool add_step(std::string_view step, CanonicalMap& map) {
  if (step == "transpose") {
    map.is_transposed = !map.is_transposed;
    std::swap(map.rows, map.columns);
    return true;
  }
  const std::size_t name_bytes = step.find('=') + 1;
  const std::string_view name = step.substr(0, name_bytes);
  std::array<std::uint8_t, 9> values;
  if (name_bytes == 0 || step.size() != name_bytes + values.size()) return false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<std::uint8_t>(step[name_bytes + i] - '1');
    if (values[i] > 8) return false;
  }
  const auto reorder = [&values](std::array<std::uint8_t, 9>& lines) {
    const std::array<std::uint8_t, 9> before = lines;
    std::ranges::transform(values, lines.begin(), [&](std::uint8_t line) { return before[line]; });
    return true;
  };
  if (name == "rows=") return reorder(map.rows);
  if (name == "columns=") return reorder(map.columns);
  if (name != "digits=") return false;
  for (std::uint8_t& digit : map.digits) {
    if (digit != 0) digit = static_cast<std::uint8_t>(values[digit - 1] + 1);
  }
  return true;
}

Result<CanonicalMap> parse_map(std::string_view flag, std::string_view word) {
  CanonicalMap map;
  for (std::size_t at = 0; at <= word.size();) {
    const std::string_view step = word.substr(at, word.find(',', at) - at);
    if (!add_step(step, map)) {
      return usage_error(
          format_text("{}: expected steps such as transpose, rows=456123789, "
                      "columns=321456789 or digits=234567891, got {}",
                      flag, in_quotes(step)));
    }
    at += step.size() + 1;
  }
  return map;
}

void set_augment_options(JobFlags& flags, AugmentOptions& options) {
  flags.exclude("--map", "--times");
  flags.exclude("--map", "--seed");
  flags.reject_if(!flags.has("--times") && !flags.has("--map"),
                  "--times K is needed: the number of images of each record");
  flags.number("--times", options.times, 1, kMostImages);
  flags.read("--map", options.map, parse_map);
  flags.seed(options.seed);
  flags.format("--to", options.output_format);
  options.include_original = flags.has("--include-original");
  options.input.solution_column = flags.value("--solution-column");
  flags.input(options.input);
}

}  // namespace

Ending ending_of(const AugmentReport& report) {
  const std::string counts = format_text(
      "{} written, {} malformed", counted(report.written, "rows"), grouped(report.malformed));
  return {totals_line(report, counts), report.malformed};
}

extern constinit const CommandRow augment_command = {
    .name = "augment",
    .operand = "INPUT",
    .usage = "augment [INPUT...] --times K | --map MAP [-o OUTPUT] [FLAGS]",
    .summary = "Write random equivalents of every record",
    .about =
        "Writes K random images (equivalent puzzles) of every record of INPUT as csv with the "
        "columns id and puzzle. An image has its digits renamed and its bands, stacks, rows and "
        "columns swapped, and may be transposed; all 1,218,998,108,160 such changes are equally "
        "likely. A solution column of csv input is changed in the same way and written as the "
        "column solution. --map writes one image by a map of your choice.\n"
        "id is the number of the record, from 1. The images of a record depend only on the seed, "
        "on the record and on its id. With a larger K, the first images stay the same. Augment "
        "after 'split', so that no image of a test puzzle is trained on.",
    .examples =
        "dokumill augment train.csv --times 10 -o augmented.csv\n"
        "dokumill augment puzzles.txt --times 3 --include-original --seed 7\n"
        "dokumill augment puzzles.txt --map transpose,columns=987654321 -o turned.csv",
    .main_flags = "--times --output --seed --include-original --solution-column --from --threads",
    .flags = kAugmentFlags,
    .run = run_usual_job<set_augment_options>,
};

}  // namespace dokumill::cli
