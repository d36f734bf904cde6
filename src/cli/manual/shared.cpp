
#include <algorithm>

#include "base/text/format.hpp"
#include "cli/manual/manual.hpp"

namespace dokumill::cli {

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

std::string shell_pattern(const std::vector<std::string>& words) {
  std::string pattern;
  for (const std::string& word : words) {
    pattern.append(pattern.empty() ? "" : "|").append(shell_quoted(word));
  }
  return pattern;
}

std::string command_pattern() {
  std::vector<std::string> names;
  for (const CommandRow* row : all_commands()) {
    if (!row->is_root()) names.emplace_back(row->name);
  }
  return shell_pattern(names);
}

std::string origin(std::string_view mark) {
  return format_text("{} Written by the build of dokumill from its tables of commands and flags.\n",
                     mark);
}

}  // namespace dokumill::cli
