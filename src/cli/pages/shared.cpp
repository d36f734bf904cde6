
#include <algorithm>

#include "cli/pages/pages.hpp"
#include "core/text/fmt.hpp"

namespace dokumill::cli {

std::vector<const FlagRow*> shown_flags(const CommandRow& command) {
  std::vector<const FlagRow*> flags;
  for (const std::string_view section :
       {kWhatSection, kInputSection, kOutputSection, kRunSection}) {
    for (const FlagRow& flag : all_flags()) {
      if (accepts(command, flag) && flag.section == section) flags.push_back(&flag);
    }
  }
  return flags;
}

std::vector<std::string_view> names_of(const FlagRow& flag) {
  const std::size_t comma = flag.names.find(',');
  if (comma == std::string_view::npos) return {flag.names};
  return {flag.names.substr(0, comma), flag.names.substr(comma + 1)};
}

std::vector<Subcommand> subcommands(const CommandRow& command) {
  std::vector<Subcommand> found;
  const std::string prefix = command.name.empty() ? "" : fmt::format("{} ", command.name);
  for (const CommandRow& row : all_commands()) {
    if (row.name.size() <= prefix.size() || !row.name.starts_with(prefix)) continue;
    const std::string_view word = row.name.substr(prefix.size());
    if (word.find(' ') == std::string_view::npos) found.push_back({word, &row});
  }
  return found;
}

std::string_view brief(std::string_view help) {
  return help.substr(0, std::min(help.find("; "), help.find(" (")));
}

std::string shell_quoted(std::string_view word) {
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string origin(std::string_view mark) {
  return fmt::format("{} Written by the build of dokumill from its tables of commands and flags.\n",
                     mark);
}

}  // namespace dokumill::cli
