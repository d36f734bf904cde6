// CsvRows: splits the csv rows that a job prints into the texts of their fields.
//
// Memory: the fields of one row. Cost: one search for the separator in each field; a row with
// quotes is scanned by the csv scanner.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "records/csv/csv_row.hpp"

namespace dokumill::tables {

class CsvRows {
 public:
  CsvRows(std::size_t columns, char separator) : fields_(columns), separator_(separator) {}

  // Splits the row at `at` and returns the byte after its '\n'. Returns nullptr if the row does not
  // have exactly the columns of the table. No job prints such a row.
  const char* next(const char* at, const char* end);
  // The fields of the row, without quotes. They are valid until the next call of next(), but only
  // as long as the text of the row is valid.
  const std::vector<std::string_view>& fields() const { return fields_; }

 private:
  const char* next_quoted(const char* at, const char* end);

  std::vector<std::string_view> fields_;
  char separator_;
  std::vector<records::CsvField> quoted_;
  std::deque<std::string> unescaped_;  // fields of this row; a deque never moves its texts
};

// Returns the byte after the row at `at`, or nullptr if the row does not end with '\n'.
const char* end_of_row(const char* at, const char* end, char separator,
                       std::vector<records::CsvField>& fields);

}  // namespace dokumill::tables
