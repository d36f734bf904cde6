#include "tables/columns.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/text/format.hpp"
#include "core/text/number_text.hpp"
#include "core/text/printable.hpp"
#include "core/text/utf8.hpp"
#include "records/detect/header.hpp"
#include "records/format_table.hpp"

namespace dokumill::tables {
namespace {

// The columns of numbers that the jobs add. Every other column is text.
constexpr std::pair<std::string_view, ColumnType> kNumberColumns[] = {
    {"id", ColumnType::kInt64},
    {"clues", ColumnType::kInt32},
    {"er", ColumnType::kDouble},
    {"ep", ColumnType::kDouble},
    {"ed", ColumnType::kDouble},
    {"obstacles", ColumnType::kInt32},
    {"exact", ColumnType::kInt32},
    {"count", ColumnType::kInt64},
    {"weight", ColumnType::kInt64},
    {"record", ColumnType::kInt64},
    {"candidates", ColumnType::kInt32},
    {"clues_after_singles", ColumnType::kInt32},
    {"candidates_after_singles", ColumnType::kInt32},
    {"minimal", ColumnType::kInt32},
    {"redundant_clues", ColumnType::kInt32},
    {"automorphisms", ColumnType::kInt32},
    {"guesses_reference", ColumnType::kInt64},
    {"backdoor", ColumnType::kInt32},
    {"depth", ColumnType::kInt32},
    {"size", ColumnType::kInt32},
    {"class", ColumnType::kInt64},
};

template <class Number>
bool is_whole_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

ColumnType type_of(std::string_view name) {
  // The numbers of unavoidable sets: u4, u5, ...
  if (name.starts_with('u') && is_whole_number<std::uint8_t>(name.substr(1))) {
    return ColumnType::kInt32;
  }
  const auto* const found =
      std::ranges::find(kNumberColumns, name, &std::pair<std::string_view, ColumnType>::first);
  return found == std::end(kNumberColumns) ? ColumnType::kText : found->second;
}

}  // namespace

Result<std::vector<Column>> columns_of_header(std::string_view header,
                                              const TableOptions& options) {
  const records::Header row =
      records::read_header(header.data(), header.data() + header.size(), true, options.separator);
  std::vector<Column> columns;
  for (const std::string& name : row.names) {
    if (!is_utf8(name)) {
      return Status(ErrorCode::kUsage,
                    format_text("the column name '{}' is not UTF-8 text, which {} requires",
                                printable(name), name_of(options.format)),
                    "output_format");
    }
    const bool is_text = columns.size() < options.text_columns;
    columns.push_back({name, is_text ? ColumnType::kText : type_of(name)});
  }
  std::vector<std::string_view> names;
  names.reserve(columns.size());
  for (const Column& column : columns) names.emplace_back(column.name);
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice == names.end()) return columns;
  return Status(ErrorCode::kUsage,
                format_text("two columns have the name '{}'; {} needs different names",
                            printable(*twice), name_of(options.format)),
                "output_format");
}

bool is_number(std::string_view text, ColumnType type) {
  switch (type) {
    case ColumnType::kInt32:
      return is_whole_number<std::int32_t>(text);
    case ColumnType::kInt64:
      return is_whole_number<std::int64_t>(text);
    case ColumnType::kDouble:
      return !text.empty() && text.front() >= '0' && text.front() <= '9' &&
             read_number(text).has_value();
    case ColumnType::kText:
      break;
  }
  return false;
}

Status not_utf8(std::uint64_t row, std::string_view column) {
  return {ErrorCode::kInput,
          format_text("row {} of the output, column '{}': the value is not UTF-8 text; convert the "
                      "input to UTF-8, or write csv",
                      row, printable(column))};
}

Status wrong_row(std::uint64_t row) {
  return {ErrorCode::kSelfCheck,
          format_text("row {} of the output does not have the columns of its header, an error of "
                      "this program",
                      row)};
}

}  // namespace dokumill::tables
