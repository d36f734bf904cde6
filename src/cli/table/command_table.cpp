#include "cli/table/command_table.hpp"

#include <algorithm>
#include <string>

#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {

// The rows, one in each file of commands/. The build makes these lists from CMakeLists.txt.
#include "cli/command_list.inc"

std::span<const CommandRow* const> all_commands() {
  return kCommands;
}

const CommandRow& root_command() {
  return *kCommands[0];
}

const CommandRow* command_named(std::string_view name) {
  const auto found = std::ranges::find(kCommands, name, &CommandRow::name);
  return found != std::end(kCommands) ? *found : nullptr;
}

std::vector<std::string_view> names_of(const FlagRow& flag) {
  const std::size_t comma = flag.names.find(',');
  if (comma == std::string_view::npos) return {flag.names};
  return {flag.names.substr(0, comma), flag.names.substr(comma + 1)};
}

std::vector<const FlagRow*> flags_of(const CommandRow& command) {
  std::vector<const FlagRow*> flags;
  for (const FlagRow& flag : command.flags) flags.push_back(&flag);
  if (command.is_group()) return flags;
  for (const FlagRow& flag : kEverywhereFlags) {
    const bool is_own =
        std::ranges::find(command.flags, flag.key(), &FlagRow::key) != command.flags.end();
    if (!is_own) flags.push_back(&flag);
  }
  return flags;
}

std::vector<const FlagRow*> shown_flags(const CommandRow& command) {
  std::vector<const FlagRow*> flags;
  for (const std::string_view section : kSections) {
    for (const FlagRow& flag : command.flags) {
      if (flag.section == section) flags.push_back(&flag);
    }
  }
  return flags;
}

const FlagRow* find_flag(const CommandRow& command, std::string_view key) {
  const std::vector<const FlagRow*> flags = flags_of(command);
  const auto found = std::ranges::find(flags, key, &FlagRow::key);
  return found != flags.end() ? *found : nullptr;
}

std::vector<Subcommand> subcommands(const CommandRow& command) {
  std::vector<Subcommand> found;
  const std::string prefix = command.is_root() ? "" : std::string(command.name) + ' ';
  for (const CommandRow* row : all_commands()) {
    if (row->name.size() <= prefix.size() || !row->name.starts_with(prefix)) continue;
    const std::string_view word = row->name.substr(prefix.size());
    if (word.find(' ') == std::string_view::npos) found.push_back({word, row});
  }
  return found;
}

}  // namespace dokumill::cli
