#include "formats/detect/header.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text/format.hpp"
#include "base/text/lower_case.hpp"
#include "base/text/printable.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

using namespace std::string_view_literals;
// The names with \u are Chinese words for "puzzle" and "answer", in simplified and in traditional
// characters.
constexpr std::array kPuzzleNames{"puzzle"sv,       "puzzles"sv,      "quiz"sv,
                                  "quizzes"sv,      "question"sv,     "\u9898\u76EE"sv,
                                  "\u984C\u76EE"sv, "\u8C1C\u9898"sv, "\u8B0E\u984C"sv};
constexpr std::array kSolutionNames{"solution"sv, "solutions"sv,    "answer"sv,
                                    "answers"sv,  "\u7B54\u6848"sv, "\u89E3\u7B54"sv};

std::string lower_trimmed(std::string_view text) {
  return lower_case(without_blanks(text));
}

// Returns the index (from 0) of the only column with this name. If no column has this name, and the
// name is a number N, returns the index of the N-th column.
Result<std::uint32_t> find_named_column(const std::vector<std::string>& names,
                                        const std::string& name) {
  const auto is_wanted = [&](const std::string& other) { return is_same_column(other, name); };
  const auto found = std::ranges::count_if(names, is_wanted);
  if (found == 0) {
    const std::optional<std::uint32_t> number = column_number(name);
    if (number && *number <= names.size()) return *number - 1;
    return Status(ErrorCode::kInput, format_text("no column '{}'; the columns are: {}",
                                                 printable(name), printable_list(names)));
  }
  if (found > 1) {
    return Status(ErrorCode::kInput, format_text("column '{}' stands {} times; the columns are: {}",
                                                 printable(name), found, printable_list(names)));
  }
  return static_cast<std::uint32_t>(std::ranges::find_if(names, is_wanted) - names.begin());
}

// Returns the index of the only column that has a known name of a puzzle column.
Result<std::uint32_t> find_known_column(const std::vector<std::string>& names) {
  const auto found = std::ranges::count_if(names, is_puzzle_name);
  if (found != 1) {
    return Status(ErrorCode::kInput,
                  format_text("{}; the columns are: {}",
                              found == 0 ? "no puzzle column" : "several puzzle columns",
                              printable_list(names)),
                  "input.column");
  }
  return static_cast<std::uint32_t>(std::ranges::find_if(names, is_puzzle_name) - names.begin());
}

}  // namespace

bool is_same_column(std::string_view a, std::string_view b) {
  return lower_trimmed(a) == lower_trimmed(b);
}

bool is_puzzle_name(std::string_view name) {
  return std::ranges::find(kPuzzleNames, lower_trimmed(name)) != kPuzzleNames.end();
}

std::span<const std::string_view> solution_names() {
  return kSolutionNames;
}

bool is_solution_name(std::string_view name) {
  return std::ranges::find(kSolutionNames, lower_trimmed(name)) != kSolutionNames.end();
}

Header read_header(const char* begin, const char* end, bool is_all, char separator) {
  Header header;
  header.separator = separator;
  std::vector<CsvField> fields;
  header.row = scan_csv_row(begin, end, is_all, fields, separator);
  for (const CsvField& field : fields) header.names.emplace_back(without_blanks(unescape(field)));
  return header;
}

bool has_puzzle_name(const Header& header, const ColumnOptions& options) {
  return std::ranges::any_of(header.names, [&](const std::string& name) {
    return is_puzzle_name(name) ||
           (!options.puzzle.empty() && is_same_column(name, options.puzzle));
  });
}

std::optional<std::uint32_t> column_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0) return std::nullopt;
  return number;
}

Result<CsvLayout> choose_columns(const Header& header, const ColumnOptions& options) {
  const std::vector<std::string>& names = header.names;
  const Result<std::uint32_t> puzzle =
      options.puzzle.empty() ? find_known_column(names) : find_named_column(names, options.puzzle);
  if (!puzzle.ok()) return puzzle.status();
  CsvLayout layout;
  layout.columns = static_cast<std::uint32_t>(names.size());
  layout.puzzle_column = *puzzle;
  layout.separator = header.separator;
  if (!options.solution) return layout;
  const Result<std::uint32_t> solution = find_named_column(names, *options.solution);
  if (!solution.ok()) return solution.status();
  if (*solution == *puzzle) {
    return Status(ErrorCode::kInput,
                  format_text("column '{}' is the puzzle's and cannot be the solution's; the "
                              "columns are: {}",
                              printable(*options.solution), printable_list(names)));
  }
  layout.solution_column = *solution;
  return layout;
}

}  // namespace dokumill::records
