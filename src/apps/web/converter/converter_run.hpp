// The commands of the converter: those of dokumill that read a file of puzzles and write a file.
// run_converter() runs one of them over a text in memory, or over a part of it.
//
// The table of the commands (cli/table) is not used here: with the rows of the six commands, and
// with what reads their flags, engine.wasm grew by 7.6 %, from 1,178 to 1,268 kB (emscripten 3.1.6,
// 2026-11-28). It would replace about 20 lines, because the table has no counts of reports.
//
// Thread safety: the functions keep no state. Memory: that of the job, and the output.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "batch/frame/text_part.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::web {

enum class ConverterCommand : std::uint8_t { kSolve, kCheck, kRate, kCanon, kDedupe, kConvert };
inline constexpr int kConverterCommands = 6;

// nullopt: the converter has no such command.
std::optional<ConverterCommand> converter_command_of(std::string_view name);

struct ConverterTask {
  std::string name;  // the name of the user's file, for messages
  ConverterCommand command = ConverterCommand::kSolve;
  std::optional<TextFormat> to;           // nullopt: the format of the input, or that of rate
  TextFormat format = TextFormat::kLine;  // the format of the input, as detected
};

// What a command found in one part.
struct ConverterOutcome {
  std::uint64_t records = 0;
  TextFormat output_format = TextFormat::kLine;
  std::string layout;  // what the importer has read (InputReport::layout), or empty
  // The counts of the report with their names: "unique", 12.
  std::vector<std::pair<std::string_view, std::uint64_t>> counts;
  std::vector<Problem> problems;  // the first kMaxProblems, with numbers that count from the part
  std::uint64_t problems_omitted = 0;
  std::optional<std::array<std::uint64_t, kCells + 1>> clues;  // only for solve: see Census
  std::optional<std::array<std::uint64_t, kLevels>> levels;    // only for rate
};

// Runs the command with these options of the command line, and appends its output to `output`:
//
//   solve, canon, dedupe, convert   --to FORMAT, if `to` is set
//   check                           --each
//   rate                            --to jsonl for jsonl input, otherwise --to csv; `to` overrides
//                                   it. For csv input also --keep-columns, unless the input has a
//                                   column that rate adds.
//
// `part`: see batch::run_on_text(); nullptr: the whole text. dedupe compares the records of the
// part, so it needs the whole text. Failure: as the functions of batch.hpp.
Result<ConverterOutcome> run_converter(const ConverterTask& task, std::string_view text,
                                       batch::TextPart* part, std::string& output);

}  // namespace dokumill::web
