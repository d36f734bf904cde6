// The columns of a table that is written as JSON Lines or Parquet.
//
// The jobs print such a table as csv rows, and the writers of this folder convert the rows. So
// every job that writes csv can also write these formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::tables {

enum class ColumnType : std::uint8_t { kText, kInt32, kInt64, kDouble };

struct Column {
  std::string name;
  ColumnType type = ColumnType::kText;
};

// How the text of a job becomes its output.
struct TableOptions {
  // If is_converted(format): the text is a csv header and csv rows, which are converted. Any other
  // format: the text is written as it is.
  TextFormat format = TextFormat::kLine;
  char separator = ',';  // of the csv rows
  // The first text_columns columns are text, whatever their names are: columns that come from the
  // input, or have cells. The columns after them have the types of the table in columns.cpp.
  std::uint32_t text_columns = 0;
  // The objects, which `format` makes or which are the lines of the text, become one JSON array.
  bool is_array = false;
};

// True for the formats of tables that are made from csv rows. Their writer needs the header of the
// rows, also where csv has none.
inline bool is_converted(TextFormat format) {
  return format == TextFormat::kJsonl || format == TextFormat::kParquet ||
         format == TextFormat::kJson;
}

// Reads the columns of a csv header, with or without its line end. Failure: kUsage if two columns
// have the same name or if a name is not UTF-8.
Result<std::vector<Column>> columns_of_header(std::string_view header, const TableOptions& options);

// True if the text is a number of the type, as the jobs print it.
bool is_number(std::string_view text, ColumnType type);

// The failure of a value that is not UTF-8. `row` counts from 1 in the output.
Status not_utf8(std::uint64_t row, std::string_view column);
// The failure of a row that does not have the columns of the header. Such a row is a defect of the
// program.
Status wrong_row(std::uint64_t row);

}  // namespace dokumill::tables
