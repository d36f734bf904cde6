// The help texts: one screen for -h, everything for --help. Both are at most 79 columns wide.
#pragma once

#include <string>

#include "cli/table/command_table.hpp"

namespace dokumill::cli {

// Usage, a summary, the most used flags, two examples: at most 24 lines.
std::string short_help(const CommandRow& command);
// All flags by section, all examples, the exit statuses, and a note on leftover temporary files.
std::string full_help(const CommandRow& command);

}  // namespace dokumill::cli
