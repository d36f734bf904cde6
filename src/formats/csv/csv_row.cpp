#include "formats/csv/csv_row.hpp"

#include <cstring>

#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

// The first line of a row of several lines. If the quotes of the row are malformed, this line is
// the record.
struct FirstLine {
  const char* end = nullptr;         // the line end of this line
  const char* open_quote = nullptr;  // the quote that was open at this line end
};

}  // namespace

CsvRow CsvScanner::scan(const char* begin, const char* end, bool is_all,
                        std::vector<CsvField>& fields) {
  fields.clear();
  // Scan at most limit_ bytes, the longest allowed row, and one more byte. This byte shows whether
  // the row ends after limit_ bytes.
  const bool is_limited = static_cast<std::size_t>(end - begin) > limit_;
  const char* const stop = is_limited ? begin + limit_ + 1 : end;
  FirstLine first;
  std::uint32_t line_ends = 0;
  bool has_joined = false;
  // Stores what was learned about the lines after the first one.
  const auto remember = [&](const char* at, State state) {
    if (first.end == nullptr) return;
    if (!has_joined) known_.begin = first.end;
    known_.end = at;
    known_.state = state;
  };
  // Returns the result for a malformed row; the byte at `at` makes it malformed.
  const auto fail = [&](const char* at, RecordErrorKind fault) -> CsvRow {
    if (first.end != nullptr) {
      return {CsvEnd::kBadQuote, first.end, RecordErrorKind::kOpenQuote, first.open_quote, 0};
    }
    const char* line_end = find_line_end(at, end);
    const bool is_long = static_cast<std::size_t>(line_end - begin) > limit_;
    const bool is_open = line_end == end && !is_all && !is_long;
    return {is_open   ? CsvEnd::kNeedMore
            : is_long ? CsvEnd::kTooLong
                      : CsvEnd::kBadQuote,
            line_end, fault, at, 0};
  };
  // Returns the result of a scan that reached `stop` inside the quoted field whose quote is at
  // `open_quote`.
  const auto run_out_quoted = [&](const char* at, const char* open_quote) -> CsvRow {
    remember(at, State::kQuoted);
    if (!is_limited && !is_all) return {CsvEnd::kNeedMore, end, {}, nullptr, 0};
    return fail(open_quote, RecordErrorKind::kOpenQuote);
  };
  // Returns the result for a row that joined an earlier row (see CsvScanner) and ended without a
  // fault. The bytes that the join skipped may have fields of this row. So this function scans the
  // row again, without a join.
  const auto find_fields = [&]() -> CsvRow {
    known_ = {};
    return scan(begin, end, is_all, fields);
  };
  // Returns the result of a scan that reached `stop` outside of quotes.
  const auto run_out_unquoted = [&](State state) -> CsvRow {
    remember(stop, state);
    if (!is_limited && !is_all) return {CsvEnd::kNeedMore, end, {}, nullptr, 0};
    if (is_limited && first.end != nullptr) return fail(begin, RecordErrorKind::kOpenQuote);
    if (has_joined) return find_fields();
    const char* line_end = find_line_end(stop, end);
    const bool is_long = static_cast<std::size_t>(line_end - begin) > limit_;
    return {is_long ? CsvEnd::kTooLong : CsvEnd::kRow, line_end, {}, nullptr, line_ends};
  };

  const auto skip_row_blanks = [&](const char* from) {
    while (from != stop && is_blank_in_row(*from, separator_)) ++from;
    return from;
  };

  const char* at = begin;
  const char* text = begin;  // begin of the field, after its opening quote if it has one
  State state = State::kFieldBegin;
  const auto add_field = [&](bool is_quoted) {
    fields.push_back({{text, static_cast<std::size_t>(at - text)}, is_quoted});
  };
  for (;;) {
    if (state == State::kFieldBegin) {
      text = at;
      state = State::kUnquoted;
      const char* const quote = skip_row_blanks(at);
      if (quote == stop) {
        at = stop;
        add_field(false);
        return run_out_unquoted(State::kFieldBegin);
      }
      if (*quote == '"') {
        text = at = quote + 1;
        state = State::kQuoted;
      }
    }
    if (state == State::kUnquoted) {
      at = find_field_end(at, stop, separator_);
      add_field(false);
    } else {
      at = find_any<'"', '\n', '\r'>(at, stop);
      if (at == stop) return run_out_quoted(at, text - 1);
      if (*at != '"') {
        const bool is_first = first.end == nullptr;
        if (is_first) first = {at, text - 1};
        if (is_first && known_.begin <= at && at < known_.end) {
          if (known_.state == State::kBad) return fail(at, RecordErrorKind::kAfterQuote);
          has_joined = true;
          at = known_.end;
          state = known_.state;
          continue;
        }
        if (*at == '\r' && at + 1 == stop && !is_all && !is_limited)
          return run_out_quoted(at, text - 1);
        ++line_ends;
        at = skip_line_end(at, stop);
        continue;
      }
      const bool is_last = at + 1 == stop;
      if (is_last && (is_limited || !is_all)) return run_out_quoted(at, text - 1);
      if (!is_last && at[1] == '"') {
        at += 2;
        continue;
      }
      // The first byte after the closing quote that is not a blank.
      const char* const next = skip_row_blanks(at + 1);
      if (next == stop && (is_limited || !is_all)) return run_out_quoted(at, text - 1);
      if (next != stop && *next != separator_ && !is_line_end(*next)) {
        remember(next, State::kBad);
        return fail(next, RecordErrorKind::kAfterQuote);
      }
      add_field(true);
      at = next;
    }
    if (at == stop) return run_out_unquoted(State::kUnquoted);
    if (is_line_end(*at)) {
      if (has_joined) return find_fields();
      return {CsvEnd::kRow, at, {}, nullptr, line_ends};
    }
    ++at;  // skip the separator
    state = State::kFieldBegin;
  }
}

std::string unescape(const CsvField& field) {
  std::string text;
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    text += field.text[i];
    if (field.is_quoted && field.text[i] == '"') ++i;
  }
  return text;
}

}  // namespace dokumill::records
