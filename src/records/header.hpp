// The header of a table: its names, what separates them, and which columns are read.
//
// docs/formats.md has the rules. Thread safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "records/csv_row.hpp"
#include "records/format.hpp"

namespace dokumill::records {

// The separators of fields, in the order in which they are tried.
inline constexpr char kSeparators[] = {',', '\t', ';'};

// A row as a header.
struct Header {
  char separator = ',';
  CsvRow row;
  std::vector<std::string> names;  // without quotes and outer blanks
};

// What columns are looked for.
struct ColumnWishes {
  std::string puzzle;                   // a name or a number; empty: one of the known names
  std::optional<std::string> solution;  // read this one, too
};

// True if two column names are the same: without regard to case and outer blanks.
bool is_same_column(std::string_view a, std::string_view b);

// True for the names that a column of solutions has where none is given.
bool is_solution_name(std::string_view name);

// The row at `begin` with its fields separated by `separator`.
Header read_header(const char* begin, const char* end, bool is_all, char separator);

// True if a name is known as that of puzzles, or is the one that is looked for.
bool has_puzzle_name(const Header& header, const ColumnWishes& wishes);

// A number, if the text is one: 1 and up.
std::optional<std::uint32_t> column_number(std::string_view text);

// Which fields are read. Failure: kInput, in words that follow ":LINE: ".
Result<CsvLayout> choose_columns(const Header& header, const ColumnWishes& wishes);

}  // namespace dokumill::records
