// Arguments: what the user typed, as words; the commands give them their meaning.
//
// One table of flags (arguments.cpp) drives parsing and help. CLI11 cuts the line into flags,
// values and operands; every value is kept as a string, because CLI11's own numbers accept 0x10, +7
// and ' 5'.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dokumill/status.hpp"

namespace dokumill::cli {

enum class Command {
  kRoot,  // the classic commands, which have no name
  kSolve,
  kCheck,
  kRate,
  kCanon,
  kDedupe,
  kSplit,
  kGenerate,
  kGenerateBoards,
  kGeneratePuzzles,
  kPlay,
  kBench
};

struct Arguments {
  Command command = Command::kRoot;
  // By the flag's long name or single letter with its dashes ("--threads", "-c"); a flag without a
  // value has "".
  std::map<std::string, std::string> flags;
  std::vector<std::string> operands;
  // Not empty: nothing else counts, this text is what was asked for (--help, --version is a flag).
  std::string help;

  bool has(const std::string& flag) const { return flags.count(flag) != 0; }
  std::optional<std::string> value(const std::string& flag) const {
    const auto found = flags.find(flag);
    return found == flags.end() ? std::nullopt : std::optional(found->second);
  }
};

// "help", "help COMMAND" and "version" mean --help, COMMAND --help and --version. Failure: kUsage,
// one line.
Result<Arguments> parse_arguments(const std::vector<std::string>& typed_words);

// The command that the line begins with, for messages on a line that cannot be parsed.
Command command_of(const std::vector<std::string>& words);
// The name of the command for "Try 'dokumill solve --help'": "dokumill solve".
std::string command_name(Command command);
// The same without the program's name: "solve"; empty for the classic commands.
std::string command_words(Command command);
// A few lines on how to call it, for a call without what it needs.
std::string short_help(Command command);

}  // namespace dokumill::cli
