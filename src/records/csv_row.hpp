// One row of RFC 4180 csv: where it ends and where its fields are.
//
// Thread safety: pure functions. Cost: one pass over the row's bytes; a row that does not end well
// is looked at for at most kCsvRowLimit bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "records/fault.hpp"
#include "records/lines.hpp"

namespace dokumill::records {

// A field without its outer quotes; a quote inside a quoted field is still doubled.
struct CsvField {
  std::string_view text;
  bool is_quoted = false;
};

enum class CsvEnd : std::uint8_t {
  kRow,       // a whole row
  kBadQuote,  // `fault` says what is wrong; the record is the row's first line
  kTooLong,   // the row's first line is longer than kCsvRowLimit; the record is that line
  kNeedMore,  // not decided by the bytes at hand
};

struct CsvRow {
  CsvEnd end = CsvEnd::kRow;
  const char* text_end =
      nullptr;  // the line end behind the row (or behind its first line), or the end of the bytes
  FaultKind fault = FaultKind::kOpenQuote;
  const char* fault_at = nullptr;
  std::uint32_t line_ends = 0;  // inside the row
};

// Scans the row that begins at `begin`. `fields` is filled where the row is kRow. With `is_all` the
// bytes end where the input (or a chunk cut between rows) ends; otherwise more may follow and
// kNeedMore is possible.
CsvRow scan_csv_row(const char* begin, const char* end, bool is_all, std::vector<CsvField>& fields);

// The comma or line end behind an unquoted field that begins at `at`, or `end`.
inline const char* find_field_end(const char* at, const char* end) {
  return find_any<',', '\n', '\r'>(at, end);
}

// The text of a field as it was meant: doubled quotes become one.
std::string unescape(const CsvField& field);

}  // namespace dokumill::records
