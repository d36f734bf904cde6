// dokumill export
#include "base/platform/files/short_file.hpp"
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr std::size_t kMaxTemplateBytes = 65536;

constexpr auto kExportFlags = flag_list(
    FlagRow{"--layout", "NAME", kWhatSection,
            "files of DIR: hrm (NumPy arrays for HRM and TRM), rrn (csv for recurrent relational "
            "networks), moves (NumPy arrays of the cells as people fill them), trajectory (jsonl "
            "with the boards on the way) or chat (jsonl from a template) (required)",
            [] {
              Names names;
              for (int layout = 0; layout < kExportLayouts; ++layout) {
                names.push_back(name_of(static_cast<ExportLayout>(layout)));
              }
              return names;
            }},
    FlagRow{"--template", "FILE", kWhatSection,
            "chat: FILE has the JSON object of a line, with placeholders such as {rows}, "
            "{solution}, {er} or {explanation} (default: prompt, answer and metadata)"},
    FlagRow{"--augment", "K", kWhatSection,
            "number of random images to write after each train puzzle, 0 to 1000000 (default 0)"},
    FlagRow{"--share", "SHARE", kWhatSection,
            "share of equivalence classes in the test set, for example 10%, 0.5% or 0.1; with "
            "rrn, the validation set gets the same share (default 10%)"},
    FlagRow{"--solution-column", "NAME", kWhatSection,
            "csv: the column of the solutions (default: the first column named solution, "
            "solutions or answer)"},
    FlagRow{"--seed", "S", kWhatSection,
            "seed, 0 to 2^64 - 1 (default 0); another seed gives another split and other images"},
    kRecordFlags, kHiddenSizeFlags, kReportFlags, kEngineFlag, kMessageFlags);

void set_export_options(JobFlags& flags, ExportOptions& options) {
  flags.reject_if(!flags.has("--layout"), "--layout NAME is needed, for example --layout hrm");
  flags.choice("--layout", options.layout);
  // The inputs are the operands before DIR.
  std::vector<std::string> operands = flags.session.arguments.operands;
  flags.reject_if(operands.empty(), "DIR is needed: the new folder to write");
  if (!flags.status().ok()) return;
  options.output = operands.back();
  operands.pop_back();
  flags.number("--augment", options.images, 0, kMostImages);
  flags.seed(options.seed);
  flags.read("--share", options.share.parts, parse_share);
  flags.read("--template", options.chat_template,
             [&](std::string_view, const std::string& path) -> Result<std::string> {
               std::string text;
               Status status = read_short_file(
                   flags.session.platform,
                   {path, kMaxTemplateBytes, "a template has at most 64 KiB", {}}, text);
               if (!status.ok()) return status;
               if (text.empty()) return usage_error("--template: the file is empty");
               return text;
             });
  options.input.solution_column = flags.value("--solution-column");
  flags.input(options.input, operands);
}

Ending end_export(const ExportReport& report) {
  const std::string counts = format_text(
      "{} train, {}{} test, {} written; left out: {} multiple, {} unsolvable, {} wrong, {} "
      "malformed",
      grouped(report.train), report.valid != 0 ? grouped(report.valid) + " valid, " : "",
      grouped(report.test), counted(report.written, "rows"), grouped(report.multiple),
      grouped(report.unsolvable), grouped(report.wrong), grouped(report.malformed));
  return {totals_line(report, counts), report.malformed,
          report.multiple + report.unsolvable + report.wrong};
}

}  // namespace

extern constinit const CommandRow export_command = {
    .name = "export",
    .operand = "INPUT",
    .usage = "export [INPUT...] --layout NAME DIR [FLAGS]",
    .summary = "Write a folder that training programs load",
    .about =
        "Writes the puzzles of INPUT that have one solution, with their solutions, into the new "
        "folder DIR (the last operand). --layout hrm writes NumPy arrays in train/ and test/, "
        "for the programs that train HRM (Hierarchical Reasoning Model) and TRM (Tiny Recursive "
        "Model). --layout rrn writes train.csv, valid.csv and test.csv, for recurrent relational "
        "networks. Three layouts have the steps that 'rate' rates. --layout moves writes "
        "train_sudoku_puzzles.npy and test_sudoku_puzzles.npy: the cells in the order in which "
        "people fill them. --layout trajectory writes train.jsonl and test.jsonl with the boards "
        "on the way to the solution, and --layout chat writes them from a template.\n"
        "Equivalent puzzles are in the same set, as with 'split'. The command solves every "
        "puzzle. If the input has a column of solutions, it also checks that column. Puzzles "
        "that have no solution, several solutions, or a wrong solution in that column are "
        "reported and left out, and the exit status is 1.\n"
        "DIR must not exist yet, or must be an empty folder. It stays missing or empty until all "
        "its files are complete.",
    .examples =
        "dokumill export kaggle.csv --layout hrm --augment 100 data/sudoku\n"
        "dokumill export puzzles.npy --layout rrn --share 5% --seed 7 rrn-data\n"
        "dokumill export puzzles.txt --layout chat --template chat.json chat-data",
    .main_flags = "--layout --augment --share --seed --from --threads",
    .flags = kExportFlags,
    .run = run_usual_job<set_export_options, end_export>,
};

}  // namespace dokumill::cli
