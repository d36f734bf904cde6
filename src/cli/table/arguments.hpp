// Arguments: the command line, split into flags, values and operands. The commands interpret them.
//
// The tables of command_table.hpp define what is accepted. Every value stays a string: words.hpp
// reads numbers, sizes and ranges.
//
//   --output out.txt  --output=out.txt  -o out.txt  -oout.txt   the same
//   -qo out.txt                                                 -q -o out.txt
//   --                                                          all words after it are operands
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/table/command_table.hpp"
#include "dokumill/status.hpp"

namespace dokumill::cli {

struct Arguments {
  const CommandRow* command = &root_command();
  // The key is the flag's long name, or its single letter if it has no long name, with the dashes
  // ("--threads", "-c"). For a flag that takes no value, the value is "".
  std::map<std::string, std::string> flags;
  std::vector<std::string> operands;
  // The text that -h or --help asks for. If it is not empty, ignore all other members. (--version
  // is a flag.)
  std::string help;

  bool has(const std::string& flag) const { return flags.count(flag) != 0; }
  std::optional<std::string> value(const std::string& flag) const {
    const auto found = flags.find(flag);
    return found == flags.end() ? std::nullopt : std::optional(found->second);
  }
};

// Parses the words after the program's name. "help", "help COMMAND" and "version" mean --help,
// COMMAND --help and --version. Failure: kUsage, with a message of one line.
Result<Arguments> parse_arguments(const std::vector<std::string>& typed_words);

// The command that the line begins with, for messages about a line that cannot be parsed.
const CommandRow& command_of(const std::vector<std::string>& words);
// The name of the program and of the command: "dokumill solve".
std::string command_name(const CommandRow& command);

}  // namespace dokumill::cli
