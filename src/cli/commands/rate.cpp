// dokumill rate
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"
#include "dokumill/features.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kRateFlags = flag_list(
    FlagRow{"--at-most", "X", kWhatSection,
            "stop before a step above X (1.0 to 12.0), and write a lower bound; most puzzles "
            "take 0.1 ms or less, but the hardest known ones take about 0.14 s each, which X "
            "below 9.5 avoids"},
    FlagRow{"--obstacles", "", kWhatSection,
            "add the field obstacles: the number of unbroken runs of steps that are no singles "
            "(takes a third longer)"},
    FlagRow{"--columns", "NAMES", kWhatSection,
            "write these features in place of the rating, separated by commas, such as "
            "clues,er,depth",
            [] { return names_of_rows(known_features()); }},
    FlagRow{"--scale", "NAME", kWhatSection,
            "se121, which has no effect: since version 0.3 there is no other scale",
            [] { return Names{"se121"}; }},
    kRecordFlags, kHiddenSizeFlags, kOutputFlag,
    FlagRow{"--to", "FORMAT", kOutputSection,
            "line (with tabs), csv, jsonl, parquet or json (default: by the extension of FILE, "
            "otherwise line)",
            [] {
              return Names{"line", "csv", "jsonl", "parquet", "json"};
            }},
    FlagRow{"--keep-columns", "", kOutputSection,
            "csv: keep the input's columns and add the columns of the rating"},
    kTableFlags, kReportFlags, kPieceFlag, kEngineFlag, kMessageFlags);

void set_rate_options(JobFlags& flags, RateOptions& options) {
  flags.format("--to", options.output_format);
  // Version 0.2 had two scales. A script may still ask for the one that is left.
  flags.reject_if(
      flags.value("--scale") == "dokumill",
      "--scale: the scale dokumill no longer exists; every rating is that of Sudoku Explainer "
      "1.2.1. Leave --scale out, and use the columns er and level instead of score and level");
  flags.choice("--scale");
  flags.read("--at-most", options.rater.at_most, parse_score, kLeastAtMost, kMostScore);
  options.rater.counts_obstacles = flags.has("--obstacles");
  flags.exclude("--columns", "--obstacles");
  flags.reject_if(flags.value("--columns") == "", "--columns: expected names, got ''");
  options.columns = flags.value("--columns").value_or("");
  options.keep_columns = flags.has("--keep-columns");
  flags.input(options.input);
}

std::string level_counts(const RatingTotals& totals) {
  std::string text;
  for (const LevelInfo& info : levels()) {
    text += format_text("{} {}, ", grouped(totals.levels[static_cast<std::size_t>(info.level)]),
                        info.name);
  }
  if (totals.inexact == 0) return text;
  return text + format_text("{} of these with a lower bound only, ", grouped(totals.inexact));
}

}  // namespace

Ending ending_of(const RateReport& report) {
  const std::string counts = format_text(
      "{}{} complete, {} multiple, {} none, {} malformed",
      report.is_rated ? level_counts(report.ratings) : grouped(report.unique) + " unique, ",
      grouped(report.complete), grouped(report.multiple), grouped(report.none),
      grouped(report.malformed));
  return {totals_line(report, counts), report.malformed, report.multiple + report.none};
}

extern constinit const CommandRow rate_command = {
    .name = "rate",
    .operand = "INPUT",
    .usage = "rate [INPUT...] [-o OUTPUT] [FLAGS]",
    .summary = "Rate how hard every puzzle is for people",
    .about =
        "Writes the rating of every record of INPUT, with tabs between the fields: er, ep, ed, "
        "level, clues, hardest. The first three are the ratings of Sudoku Explainer 1.2.1: er is "
        "the score of the hardest step, ep is the score of the hardest step up to the first "
        "placed digit, and ed is the score of the first step. The level is easy (er up to 1.5), "
        "medium (1.6 to 2.5), hard (2.6 to 4.4), expert (4.5 to 7.4) or extreme; for a full "
        "board, it is 'complete'. 'hardest' is the technique of the hardest step.\n"
        "A '+' after er marks a lower bound: the rating ended above --at-most, or took more work "
        "than any known puzzle. In csv, jsonl and Parquet, the last column 'exact' is then 0, "
        "else 1.\n"
        "A record that does not have exactly one solution gets no rating: its first field is "
        "multiple, none or malformed, and all others are '-'. In csv, jsonl and Parquet, the "
        "column 'level' has multiple, none or malformed, and all others are empty. With --columns, "
        "only the column 'outcome' says so.\n"
        "The features are: outcome, clues, candidates, clues_after_singles, "
        "candidates_after_singles, minimal, redundant_clues, automorphisms, guesses_reference, "
        "backdoor, backdoor_cells, depth, er, ep, ed, level, hardest, obstacles, exact, "
        "class, symmetry, backdoors.",
    .examples =
        "dokumill rate puzzles.txt\n"
        "dokumill rate --at-most 8.0 puzzles.txt\n"
        "dokumill rate --columns clues,er,depth,backdoor_cells puzzles.txt --to csv\n"
        "dokumill rate kaggle.csv --keep-columns -o rated.csv --report levels.json",
    .main_flags = "--output --to --at-most --columns --keep-columns --from --threads",
    .flags = kRateFlags,
    .run = run_usual_job<set_rate_options>,
};

}  // namespace dokumill::cli
