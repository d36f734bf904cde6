#include "records/csv_row.hpp"

#include <cstring>

#include "records/format.hpp"
#include "records/lines.hpp"

namespace dokumill::records {
namespace {

// What scanning learned about the row's first line, for the case that the row does not end well.
struct FirstLine {
  const char* end = nullptr;         // its line end
  const char* open_quote = nullptr;  // the quote that was open there
};

}  // namespace

CsvRow scan_csv_row(const char* begin, const char* end, bool is_all,
                    std::vector<CsvField>& fields) {
  fields.clear();
  // The longest row and the byte behind it, which tells whether it ends there.
  const bool is_limited = static_cast<std::size_t>(end - begin) > kCsvRowLimit;
  const char* const stop = is_limited ? begin + kCsvRowLimit + 1 : end;
  FirstLine first;
  std::uint32_t line_ends = 0;
  // The row does not end well because of what stands at `at`.
  const auto fail = [&](const char* at, FaultKind fault) -> CsvRow {
    if (first.end != nullptr) {
      return {CsvEnd::kBadQuote, first.end, FaultKind::kOpenQuote, first.open_quote, 0};
    }
    const char* line_end = find_line_end(at, end);
    const bool is_long = static_cast<std::size_t>(line_end - begin) > kCsvRowLimit;
    const bool is_open = line_end == end && !is_all && !is_long;
    return {is_open   ? CsvEnd::kNeedMore
            : is_long ? CsvEnd::kTooLong
                      : CsvEnd::kBadQuote,
            line_end, fault, at, 0};
  };
  // The bytes to be looked at ended, inside the quoted field that began at `open_quote` if there is
  // one.
  const auto run_out = [&](const char* open_quote) -> CsvRow {
    if (!is_limited && !is_all) return {CsvEnd::kNeedMore, end, {}, nullptr, 0};
    if (open_quote != nullptr) return fail(open_quote, FaultKind::kOpenQuote);
    if (is_limited && first.end != nullptr) return fail(begin, FaultKind::kOpenQuote);
    const char* line_end = find_line_end(stop, end);
    const bool is_long = static_cast<std::size_t>(line_end - begin) > kCsvRowLimit;
    return {is_long ? CsvEnd::kTooLong : CsvEnd::kRow, line_end, {}, nullptr, line_ends};
  };

  for (const char* at = begin;;) {
    // At the begin of a field.
    CsvField field;
    if (at != stop && *at == '"') {
      const char* const quote = at++;
      for (;; ++at) {
        at = find_any<'"', '\n', '\r'>(at, stop);
        if (at == stop) return run_out(quote);
        if (*at == '"') {
          if (at + 1 == stop) {
            if (is_limited || !is_all) return run_out(quote);
            break;
          }
          if (at[1] != '"') break;
          ++at;
        } else {
          if (first.end == nullptr) first = {at, quote};
          if (*at == '\r' && at + 1 == stop && !is_all && !is_limited) return run_out(quote);
          ++line_ends;
          at = skip_line_end(at, stop) - 1;
        }
      }
      field = {{quote + 1, static_cast<std::size_t>(at - quote - 1)}, true};
      ++at;  // the closing quote
      if (at != stop && *at != ',' && !is_line_end(*at)) return fail(at, FaultKind::kAfterQuote);
    } else {
      const char* const text = at;
      at = find_field_end(at, stop);
      field = {{text, static_cast<std::size_t>(at - text)}, false};
    }
    fields.push_back(field);
    if (at == stop) return run_out(nullptr);
    if (is_line_end(*at)) return {CsvEnd::kRow, at, {}, nullptr, line_ends};
    ++at;  // the comma
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
