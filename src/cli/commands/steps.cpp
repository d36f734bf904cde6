// dokumill steps
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kStepsFlags = flag_list(
    FlagRow{"--sentences", "LANGUAGE", kWhatSection,
            "also explain each step in sentences, in English (en) or Chinese (zh)",
            [] {
              return Names{"en", "zh"};
            }},
    kRecordFlags, kHiddenSizeFlags, kOutputFlag,
    FlagRow{"--to", "FORMAT", kOutputSection,
            "jsonl, json, or npy: an array with the order in which the cells are filled (default: "
            "by the extension of FILE, otherwise jsonl)",
            [] {
              return Names{"jsonl", "json", "npy"};
            }},
    kPlainCompressFlag, kReportFlags, kPieceFlag, kEngineFlag, kMessageFlags);

void set_steps_options(JobFlags& flags, StepsOptions& options) {
  if (const auto language = flags.choice("--sentences")) {
    options.sentences = *language == 0 ? Language::kEnglish : Language::kChinese;
  }
  flags.format("--to", options.output_format);
  flags.input(options.input);
}

}  // namespace

Ending ending_of(const StepsReport& report) {
  const std::string counts =
      format_text("{} unique, {} complete, {} multiple, {} none, {} malformed",
                  grouped(report.unique), grouped(report.complete), grouped(report.multiple),
                  grouped(report.none), grouped(report.malformed));
  return {totals_line(report, counts), report.malformed, report.multiple + report.none};
}

extern constinit const CommandRow steps_command = {
    .name = "steps",
    .operand = "INPUT",
    .usage = "steps [INPUT...] [-o OUTPUT] [FLAGS]",
    .summary = "Write how to solve every puzzle, step by step",
    .about =
        "Writes one JSON object per line, for every record of INPUT: the puzzle, its solution, "
        "ratings and level, and the steps in which people solve it. Each step has its technique, "
        "the digit that it places or the candidates that it removes, and its pattern or its "
        "chains with their reasons. Cells are numbers from 0 to 80, row by row.\n"
        "--to npy writes 81 numbers per record instead, one for each cell: 0 if it is given, 1 "
        "if it is filled first, 2 if it is filled next, and so on. All are 255 if the record "
        "does not have exactly one solution.\n"
        "A full board, or a record without exactly one solution, has no steps. Instead, its "
        "field 'status' is complete, multiple, none or malformed.",
    .examples =
        "dokumill steps puzzles.txt -o steps.jsonl.gz\n"
        "dokumill steps --sentences en puzzles.txt | head -n 1",
    .main_flags = "--output --to --sentences --from --threads",
    .flags = kStepsFlags,
    .run = run_usual_job<set_steps_options>,
};

}  // namespace dokumill::cli
