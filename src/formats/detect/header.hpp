// Reads the header of a table and chooses the columns to read.
//
// docs/formats.md has the rules.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "formats/csv/csv_row.hpp"
#include "formats/format.hpp"

namespace dokumill::records {

// The separators of fields, in the order in which detection tries them.
inline constexpr char kSeparators[] = {',', '\t', ';'};

// A row that is read as a header.
struct Header {
  char separator = ',';
  CsvRow row;
  std::vector<std::string> names;  // without quotes and outer blanks
};

// Which columns to search for.
struct ColumnOptions {
  std::string puzzle;                   // a name or a number; empty: one of the known names
  std::optional<std::string> solution;  // a name or a number; nullopt: no solution is read
};

// True if two column names are equal, ignoring the case of ASCII letters and outer blanks.
bool is_same_column(std::string_view a, std::string_view b);

// True for a known name of a puzzle column.
bool is_puzzle_name(std::string_view name);

// The known names of solution columns, in lower case.
std::span<const std::string_view> solution_names();

// True for a known name of a solution column.
bool is_solution_name(std::string_view name);

// Reads the row at `begin` as a header whose fields are separated by `separator`.
Header read_header(const char* begin, const char* end, bool is_all, char separator);

// True if one of the names is a known name of a puzzle column, or the name of the puzzle column in
// `options`.
bool has_puzzle_name(const Header& header, const ColumnOptions& options);

// Returns the number if the whole text is a number of 1 or more, otherwise nullopt.
std::optional<std::uint32_t> column_number(std::string_view text);

// Chooses the columns to read. Failure: kInput with a message that follows ":LINE: ".
Result<CsvLayout> choose_columns(const Header& header, const ColumnOptions& options);

}  // namespace dokumill::records
