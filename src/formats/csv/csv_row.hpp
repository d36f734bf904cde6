// Splits RFC 4180 csv into rows and fields.
//
// Cost: linear in the bytes of all rows together, whatever quotes the rows have. A row with
// malformed quotes is scanned for at most kCsvRowLimit bytes. The record is then only the first
// line, and the next line begins the next row. For the rows that begin in these bytes, the scanner
// uses what it has already found instead of scanning the bytes again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/format.hpp"
#include "formats/line/lines.hpp"
#include "formats/record_error.hpp"

namespace dokumill::records {

// A field without its outer quotes; a quote inside a quoted field is still doubled.
struct CsvField {
  std::string_view text;
  bool is_quoted = false;
};

enum class CsvEnd : std::uint8_t {
  kRow,       // a complete row
  kBadQuote,  // malformed quotes, see `fault`; the record is the first line of the row
  kTooLong,   // the first line of the row is longer than kCsvRowLimit; the record is that line
  kNeedMore,  // more bytes are needed to decide where the row ends
};

struct CsvRow {
  CsvEnd end = CsvEnd::kRow;
  // The line end after the row, or the end of the bytes. For kBadQuote and kTooLong: the line end
  // after the first line of the row.
  const char* text_end = nullptr;
  RecordErrorKind fault = RecordErrorKind::kOpenQuote;
  const char* fault_at = nullptr;
  std::uint32_t line_ends = 0;  // the number of line ends inside the row
};

// Scans the rows of a text one after another.
//
// If the quotes of a row are malformed, the record is the first line of the row, and the next row
// begins at the next line. That row can be malformed for the same reason, and so can the rows after
// it. Scanning each of these rows on its own would read up to kCsvRowLimit bytes per line. Instead,
// the scanner scans the first of these rows, and remembers what it learned about the bytes after
// the first line of that row:
//
//     a"b,"c           <- Row A begins here. It is inside quotes at each of these line ends.
//     x","             <- Row B is inside quotes at its first line end, like A. From there on, both
//     x","                read the same. So B continues where A stopped, or is malformed where A
//     ...                 was malformed.
//
// Joining means that B uses what the scan of A has learned. Why B may join A: a line end outside of
// quotes ends a row. So A was inside quotes at every line end that it passed. At its first line
// end, B is outside or inside quotes. If B is outside, it is a row of one line. If B is inside, it
// is in the same state as A. From the same state, both scans continue in the same way, because the
// next state depends only on the next bytes. There is one exception: the byte at which a row
// becomes too long also depends on where the row began. For B, this byte comes later than for A.
//
// Why the total is linear: a byte is scanned at most four times, whatever the text.
// - At most twice as part of the first line of a row. A line is the first line of at most one row.
//   If the quotes of that line are malformed, the rest of the line is scanned a second time to find
//   its end.
// - At most once in the tail of a scan: the bytes that it reads after the first line end of its
//   row. Known bytes are those whose state the scanner remembers (Known). They begin at the first
//   line end of a row that was scanned before. Every row after that row begins after this line end.
//   So the first line end of such a row is either one of the known bytes or comes after all of
//   them. If it is one of the known bytes, the row ends there, is malformed like the earlier row,
//   or joins. If it joins, its scan continues at the end of the known bytes. So a tail always
//   begins after the tails of all earlier scans.
// - At most once to find the fields of a row that joined and is complete. No other row has these
//   bytes.
class CsvScanner {
 public:
  // A row of more than `limit` bytes is malformed: kTooLong if its first line is longer than
  // `limit`, otherwise kBadQuote.
  explicit CsvScanner(std::size_t limit = kCsvRowLimit, char separator = ',')
      : limit_(limit), separator_(separator) {}

  // Forgets the text that was scanned so far. Call start() before the first row of another text.
  void start() { known_ = {}; }

  // Scans the row that begins at `begin`. Fills `fields` if the result is kRow. `is_all`: the bytes
  // end where the input ends, or where a chunk was cut between rows. Without `is_all`, more bytes
  // may follow, and the result may be kNeedMore.
  // REQUIRES: all calls since start() have the same `end` and `is_all`. `begin` is the begin of a
  // line that comes after the `text_end` of the previous row.
  CsvRow scan(const char* begin, const char* end, bool is_all, std::vector<CsvField>& fields);

 private:
  enum class State : std::uint8_t { kFieldBegin, kUnquoted, kQuoted, kBad };
  // What the scan of an earlier row learned about the bytes [begin, end). `begin` is the first line
  // end of that row. At every line end in [begin, end), the row was inside quotes. At `end`, the
  // row was in `state`. kBad: the byte at `end` follows a closing quote and must not be there.
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

// True for a blank that may surround a quoted field. A blank that separates
// fields may not.
inline bool is_blank_in_row(char c, char separator) {
  return is_blank(c) && c != separator;
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
    case ' ':
      return find_any<' ', '\n', '\r'>(at, end);
    default:
      return find_any<',', '\n', '\r'>(at, end);
  }
}

// Returns the content of a field. In a quoted field, doubled quotes become one.
std::string unescape(const CsvField& field);

}  // namespace dokumill::records
