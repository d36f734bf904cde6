#include "formats/chunk_boundary.hpp"

#include <algorithm>

#include "formats/csv/csv_row.hpp"
#include "formats/format_table.hpp"
#include "formats/grid/grid_block.hpp"
#include "formats/line/lines.hpp"
#include "formats/sizes/sized_lines.hpp"

namespace dokumill::records {
namespace {

// The search for a cut in a csv window first examines this number of bytes at the end of the
// window. The longest row of several lines and some rows after it fit into these bytes.
constexpr std::size_t kLookBack = kCsvRowLimit + (std::size_t{16} << 10);

const char* end_of(std::string_view window) {
  return window.data() + window.size();
}

// Returns the position after the last line end of [begin, end), or `begin` if there is no line end.
const char* last_line_begin(const char* begin, const char* end) {
  const char* at = end;
  while (at != begin && !is_line_end(at[-1])) --at;
  count_work(static_cast<std::size_t>(end - at) + 1);
  return at;
}

// Cuts after the last line end of the window. A window without a line end is a part of one line. If
// the bytes before the window have already decided what this line is, or if the window is longer
// than kCsvRowLimit, the cut is at the end of the window. Otherwise the window has no cut.
ChunkBoundary cut_at_line_end(std::string_view window, Entry entry) {
  const char* const begin = window.data();
  const char* const end = end_of(window);
  const char* const cut = last_line_begin(begin, end);
  if (cut != begin) return {static_cast<std::size_t>(cut - begin), {}};
  const auto bytes = static_cast<std::size_t>(end - begin);
  if (entry.inside_line || bytes > kCsvRowLimit) return {bytes, {.inside_line = true}};
  return {};
}

// If the window begins inside a line, and the bytes before it have already decided what this line
// is (Entry::inside_line), cuts right after this line. If the line does not end in the window, the
// cut is at the end of the window. If the window does not begin inside a line, the cut is at 0.
ChunkBoundary pass_judged_line(std::string_view window, Entry entry) {
  if (!entry.inside_line) return {0, entry};
  const char* const end = end_of(window);
  const char* const line_end = find_line_end(window.data(), end);
  if (line_end == end) return {window.size(), entry};
  entry.inside_line = false;
  return {static_cast<std::size_t>(skip_line_end(line_end, end) - window.data()), entry};
}

// True if the line separates boards, whatever lines stand before it.
bool separates_boards(const char* begin, const char* end) {
  std::uint8_t values[GridBlock::kRows];
  GridBlock block;
  const GridLineKind kind = judge_grid_line(begin, end, values).kind;
  return kind != GridLineKind::kFrame && !block.add(kind);
}

// The same for boards of another size than 9x9.
bool separates_sized_boards(const char* begin, const char* end) {
  return judge_sized_row(begin, end) == SizedRow::kSeparator;
}

// Returns the length of `window` up to the end of its last line that separates boards, or 0 if the
// window has no such line. `is_inside_line`: the first line begins before the window, so it does
// not count.
std::size_t last_separator_end(std::string_view window, bool is_inside_line, bool is_sized) {
  const char* const begin = window.data();
  const char* line_begin = last_line_begin(begin, end_of(window));
  while (line_begin != begin) {
    const char* const cut = line_begin;
    // Step back over the line end before `cut`, and then to the begin of the same line.
    const char* line_end = cut - 1;
    if (*line_end == '\n' && line_end != begin && line_end[-1] == '\r') --line_end;
    line_begin = last_line_begin(begin, line_end);
    if (line_begin == begin && is_inside_line) break;
    const bool is_separator = is_sized ? separates_sized_boards(line_begin, line_end)
                                       : separates_boards(line_begin, line_end);
    if (is_separator) return static_cast<std::size_t>(cut - begin);
  }
  return 0;
}

// Reads the window, and cuts after the last line that either separates boards or is part of a
// block that is malformed already. So a cut never divides a block that may become a board. A cut
// can also be inside a line, if the bytes before the cut decide what this line is.
ChunkBoundary cut_between_lines(std::string_view window, Entry entry) {
  const char* const begin = window.data();
  const char* const end = end_of(window);
  ChunkBoundary cut = pass_judged_line(window, entry);
  const char* at = begin + cut.bytes;
  GridBlock block(entry.malformed_rows);
  std::uint8_t values[GridBlock::kRows];
  while (at != end) {
    const char* const line_end = find_line_end(at, end);
    const bool is_open = line_end == end;
    if (is_open && static_cast<std::size_t>(end - at) <= kLineLimit) break;
    const GridLineKind kind = judge_grid_line(at, line_end, values).kind;
    if (!block.add(kind)) block = {};
    at = is_open ? end : skip_line_end(line_end, end);
    if (!block.is_empty() && (!block.is_malformed() || block.is_after_frame())) continue;
    const int rows = std::min(block.rows(), GridBlock::kRows);
    cut = {static_cast<std::size_t>(at - begin),
           {.inside_line = is_open, .malformed_rows = static_cast<std::uint8_t>(rows)}};
  }
  return cut;
}

// Cuts after the last whole row of the window, if the last kLookBack bytes of the window are enough
// to find this row. Otherwise returns 0 bytes.
//
// Proof: `tail` is kLookBack bytes before the end of the window. The scan begins at the first line
// after `tail`, as if a row began there. It succeeds only if each row that it finds up to the cut
// has one line. (A row with malformed quotes counts as one line, its first line. Without quotes,
// every line is a row.) In the whole input, the line where the scan begins may be a later line of a
// row of several lines. Such a row begins at or before `tail`, and has at most kCsvRowLimit bytes.
// The cut is more than kCsvRowLimit bytes after `tail`, so this row ends before the cut. The scan
// treats every line that it reads as a row. So the line after the row of several lines also begins
// a row for the scan. From there on, the scan finds the same rows as a reader of the whole input.
ChunkBoundary cut_after_one_line_rows(std::string_view window, char separator) {
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

// Cuts after the last whole row of the window. Reads all rows, because a line end inside quotes
// does not end a row. If the window ends inside a row that is too long, and `may_cut_long_rows` is
// set, the cut is at the end of the window.
ChunkBoundary cut_at_row_end(std::string_view window, char separator, bool may_cut_long_rows) {
  const char* const begin = window.data();
  const char* const end = end_of(window);
  const char* at = begin;
  CsvScanner scanner(kCsvRowLimit, separator);
  std::vector<CsvField> fields;
  while (at != end) {
    const CsvRow row = scanner.scan(at, end, false, fields);
    if (row.end == CsvEnd::kNeedMore) break;
    if (row.text_end == end) {
      if (row.end == CsvEnd::kTooLong && may_cut_long_rows)
        return {static_cast<std::size_t>(end - begin), {.inside_line = true}};
      break;
    }
    at = skip_line_end(row.text_end, end);
  }
  return {static_cast<std::size_t>(at - begin), {}};
}

}  // namespace

ChunkBoundary find_line_boundary(std::string_view window, Entry entry, char) {
  return cut_at_line_end(window, entry);
}

namespace {

// A board of another size has less than kCsvRowLimit bytes. So the reader of a longer block without
// a separator finds that it is malformed, and the reader of the next chunk skips the rest of it.
ChunkBoundary cut_long_board(std::string_view window, Entry entry) {
  const bool is_malformed = entry.malformed_rows != 0;
  if (!is_malformed && window.size() <= kCsvRowLimit) return {};
  ChunkBoundary cut = cut_at_line_end(window, entry);
  if (!is_malformed && cut.bytes <= kCsvRowLimit) cut = {window.size(), {.inside_line = true}};
  cut.next.malformed_rows = GridBlock::kRows;
  cut.next.is_sized = true;
  return cut;
}

}  // namespace

ChunkBoundary find_grid_boundary(std::string_view window, Entry entry, char) {
  const std::size_t separator_end = last_separator_end(window, entry.inside_line, entry.is_sized);
  if (entry.is_sized) {
    if (separator_end != 0) return {separator_end, {.is_sized = true}};
    return cut_long_board(window, entry);
  }
  if (separator_end != 0) entry = {};
  ChunkBoundary cut = cut_between_lines(window.substr(separator_end), entry);
  cut.bytes += separator_end;
  return cut;
}

ChunkBoundary find_csv_boundary(std::string_view window, Entry entry, char separator) {
  if (const ChunkBoundary cut = cut_after_one_line_rows(window, separator); cut.bytes != 0)
    return cut;
  if (has_quote(window.data(), end_of(window))) {
    const ChunkBoundary judged = pass_judged_line(window, entry);
    ChunkBoundary cut = cut_at_row_end(window.substr(judged.bytes), separator, true);
    cut.bytes += judged.bytes;
    return cut.bytes != judged.bytes ? cut : judged;
  }
  return cut_at_line_end(window, entry);
}

// All records have the same length.
ChunkBoundary find_npy_boundary(std::string_view window, Entry entry, char) {
  return {window.size() - window.size() % entry.npy.record_bytes(), entry};
}

namespace {

// Calls find(window) for longer and longer windows that end where `before` ends, until a window has
// a cut. Returns the place of that cut in `before`, or 0 if no window has a cut.
template <class Find>
std::size_t find_backwards(std::string_view before, std::size_t first_window, const Find& find) {
  for (std::size_t window = first_window; window < before.size(); window *= 2) {
    const std::size_t skipped = before.size() - window;
    if (const std::size_t bytes = find(before.substr(skipped)); bytes != 0) return skipped + bytes;
  }
  return find(before);
}

}  // namespace

ChunkBoundary find_line_piece(std::string_view text, std::size_t at, Entry, char) {
  const std::size_t bytes =
      find_backwards(text.substr(0, at), kLineLimit, [](std::string_view window) {
        return static_cast<std::size_t>(last_line_begin(window.data(), end_of(window)) -
                                        window.data());
      });
  return {bytes, {}};
}

ChunkBoundary find_grid_piece(std::string_view text, std::size_t at, Entry begin, char) {
  const std::string_view before = text.substr(0, at);
  const auto find = [is_sized = begin.is_sized](std::string_view window) {
    // The first line of the window may begin before the window.
    return last_separator_end(window, true, is_sized);
  };
  const std::size_t separator_end = find_backwards(before, kLineLimit, find);
  if (begin.is_sized) return {separator_end, {.is_sized = true}};
  if (separator_end != 0) begin = {};
  ChunkBoundary cut = cut_between_lines(before.substr(separator_end), begin);
  cut.bytes += separator_end;
  return cut;
}

ChunkBoundary find_csv_piece(std::string_view text, std::size_t at, Entry begin, char separator) {
  const std::string_view before = text.substr(0, at);
  if (const ChunkBoundary cut = cut_after_one_line_rows(before, separator); cut.bytes != 0) {
    return cut;
  }
  if (!has_quote(before.data(), end_of(before))) {
    return find_line_piece(text, at, begin, separator);
  }
  return cut_at_row_end(before, separator, false);
}

ChunkBoundary find_npy_piece(std::string_view text, std::size_t at, Entry begin, char separator) {
  return find_npy_boundary(text.substr(0, at), begin, separator);
}

ChunkBoundary find_piece_boundary(TextFormat format, std::string_view text, std::size_t at,
                                  Entry begin, char separator) {
  if (at == 0) return {0, begin};
  if (at == text.size()) return {at, {}};
  const FormatTraits& traits = format_traits(format);
  ChunkBoundary cut = traits.find_piece(text, at, begin, separator);
  if (cut.bytes == 0) return {0, begin};
  cut.next.after_cr = traits.has_lines && text[cut.bytes - 1] == '\r';
  return cut;
}

ChunkBoundary find_chunk_boundary(TextFormat format, std::string_view window, Entry entry,
                                  bool is_last, char separator) {
  if (is_last) return {window.size(), {}};
  // Skip the LF if the previous cut was between CR and LF.
  const std::size_t passed = entry.after_cr && window.front() == '\n' ? 1 : 0;
  window.remove_prefix(passed);
  entry.after_cr = false;
  if (window.empty()) return {passed, entry};
  ChunkBoundary cut = format_traits(format).find_boundary(window, entry, separator);
  if (cut.bytes == 0) return {};
  cut.next.after_cr = format_traits(format).has_lines && window[cut.bytes - 1] == '\r';
  cut.bytes += passed;
  return cut;
}

}  // namespace dokumill::records
