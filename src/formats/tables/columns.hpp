// The columns of a table, each with its type.
//
// A job declares the type of a column together with its name (batch/rows/field.hpp). Columns of the
// input are text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dokumill/status.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::tables {

// kDouble: the values are tenths. kCellText: 81 cells as a text. kCellList: a list of 81 numbers.
// kCellRows: a list of nine lists of nine numbers.
enum class ColumnType : std::uint8_t {
  kText,
  kInt32,
  kInt64,
  kDouble,
  kCellText,
  kCellList,
  kCellRows
};

inline bool is_list(ColumnType type) {
  return type == ColumnType::kCellList || type == ColumnType::kCellRows;
}
inline bool is_number(ColumnType type) {
  return type == ColumnType::kInt32 || type == ColumnType::kInt64 || type == ColumnType::kDouble;
}

struct Column {
  std::string name;
  ColumnType type = ColumnType::kText;
};

// True for the formats that need to know the columns of a table. Their rows have no separators.
inline bool has_typed_columns(TextFormat format) {
  return format == TextFormat::kJsonl || format == TextFormat::kParquet ||
         format == TextFormat::kJson;
}

// The failure of a table that the format cannot have: kUsage if two columns have the same name or
// if a name is not UTF-8.
Status check_columns(std::span<const Column> columns, TextFormat format);

// True if a column of this type can hold the number.
bool fits(std::uint64_t number, ColumnType type);

// The failure of a text that is not UTF-8, or of a value that is no list. `row` counts from 1 in
// the output.
Status bad_value(std::uint64_t row, const Column& column);

// A worker does not know the number of a row in the output, and a row may be left out of it. So the
// worker writes a mark in place of a row of JSON with a bad value, and TableWriter turns the first
// mark into a failure. No row of JSON contains kBadRow, because it is not UTF-8.
inline constexpr char kBadRow = '\xFF';
// The mark, without a line end, for a row whose value in this column is bad.
std::string bad_row(std::size_t column);

}  // namespace dokumill::tables
