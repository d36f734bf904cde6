#include "formats/grid/grid_line.hpp"

#include <array>
#include <cstddef>
#include <string_view>

#include "formats/format.hpp"
#include "formats/line/end_mark.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

constexpr std::size_t kCellsInRow = 9;

// What a line consists of. Blanks are not counted. `|` and box-drawing characters are counted only
// in `frame`.
struct Contents {
  std::size_t characters = 0;  // code points
  std::size_t cells = 0;
  std::size_t plain_cells = 0;   // cells other than - _ *
  std::size_t letters = 0;       // ASCII letters that are not cells, and bytes beyond ASCII
  std::size_t beyond_ascii = 0;  // bytes
  std::size_t frame = 0;         // characters that frames are drawn with
  bool is_frame = true;          // all characters are frame characters
  bool is_even = true;           // all groups of cells without a blank in them have the same size
  char first = 0;                // the first byte that is not a blank
  const char* where = nullptr;   // the first byte that is neither a cell nor frame or blank
};

constexpr std::array<bool, 256> kIsFrameMark = [] {
  std::array<bool, 256> marks{};
  for (const char c : std::string_view("-_*=+|:~")) marks[static_cast<unsigned char>(c)] = true;
  return marks;
}();

bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || byte >= 0x80;
}

// Stores the first nine cells in `values`.
Contents contents_of(const char* at, const char* end, std::uint8_t* values) {
  Contents found;
  std::size_t group = 0;       // cells since the last blank
  std::size_t group_size = 0;  // of the first group
  const auto end_group = [&] {
    if (group == 0) return;
    if (group_size == 0) group_size = group;
    found.is_even = found.is_even && group == group_size;
    group = 0;
  };
  at = skip_blanks(at, end);
  if (at != end) found.first = *at;
  while (at != end) {
    const std::size_t frame_bytes = frame_bytes_at(at, end);
    if (frame_bytes != 0 || is_blank(*at)) {
      end_group();
      found.frame += frame_bytes != 0 ? 1 : 0;
      at += frame_bytes != 0 ? frame_bytes : 1;
      continue;
    }
    const char c = *at;
    const std::uint8_t value = cell_value(c);
    const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80;
    found.characters += continues ? 0 : 1;
    if (value != kNotACell) {
      if (found.cells < kCellsInRow) values[found.cells] = value;
      ++found.cells;
      ++group;
      found.plain_cells += draws_lines(c) ? 0 : 1;
    } else {
      if (found.where == nullptr) found.where = at;
      found.letters += is_letter(c) ? 1 : 0;
      found.beyond_ascii += static_cast<unsigned char>(c) >= 0x80 ? 1 : 0;
    }
    const bool is_mark = kIsFrameMark[static_cast<unsigned char>(c)];
    found.frame += is_mark ? 1 : 0;
    found.is_frame = found.is_frame && is_mark;
    ++at;
  }
  end_group();
  return found;
}

bool is_like_a_row(const Contents& found) {
  return found.characters >= 7 && found.characters <= 11 && found.cells + 2 >= found.characters;
}

GridLineKind kind_of_contents(const Contents& found) {
  if (found.where == nullptr && found.cells == kCellsInRow && found.is_even) {
    return GridLineKind::kRow;
  }
  if (found.is_frame && found.frame >= 3) return GridLineKind::kFrame;
  if (are_foreign(found.cells, found.plain_cells) || is_like_a_row(found)) {
    return GridLineKind::kBadRow;
  }
  // Nine characters beyond ASCII, and no letters, are probably cells that this format does not
  // know.
  if (found.characters == kCellsInRow && found.letters != 0 &&
      found.letters == found.beyond_ascii) {
    return GridLineKind::kBadRow;
  }
  const bool has_words = found.letters != 0 || found.first == '[' || found.first == '%';
  return has_words ? GridLineKind::kTitle : GridLineKind::kBadRow;
}

// Nearly every row has this shape: "d d d d d d d d d".
bool is_spaced_row(const char* begin, const char* end, std::uint8_t* values) {
  if (end - begin != 17) return false;
  std::uint8_t all = 0;
  bool is_spaced = true;
  for (std::size_t i = 0; i < kCellsInRow; ++i) {
    values[i] = cell_value(begin[2 * i]);
    all |= values[i];
  }
  for (std::size_t i = 1; i < kCellsInRow; ++i) is_spaced &= begin[2 * i - 1] == ' ';
  return is_spaced && all != kNotACell;
}

}  // namespace

GridLine judge_grid_line(const char* begin, const char* end, std::uint8_t* values) {
  if (is_spaced_row(begin, end, values)) return {GridLineKind::kRow};
  const bool is_long = static_cast<std::size_t>(end - begin) > kLineLimit;
  begin = skip_byte_order_mark(begin, end);
  if (is_comment(begin, end, kLineLimit)) return {GridLineKind::kComment};
  if (is_long) return {GridLineKind::kLong};
  if (skip_blanks(begin, end) == end) return {GridLineKind::kBlank};
  if (!end_mark_of(begin, end).empty()) return {GridLineKind::kEndMark};
  const Contents found = contents_of(begin, end, values);
  return {kind_of_contents(found), found.where, found.cells};
}

}  // namespace dokumill::records
