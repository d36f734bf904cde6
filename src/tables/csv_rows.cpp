#include "tables/csv_rows.hpp"

#include <limits>

namespace dokumill::tables {
namespace {

// A row that a job prints has two parts. The part from the input has at most kCsvRowLimit bytes.
// The columns that the job adds rarely have quotes. So the scanner needs no limit.
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

}  // namespace

const char* end_of_row(const char* at, const char* end, char separator,
                       std::vector<records::CsvField>& fields) {
  const records::CsvRow row = records::CsvScanner(kNoLimit, separator).scan(at, end, true, fields);
  if (row.end != records::CsvEnd::kRow || row.text_end == end || *row.text_end != '\n')
    return nullptr;
  return row.text_end + 1;
}

const char* CsvRows::next(const char* at, const char* end) {
  const char* const begin = at;
  for (std::size_t column = 0; column < fields_.size(); ++column) {
    if (at == end) return nullptr;
    if (*at == '"' || records::is_blank_in_row(*at, separator_)) return next_quoted(begin, end);
    const char* const field_end = records::find_field_end(at, end, separator_);
    if (field_end == end) return nullptr;
    fields_[column] = {at, static_cast<std::size_t>(field_end - at)};
    const bool is_last = column + 1 == fields_.size();
    if (*field_end != (is_last ? '\n' : separator_)) return nullptr;
    at = field_end + 1;
  }
  return at;
}

const char* CsvRows::next_quoted(const char* at, const char* end) {
  const char* const row_end = end_of_row(at, end, separator_, quoted_);
  if (row_end == nullptr || quoted_.size() != fields_.size()) return nullptr;
  unescaped_.clear();
  for (std::size_t column = 0; column < quoted_.size(); ++column) {
    const records::CsvField& field = quoted_[column];
    const bool is_escaped = field.is_quoted && field.text.find('"') != std::string_view::npos;
    fields_[column] = is_escaped ? unescaped_.emplace_back(unescape(field)) : field.text;
  }
  return row_end;
}

}  // namespace dokumill::tables
