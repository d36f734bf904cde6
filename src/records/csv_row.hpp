// Splits RFC 4180 csv into rows and fields.
//
// Thread safety: one thread at a time for a scanner; the functions are pure. Cost: linear in the
// bytes of all rows together, whatever their quotes. A row with malformed quotes is scanned for at
// most kCsvRowLimit bytes, and the scanner does not scan these bytes again for the lines in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "records/format.hpp"
#include "records/lines.hpp"
#include "records/record_error.hpp"

namespace dokumill::records {

// A field without its outer quotes; a quote inside a quoted field is still doubled.
struct CsvField {
  std::string_view text;
  bool is_quoted = false;
};

enum class CsvEnd : std::uint8_t {
  kRow,       // a complete row
  kBadQuote,  // malformed quotes, see `fault`; the record is the row's first line
  kTooLong,   // the row's first line is longer than kCsvRowLimit; the record is that line
  kNeedMore,  // the bytes at hand do not decide; more bytes are needed
};

struct CsvRow {
  CsvEnd end = CsvEnd::kRow;
  // The line end after the row (kBadQuote, kTooLong: after its first line), or the end of the
  // bytes.
  const char* text_end = nullptr;
  RecordErrorKind fault = RecordErrorKind::kOpenQuote;
  const char* fault_at = nullptr;
  std::uint32_t line_ends = 0;  // inside the row
};

// Scans the rows of a text one after another.
//
// If the quotes of a row are malformed, the record is the row's first line, and the next row begins
// at the next line. If each of these lines were scanned on its own, up to kCsvRowLimit bytes would
// be read for each line. Instead, the scanner remembers what the first of these scans learned about
// the bytes after its first line:
//
//     a"b,"c           <- Row A begins here. It is inside quotes at each of these line ends.
//     x","             <- Row B is inside quotes at its first line end, like A. From there on, both
//     x","                read the same. So B continues where A stopped, or is malformed where A
//     ...                 was malformed.
//
// Why B may join A: a line end outside of quotes ends a row. So A was inside quotes at every line
// end that it passed. At its first line end, B is either outside of quotes, and is a row of one
// line, or inside quotes, in the same state as A. What follows from a state depends on the bytes
// alone, not on where the row began. Only the limit depends on that, and the limit of B is after
// the limit of A.
//
// Why the total is linear: a byte is scanned at most four times, whatever the text.
// - As part of the line that a row begins with. A line begins one row. If the quotes of that line
//   are malformed, the rest of the line is scanned a second time to find its end.
// - As part of what a row reads after its first line. A row that joins continues at the end of what
//   is known. If a row cannot join, its first line end comes after the end of what was known. So
//   every such scan begins where no scan of this kind has been.
// - For the fields of a row that joined and is complete. No other row has these bytes.
class CsvScanner {
 public:
  // Rows of more than `limit` bytes are rejected as too long.
  explicit CsvScanner(std::size_t limit = kCsvRowLimit, char separator = ',')
      : limit_(limit), separator_(separator) {}

  // Forgets the text scanned so far. Call it before the first row of another text.
  void start() { known_ = {}; }

  // Scans the row that begins at `begin`. Fills `fields` if the result is kRow. `is_all`: the bytes
  // end where the input ends, or where a chunk was cut between rows. Without `is_all`, more bytes
  // may follow, and the result may be kNeedMore.
  // REQUIRES: all calls since start() have the same `end` and `is_all`. Each row begins at the
  // begin of a line that comes after the `text_end` of the previous row.
  CsvRow scan(const char* begin, const char* end, bool is_all, std::vector<CsvField>& fields);

 private:
  enum class State : std::uint8_t { kFieldBegin, kUnquoted, kQuoted, kBad };
  // What an earlier row learned. `begin` is its first line end, and it was inside quotes at every
  // line end in [begin, end). `state` is its state at `end`. kBad: the byte at `end` must not
  // follow a closing quote.
  struct Known {
    const char* begin = nullptr;
    const char* end = nullptr;
    State state = State::kFieldBegin;
  };

  std::size_t limit_;
  char separator_;
  Known known_;
};

// Scans one row of a text.
inline CsvRow scan_csv_row(const char* begin, const char* end, bool is_all,
                           std::vector<CsvField>& fields, char separator) {
  return CsvScanner(kCsvRowLimit, separator).scan(begin, end, is_all, fields);
}

// True for a blank that may surround a quoted field. A tab is not a blank if it separates fields.
inline bool is_blank_in_row(char c, char separator) {
  return c == ' ' || (c == '\t' && separator != '\t');
}

// Returns the separator or line end after the unquoted field that begins at `at`, or `end`.
inline const char* find_field_end(const char* at, const char* end, char separator) {
  switch (separator) {
    case '\t':
      return find_any<'\t', '\n', '\r'>(at, end);
    case ';':
      return find_any<';', '\n', '\r'>(at, end);
    case '|':
      return find_any<'|', '\n', '\r'>(at, end);
    case ':':
      return find_any<':', '\n', '\r'>(at, end);
    default:
      return find_any<',', '\n', '\r'>(at, end);
  }
}

// Returns the content of a field. In a quoted field, doubled quotes become one.
std::string unescape(const CsvField& field);

}  // namespace dokumill::records
