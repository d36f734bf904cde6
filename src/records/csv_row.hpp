// Rows of RFC 4180 csv: where each one ends and where its fields are.
//
// Thread safety: one thread at a time for a scanner; the functions are pure. Cost: linear in the
// bytes of all rows together, however they are quoted. A row that does not end well is scanned for
// at most kCsvRowLimit bytes, and the scanner does not scan these bytes again for the lines in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "records/fault.hpp"
#include "records/format.hpp"
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

// Scans the rows of a text one after another.
//
// A row that does not end well is one line, and the next row begins at the next line. A scan of its
// own for every such line would read up to kCsvRowLimit bytes for each one. The scanner remembers
// instead what the scan of the first of them learned about the bytes after its first line:
//
//     a"b,"c           <- row A begins here and reads on in quotes at each of these line ends
//     x","             <- row B is in quotes at its first line end, as A was: from here both read
//     x","                the same, so B goes on where A stopped, or ends badly where A did
//     ...
//
// Why B may join A: A was in quotes at every line end that it passed, because a line end outside of
// quotes ends a row. So at its first line end B is either outside of quotes, and is a row of one
// line, or inside, in the state of A. What a state reads depends on the bytes alone, not on where
// the row began; only the limit does, and B's lies behind A's.
//
// Why the total is linear: a byte is scanned at most four times, whatever the text.
// - As part of the line that a row begins with: a line begins one row. If that line does not end
//   well, its rest is scanned a second time for its end.
// - As part of what a row reads after its first line. A row that joins goes on at the end of what
//   is known. A row that cannot join has its first line end after the end of what was known. So
//   every such scan begins where no scan of this kind has been.
// - For the fields of a row that joined and is whole. No other row has these bytes.
class CsvScanner {
 public:
  // Rows of more than `limit` bytes are too long.
  explicit CsvScanner(std::size_t limit = kCsvRowLimit, char separator = ',')
      : limit_(limit), separator_(separator) {}

  // Forgets the text scanned so far. Call it before the first row of another text.
  void start() { known_ = {}; }

  // Scans the row that begins at `begin`. `fields` is filled where the row is kRow. With `is_all`
  // the bytes end where the input (or a chunk cut between rows) ends; otherwise more may follow and
  // kNeedMore is possible.
  // REQUIRES: since start(), `end` and `is_all` are the same, and each row begins at the begin of a
  // line behind the `text_end` of the one before it.
  CsvRow scan(const char* begin, const char* end, bool is_all, std::vector<CsvField>& fields);

 private:
  enum class State : std::uint8_t { kFieldBegin, kUnquoted, kQuoted, kBad };
  // A row reached from its first line end at `begin` to `end`, in quotes at every line end between.
  // `state` is that at `end`; with kBad a byte after a closing quote stands there.
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

// A blank around a quoted field: a tab is none where it separates fields.
inline bool is_blank_in_row(char c, char separator) {
  return c == ' ' || (c == '\t' && separator != '\t');
}

// The separator or line end behind an unquoted field that begins at `at`, or `end`.
inline const char* find_field_end(const char* at, const char* end, char separator) {
  switch (separator) {
    case '\t':
      return find_any<'\t', '\n', '\r'>(at, end);
    case ';':
      return find_any<';', '\n', '\r'>(at, end);
    default:
      return find_any<',', '\n', '\r'>(at, end);
  }
}

// The text of a field as it was meant: doubled quotes become one.
std::string unescape(const CsvField& field);

}  // namespace dokumill::records
