// What the command line knows: every flag, and what the help says of every command.
//
// Thread safety: constant data.
#pragma once

#include <span>
#include <string_view>

#include "cli/arguments.hpp"

namespace dokumill::cli {

struct Flag {
  // As CLI11 wants them: "-o,--output"; the last one is the key in Arguments.
  std::string_view names;
  std::string_view value;  // what the value is called; empty: the flag has none
  unsigned commands;       // a bit for each command that has it
  std::string_view group;
  std::string_view help;
};

struct CommandText {
  Command command;
  std::string_view name;     // behind "dokumill"
  unsigned flags;            // its bit in Flag::commands
  std::string_view operand;  // the name of the one operand; empty: none
  std::string_view usage;    // behind "dokumill"
  std::string_view about;
  std::string_view examples;
};

std::span<const Flag> all_flags();
std::span<const CommandText> all_commands();

// The heading of the flags on how to run.
inline constexpr std::string_view kRunGroup = "How to run";
// What every help ends with.
inline constexpr std::string_view kFooter =
    "An output FILE appears whole or not at all. A kill -9 or a power cut can leave a file "
    ".FILE.*.tmp beside it, which\n"
    "can be removed; of a split, look first: it may be the train file of before.\n\n"
    "Exit status: 0 all fine; 1 finished, but some record was malformed, unsolvable or failed the "
    "check; 2 usage or\n"
    "input/output error; 70 the program's own check failed; 129, 130, 143, 152 after SIGHUP, "
    "SIGINT, SIGTERM, SIGXCPU.\n";

}  // namespace dokumill::cli
