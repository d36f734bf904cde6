// What a flag accepts as its value, for parsing and for completion in shells.
//
// A flag whose value is one of several names has a row in choices.cpp, or several rows if the names
// depend on the command (--to). The names of formats, engines, levels and workloads come from the
// tables of the code that implements them.
// Thread safety: pure functions.
#pragma once

#include <string_view>
#include <vector>

#include "cli/command_table.hpp"

namespace dokumill::cli {

// The names that `command` accepts as the value of the flag `key`; empty if it accepts any text.
// The names stay valid until the program ends.
std::vector<std::string_view> choices(Command command, std::string_view key);

enum class ValueKind {
  kNone,    // the flag has no value
  kFree,    // a number, a range, a size
  kFile,    // the name of a file
  kFolder,  // the name of a folder
  kColumn,  // the name of a column of the input
  kOne,     // one of choices()
  kList,    // several of choices(), with commas between them
};
ValueKind kind_of_value(Command command, const FlagRow& flag);

}  // namespace dokumill::cli
