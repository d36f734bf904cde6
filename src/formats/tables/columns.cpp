#include "formats/tables/columns.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"

namespace dokumill::tables {

Status check_columns(std::span<const Column> columns, TextFormat format) {
  std::vector<std::string_view> names;
  for (const Column& column : columns) {
    if (!is_utf8(column.name)) {
      return {ErrorCode::kUsage,
              format_text("the column name '{}' is not UTF-8 text, which {} requires",
                          printable(column.name), name_of(format)),
              "output_format"};
    }
    names.emplace_back(column.name);
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice == names.end()) return {};
  return {ErrorCode::kUsage,
          format_text("two columns have the name '{}'; {} needs different names", printable(*twice),
                      name_of(format)),
          "output_format"};
}

bool fits(std::uint64_t number, ColumnType type) {
  return number <= (type == ColumnType::kInt32 ? std::numeric_limits<std::int32_t>::max()
                                               : std::numeric_limits<std::int64_t>::max());
}

Status bad_value(std::uint64_t row, const Column& column) {
  return {ErrorCode::kInput,
          format_text(
              "row {} of the output, column '{}': the value is not {}", row, printable(column.name),
              is_list(column.type) ? "81 cells, so it cannot be a list; write cells as text"
                                   : "UTF-8 text; convert the input to UTF-8, or write csv")};
}

std::string bad_row(std::size_t column) {
  return kBadRow + to_text(column);
}

}  // namespace dokumill::tables
