// What a flag accepts as its value, for parsing and for completion in shells.
//
// A flag whose value is one of several names has a function that returns them (FlagRow::choices).
// The names of formats, engines, levels and workloads come from the tables of the code that
// implements them. The parsers convert the index of a name to a value of an enumeration, so the
// names must have the order of this enumeration.
#pragma once

#include <string_view>

#include "cli/table/command_table.hpp"

namespace dokumill::cli {

// The names that the flag accepts as its value; empty if it accepts any text.
Names choices_of(const FlagRow& flag);
// The same for the flag `key` of a command.
Names choices(const CommandRow& command, std::string_view key);

enum class ValueKind {
  kNone,    // the flag has no value
  kFree,    // a number, a range, a size
  kFile,    // the name of a file
  kFolder,  // the name of a folder
  kColumn,  // the name of a column of the input
  kOne,     // one of choices()
  kList,    // several of choices(), with commas between them
};
ValueKind kind_of_value(const FlagRow& flag);

// The choices that several commands share.
Names formats_or_auto();
Names formats();
Names formats_or_same();
Names delimiters();
Names compressions();
Names empty_cells();
Names cell_shapes();
Names engine_names();
Names progress_modes();

// The names of the rows of a table.
template <class Rows>
Names names_of_rows(const Rows& rows) {
  Names names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

}  // namespace dokumill::cli
