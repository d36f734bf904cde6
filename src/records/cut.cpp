#include "records/cut.hpp"

#include "records/csv_row.hpp"
#include "records/grid_scan.hpp"
#include "records/lines.hpp"

namespace dokumill::records {
namespace {

// Of a csv window: a row of several lines, and some rows behind it.
constexpr std::size_t kLookBack = kCsvRowLimit + (std::size_t{16} << 10);

const char* end_of(std::string_view window) {
  return window.data() + window.size();
}

// The end of the last whole line of [begin, end), or `begin`.
const char* last_line_begin(const char* begin, const char* end) {
  const char* at = end;
  while (at != begin && !is_line_end(at[-1])) --at;
  count_work(static_cast<std::size_t>(end - at) + 1);
  return at;
}

// The last line end of the window, however long its last line is.
Cut cut_at_line_end(std::string_view window, Entry entry, std::size_t long_line) {
  const char* const begin = window.data();
  const char* const end = end_of(window);
  const char* const cut = last_line_begin(begin, end);
  if (cut != begin) return {static_cast<std::size_t>(cut - begin), {}};
  const auto bytes = static_cast<std::size_t>(end - begin);
  if (entry.inside_line || bytes > long_line) return {bytes, {.inside_line = true}};
  return {};
}

// Behind the last blank line of the window; 0 bytes when it has none.
Cut cut_at_blank_line(std::string_view window, Entry entry) {
  const char* const begin = window.data();
  const char* line_begin = last_line_begin(begin, end_of(window));
  while (line_begin != begin) {
    const char* const cut = line_begin;
    // The line before `cut`: step over its line end, then to its begin.
    const char* line_end = cut - 1;
    if (*line_end == '\n' && line_end != begin && line_end[-1] == '\r') --line_end;
    line_begin = last_line_begin(begin, line_end);
    if (line_begin == begin && entry.inside_line) break;
    const bool is_long = static_cast<std::size_t>(line_end - line_begin) > kLineLimit;
    if (!is_long && skip_blanks(line_begin, line_end) == line_end) {
      return {static_cast<std::size_t>(cut - begin), {}};
    }
  }
  return {};
}

// Inside a block: after the last record that the window is sure of.
Cut cut_inside_block(std::string_view window, Entry entry) {
  GridScan scan(end_of(window), false);
  GridPlace place{window.data(), 0, entry.boards_in_block, entry.after_rule, false};
  std::uint8_t cells[81];
  GridPlace best = place;
  GridEvent event = GridEvent::kBoard;
  while (event == GridEvent::kBoard || event == GridEvent::kMalformed) {
    event = scan.next(place, cells);
    if (scan.is_safe(place)) best = place;
  }
  place = best;
  entry.inside_line = place.is_inside_line;
  entry.boards_in_block = place.boards_in_block;
  entry.after_rule = place.is_after_rule;
  return {static_cast<std::size_t>(place.at - window.data()), entry};
}

// Behind the last whole row of the window's last kLookBack bytes, where that can be told from them
// alone; else 0 bytes.
//
// Where each of the lines that stand in more than kCsvRowLimit bytes, read as if a row began there,
// is a row of its own (or the first line of a row that does not end well), each is one in truth:
// the row that reaches into them from before them would be longer than kCsvRowLimit, and such a row
// is one line.
Cut cut_behind_one_line_rows(std::string_view window, char separator) {
  if (window.size() <= kLookBack) return {};
  const char* const end = end_of(window);
  const char* const tail = end - kLookBack;
  const char* const first_end = find_line_end(tail, end);
  if (first_end == end) return {};
  const char* at = skip_line_end(first_end, end);
  if (!has_quote(at, end)) {
    at = last_line_begin(at, end);
  } else {
    CsvScanner scanner(kCsvRowLimit, separator);
    std::vector<CsvField> fields;
    while (at != end) {
      const CsvRow row = scanner.scan(at, end, false, fields);
      if (row.end == CsvEnd::kNeedMore || row.text_end == end) break;
      if (row.line_ends != 0) return {};
      at = skip_line_end(row.text_end, end);
    }
  }
  if (static_cast<std::size_t>(at - tail) <= kCsvRowLimit) return {};
  return {static_cast<std::size_t>(at - window.data()), {}};
}

// Behind the last whole row, where quotes may hide line ends.
Cut cut_at_row_end(std::string_view window, char separator) {
  const char* const begin = window.data();
  const char* const end = end_of(window);
  const char* at = begin;
  CsvScanner scanner(kCsvRowLimit, separator);
  std::vector<CsvField> fields;
  while (at != end) {
    const CsvRow row = scanner.scan(at, end, false, fields);
    if (row.end == CsvEnd::kNeedMore) break;
    if (row.text_end == end) {
      if (row.end == CsvEnd::kTooLong)
        return {static_cast<std::size_t>(end - begin), {.inside_line = true}};
      break;
    }
    at = skip_line_end(row.text_end, end);
  }
  return {static_cast<std::size_t>(at - begin), {}};
}

// Lets `cut_rest` cut what follows the rest of a line that was judged before the window; where that
// line has no end in the window, the cut is anywhere inside it.
template <class CutRest>
Cut cut_behind_judged_line(std::string_view window, Entry entry, CutRest cut_rest) {
  std::size_t judged = 0;
  if (entry.inside_line) {
    const char* const end = end_of(window);
    const char* const line_end = find_line_end(window.data(), end);
    if (line_end == end) return {window.size(), entry};
    judged = static_cast<std::size_t>(skip_line_end(line_end, end) - window.data());
    entry.inside_line = false;
  }
  const std::string_view rest = window.substr(judged);
  const Cut cut = rest.empty() ? Cut{} : cut_rest(rest, entry);
  return cut.bytes != 0 ? Cut{judged + cut.bytes, cut.next} : Cut{judged, entry};
}

// The cut of a window that begins with a line.
Cut cut_lines(Format format, std::string_view window, Entry entry, char separator) {
  switch (format) {
    case Format::kGrid: {
      const Cut cut = cut_at_blank_line(window, entry);
      return cut.bytes != 0 ? cut : cut_behind_judged_line(window, entry, cut_inside_block);
    }
    case Format::kCsv: {
      if (const Cut cut = cut_behind_one_line_rows(window, separator); cut.bytes != 0) return cut;
      if (has_quote(window.data(), end_of(window)))
        return cut_behind_judged_line(window, entry, [&](std::string_view rest, Entry) {
          return cut_at_row_end(rest, separator);
        });
      return cut_at_line_end(window, entry, kCsvRowLimit);
    }
    case Format::kLine:
      break;
  }
  return cut_at_line_end(window, entry, kLineLimit);
}

}  // namespace

Cut find_cut(Format format, std::string_view window, Entry entry, bool is_last, char separator) {
  if (is_last) return {window.size(), {}};
  // The LF of a line end that the cut before parted.
  const std::size_t passed = entry.after_cr && window.front() == '\n' ? 1 : 0;
  window.remove_prefix(passed);
  entry.after_cr = false;
  if (window.empty()) return {passed, entry};
  Cut cut = cut_lines(format, window, entry, separator);
  if (cut.bytes == 0) return {};
  cut.next.after_cr = window[cut.bytes - 1] == '\r';
  cut.bytes += passed;
  return cut;
}

}  // namespace dokumill::records
