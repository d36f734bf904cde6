// Finds line ends, blanks and other bytes in text. A line ends with LF, CRLF or a lone CR.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

#include "base/bytes16.hpp"
#include "base/cells.hpp"
#include "base/work_count.hpp"

namespace dokumill::records {

inline bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}
inline bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// Returns the first byte of [at, end) that is one of kWanted, or `end`. One pass searches for all
// bytes of kWanted. With a separate search for LF, a file of lone CRs would be read to its end for
// every line.
template <char... kWanted>
inline const char* find_any(const char* at, const char* end) {
  while (end - at >= 16) {
    const Bytes16 bytes = load16(at);
    if (!is_zero((equal(bytes, kWanted) | ...))) break;
    at += 16;
  }
  const char* const tail = at;
  while (at != end && ((*at != kWanted) && ...)) ++at;
  count_work(static_cast<std::size_t>(at - tail) + 1);
  return at;
}

// Returns the first line end in [at, end), or `end`.
inline const char* find_line_end(const char* at, const char* end) {
  return find_any<'\n', '\r'>(at, end);
}

// Returns the byte after the line end at `at`. REQUIRES: at < end and *at is a line end.
inline const char* skip_line_end(const char* at, const char* end) {
  return at + (*at == '\r' && end - at > 1 && at[1] == '\n' ? 2 : 1);
}

inline const char* skip_blanks(const char* at, const char* end) {
  const char* const begin = at;
  while (at != end && is_blank(*at)) ++at;
  count_work(static_cast<std::size_t>(at - begin) + 1);
  return at;
}

// Returns the text without outer blanks.
inline std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Returns the byte after a byte-order mark at `at`, or `at` if no such mark is there. If files were
// joined, byte-order marks can be in the middle of the result.
inline const char* skip_byte_order_mark(const char* at, const char* end) {
  return end - at >= 3 && at[0] == '\xEF' && at[1] == '\xBB' && at[2] == '\xBF' ? at + 3 : at;
}

// Returns the length of the frame character at `at`, or 0 if no such character is there. Frames of
// boards have these characters between cells: '|' and box drawing (U+2500 to U+257F, in UTF-8
// E2 94 or E2 95 and one more byte). REQUIRES: at < end.
inline std::size_t frame_bytes_at(const char* at, const char* end) {
  if (*at == '|') return 1;
  const bool is_drawn = *at == '\xE2' && end - at >= 3 && (at[1] == '\x94' || at[1] == '\x95') &&
                        (static_cast<unsigned char>(at[2]) & 0xC0U) == 0x80;
  return is_drawn ? 3 : 0;
}

inline bool has_quote(const char* begin, const char* end) {
  count_work(static_cast<std::size_t>(end - begin));
  return begin != end && std::memchr(begin, '"', static_cast<std::size_t>(end - begin)) != nullptr;
}

// True if the first byte of the line [begin, end) that is not a blank is `#`, and is one of the
// first `limit` bytes. So the result for a line of more than `limit` bytes does not depend on where
// it is cut.
inline bool is_comment(const char* begin, const char* end, std::size_t limit) {
  if (static_cast<std::size_t>(end - begin) > limit) end = begin + limit;
  const char* text = skip_blanks(begin, end);
  return text != end && *text == '#';
}

inline std::uint8_t cell_value(char c) {
  count_work(1);
  return kCellValue[static_cast<unsigned char>(c)];
}

}  // namespace dokumill::records
