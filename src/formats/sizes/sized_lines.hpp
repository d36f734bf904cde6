// The lines of texts with boards of another size than 9x9.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "formats/line/line_words.hpp"
#include "formats/line/lines.hpp"
#include "formats/sizes/sized_text.hpp"

namespace dokumill::records {

// A row of a grid that is longer than this is malformed. So a board has less than kCsvRowLimit
// bytes, and a block of lines that is longer is malformed.
inline constexpr std::size_t kSizedRowLimit = 1024;

// What a line of a grid is: it separates boards, or it is in a board. A frame has at least three of
// - = + | : and box-drawing characters, and nothing else but blanks.
enum class SizedRow : std::uint8_t { kSeparator, kFrame, kRow };

inline SizedRow judge_sized_row(const char* at, const char* end) {
  at = skip_blanks(skip_byte_order_mark(at, end), end);
  if (at == end || *at == '#') return SizedRow::kSeparator;
  std::size_t marks = 0;
  while (at != end) {
    const std::size_t drawn = frame_bytes_at(at, end);
    const bool is_mark = drawn != 0 || std::string_view("-=+:").find(*at) != std::string_view::npos;
    if (!is_mark && !is_blank(*at)) return SizedRow::kRow;
    marks += is_mark ? 1 : 0;
    at += std::max<std::size_t>(drawn, 1);
  }
  return marks >= 3 ? SizedRow::kFrame : SizedRow::kRow;
}

// The row without the bars of a frame, each byte of which becomes a blank. `buffer`: for the text.
inline std::string_view without_frame(std::string_view row, std::string& buffer) {
  buffer.assign(row);
  for (std::size_t at = 0; at < row.size();) {
    const std::size_t drawn = frame_bytes_at(row.data() + at, row.data() + row.size());
    std::fill_n(buffer.begin() + static_cast<std::ptrdiff_t>(at), drawn, ' ');
    at += std::max<std::size_t>(drawn, 1);
  }
  return without_blanks(buffer);
}

// The cells of a line: its first word, if this is a symbol for each cell, with a remark after it;
// otherwise the whole line.
inline std::string_view cells_of_line(std::string_view line, const SizedText& text) {
  const auto cells = static_cast<std::size_t>(text.shape.cells());
  if (text.symbols != Symbols::kNumbers && line.size() > cells && begins_remark(line[cells])) {
    const std::string_view first = line.substr(0, cells);
    if (std::ranges::none_of(first, begins_remark)) return first;
  }
  return without_blanks(line);
}

}  // namespace dokumill::records
