// The command line in tables: one row for each command, and in this row one row for each of its
// flags. Parsing, help, manual pages, completions and the list of commands are made from them.
//
// To add a command, write commands/NAME.cpp with its row, and add NAME to CMakeLists.txt.
// Thread safety: constant data and pure functions.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace dokumill::cli {

struct Session;

// The names that a flag accepts as its value. They stay valid until the program ends.
using Names = std::vector<std::string_view>;

struct FlagRow {
  // "-o,--output", or one name. The last name is the key in Arguments.
  std::string_view names;
  std::string_view value;  // the name of the value in the help; empty: the flag has no value
  // The section of the help; empty: the flag is accepted, has no effect and is not in the help.
  std::string_view section;
  std::string_view help;
  Names (*choices)() = nullptr;  // nullptr: the flag accepts any text

  std::string_view key() const { return names.substr(names.rfind(',') + 1); }
  bool operator==(const FlagRow&) const = default;
};

struct CommandRow {
  std::string_view name;        // the words after "dokumill"; empty: the classic commands
  std::string_view operand;     // the name of the operands; empty: the command takes none
  std::string_view usage;       // the text after "dokumill" in the usage line
  std::string_view summary;     // for the list of commands and the short help; no full stop
  std::string_view about;       // for the complete help: paragraphs, with '\n' between them
  std::string_view examples;    // two or more lines, the two most useful first
  std::string_view main_flags;  // keys of the flags in the short help, with blanks between them
  // Its flags in the order of the help. A command that has a flag also accepts the flags of
  // kEverywhereFlags (shared_flags.hpp).
  std::span<const FlagRow> flags;
  int (*run)(Session& session);  // returns the exit status

  bool is_root() const { return name.empty(); }
  // A command that only names other commands, such as "generate", has no flags.
  bool is_group() const { return flags.empty(); }
};

// All commands in the order of the help; the first one is the root. A row is always used where it
// is, so that two commands are equal if their addresses are.
std::span<const CommandRow* const> all_commands();
const CommandRow& root_command();
// The command with this name; nullptr if there is none.
const CommandRow* command_named(std::string_view name);

// "-o,--output": "-o" and "--output".
std::vector<std::string_view> names_of(const FlagRow& flag);
// All flags that the command accepts, those without an effect at the end.
std::vector<const FlagRow*> flags_of(const CommandRow& command);
// The flags that the help of the command shows, by section, in the order of the help. -h, --help
// and --version are not in the tables.
std::vector<const FlagRow*> shown_flags(const CommandRow& command);
// The flag of the command with this key; nullptr if the command does not accept it.
const FlagRow* find_flag(const CommandRow& command, std::string_view key);

// A command whose name is the name of another command followed by `word`.
struct Subcommand {
  std::string_view word;
  const CommandRow* row;
};
std::vector<Subcommand> subcommands(const CommandRow& command);

// The sections of the help, in order.
inline constexpr std::string_view kWhatSection = "What to do";
inline constexpr std::string_view kInputSection = "Input";
inline constexpr std::string_view kOutputSection = "Output";
inline constexpr std::string_view kRunSection = "How to run";
// The section of flags that a command accepts, although these flags have no effect on the command.
// So a script can pass these flags to every command.
inline constexpr std::string_view kHidden;
inline constexpr std::array kSections{kWhatSection, kInputSection, kOutputSection, kRunSection};

}  // namespace dokumill::cli
