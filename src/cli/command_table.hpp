// The command line in two tables: one row for each command, one row for each flag. Parsing, help
// and the list of commands are made from these tables.
//
// To add a command, add a row to command_table.cpp, its flags to flag_table.cpp, and a function
// that runs it.
// Thread safety: constant data.
#pragma once

#include <span>
#include <string_view>

#include "cli/arguments.hpp"
#include "cli/common.hpp"

namespace dokumill::cli {

struct FlagRow {
  // As CLI11 expects them: "-o,--output". The last name is the key in Arguments.
  std::string_view names;
  std::string_view value;  // the name of the value in the help; empty: the flag has no value
  unsigned commands;       // bit_of() of each command that accepts the flag
  // The section of the help; empty: the flag is accepted, has no effect and is not in the help.
  std::string_view section;
  std::string_view help;

  std::string_view key() const { return names.substr(names.rfind(',') + 1); }
};

struct CommandRow {
  Command command;
  std::string_view name;        // the words after "dokumill"
  std::string_view operand;     // the name of the operands; empty: the command takes none
  std::string_view usage;       // the text after "dokumill" in the usage line
  std::string_view summary;     // for the list of commands and the short help; no full stop
  std::string_view about;       // for the complete help: paragraphs, with '\n' between them
  std::string_view examples;    // two or more lines, the two most useful first
  std::string_view main_flags;  // keys of the flags in the short help, with blanks between them
  int (*run)(Session& session);
};

constexpr unsigned bit_of(Command command) {
  return 1U << static_cast<unsigned>(command);
}

constexpr bool accepts(const CommandRow& row, const FlagRow& flag) {
  return (flag.commands & bit_of(row.command)) != 0;
}

std::span<const FlagRow> all_flags();
std::span<const CommandRow> all_commands();
const CommandRow& row_of(Command command);

// The sections of the help, in order.
inline constexpr std::string_view kWhatSection = "What to do";
inline constexpr std::string_view kInputSection = "Input";
inline constexpr std::string_view kOutputSection = "Output";
inline constexpr std::string_view kRunSection = "How to run";

}  // namespace dokumill::cli
