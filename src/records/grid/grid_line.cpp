#include "records/grid/grid_line.hpp"

#include <cstddef>
#include <string_view>

#include "records/format.hpp"
#include "records/lines/lines.hpp"

namespace dokumill::records {
namespace {

// What a line consists of. Blanks are not counted. `|` and box-drawing characters are counted only
// in `frame`.
struct Contents {
  std::size_t characters = 0;  // code points
  std::size_t cells = 0;
  std::size_t plain_cells = 0;  // cells other than - _ *
  std::size_t letters = 0;      // ASCII letters that are not cells, and bytes beyond ASCII
  std::size_t frame = 0;        // characters that frames are drawn with
  bool is_frame = true;         // all characters are frame characters
  char first = 0;               // the first byte that is not a blank
};

bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || byte >= 0x80;
}

Contents contents_of(const char* at, const char* end) {
  constexpr std::string_view kFrameMarks = "-_*=+|:~";
  Contents found;
  at = skip_blanks(at, end);
  if (at != end) found.first = *at;
  while (at != end) {
    const std::size_t frame_bytes = frame_bytes_at(at, end);
    if (frame_bytes != 0) {
      ++found.frame;
      at += frame_bytes;
      continue;
    }
    const char c = *at++;
    if (is_blank(c)) continue;
    const bool is_cell = cell_value(c) != kNotACell;
    const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80;
    found.characters += continues ? 0 : 1;
    found.cells += is_cell ? 1 : 0;
    found.plain_cells += is_cell && !draws_lines(c) ? 1 : 0;
    found.letters += !is_cell && is_letter(c) ? 1 : 0;
    const bool is_mark = kFrameMarks.find(c) != std::string_view::npos;
    found.frame += is_mark ? 1 : 0;
    found.is_frame = found.is_frame && is_mark;
  }
  return found;
}

// Returns '-', '_' or '*' if all cells of the row are this mark, else 0.
char uniform_mark_of(const char* at, const char* end) {
  char mark = 0;
  while (at != end) {
    const std::size_t frame_bytes = frame_bytes_at(at, end);
    if (frame_bytes != 0) {
      at += frame_bytes;
      continue;
    }
    const char c = *at++;
    if (is_blank(c)) continue;
    if (mark == 0) mark = c;
    if (c != mark || !draws_lines(c)) return 0;
  }
  return mark;
}

bool is_like_a_row(const Contents& found) {
  return found.characters >= 7 && found.characters <= 11 && found.cells + 2 >= found.characters;
}

GridLineKind kind_without_nine_cells(const Contents& found) {
  if (found.is_frame && found.frame >= 3) return GridLineKind::kFrame;
  if (are_foreign(found.cells, found.plain_cells)) return GridLineKind::kForeign;
  if (is_like_a_row(found)) return GridLineKind::kBadRow;
  const bool has_words = found.letters != 0 || found.first == '[' || found.first == '%';
  return has_words ? GridLineKind::kTitle : GridLineKind::kBadRow;
}

}  // namespace

bool may_be_heading(const std::uint8_t* values) {
  unsigned seen = 0;
  bool counts = true;
  for (int i = 0; i < 9; ++i) {
    const unsigned digit = (1U << values[i]) & ~1U;  // 0 for an empty cell
    if ((seen & digit) != 0) return true;
    seen |= digit;
    counts = counts && values[i] == values[0] + i;
  }
  return counts;
}

bool breaks_rules(const std::uint8_t* cells) {
  unsigned columns[9] = {};
  unsigned boxes[3] = {};
  unsigned clash = 0;
  for (int row = 0; row < 9; ++row) {
    if (row % 3 == 0) boxes[0] = boxes[1] = boxes[2] = 0;
    unsigned in_row = 0;
    for (int column = 0; column < 9; ++column) {
      const unsigned digit = (1U << *cells++) & ~1U;  // 0 for an empty cell
      clash |= digit & (in_row | columns[column] | boxes[column / 3]);
      in_row |= digit;
      columns[column] |= digit;
      boxes[column / 3] |= digit;
    }
  }
  return clash != 0;
}

GridLine judge_grid_line(const char* begin, const char* end, std::uint8_t* values) {
  GridLine line;
  const bool is_long = static_cast<std::size_t>(end - begin) > kLineLimit;
  begin = skip_byte_order_mark(begin, end);
  if (is_comment(begin, end, kLineLimit)) {
    line.kind = GridLineKind::kComment;
    return line;
  }
  if (!is_long && skip_blanks(begin, end) == end) return line;
  line.row = read_row(begin, end, values);
  if (is_long) {
    line.row = {RowError::kTooLong, 0, begin};
    line.kind = GridLineKind::kLong;
  } else if (line.row.error == RowError::kNone) {
    line.kind = GridLineKind::kRow;
    line.uniform_mark = uniform_mark_of(begin, end);
  } else {
    const Contents found = contents_of(begin, end);
    line.kind = kind_without_nine_cells(found);
    line.has_nine_characters = line.kind == GridLineKind::kTitle && found.characters == 9;
    line.is_like_a_row = line.kind == GridLineKind::kBadRow && is_like_a_row(found);
  }
  return line;
}

}  // namespace dokumill::records
