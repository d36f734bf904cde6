#include "formats/detect/content_line.hpp"

#include "base/cells16.hpp"
#include "formats/format.hpp"
#include "formats/grid/grid_line.hpp"
#include "formats/line/line_words.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {

bool is_cells(std::string_view text) {
  Grid grid;
  return text.size() == kCells && read_cells(text.data(), grid);
}

bool is_cells_of_field(std::string_view text) {
  Grid grid;
  return read_cells_or_groups(text, grid);
}

bool is_record_line(const ContentLine& line) {
  const char* const cells = skip_blanks(line.begin, line.end);
  if (line.end - cells < kCells) return false;
  if (line.end - cells > kCells && !begins_remark(cells[kCells])) return false;
  return is_cells({cells, kCells});
}

bool is_near_line(const ContentLine& line) {
  const char* const begin = skip_blanks(line.begin, line.end);
  const char* const most =
      static_cast<std::size_t>(line.end - begin) > kLineLimit ? begin + kLineLimit : line.end;
  std::size_t cells = 0;
  std::size_t plain_cells = 0;
  const char* at = begin;
  for (; at != most && !begins_remark(*at); ++at) {
    const bool is_cell = cell_value(*at) != kNotACell;
    cells += is_cell ? 1 : 0;
    plain_cells += is_cell && !draws_lines(*at) ? 1 : 0;
  }
  const auto bytes = static_cast<std::size_t>(at - begin);
  return are_foreign(cells, plain_cells) && bytes - cells <= bytes / 8;
}

std::string_view markup_of(const ContentLine& line) {
  const char* const at = skip_blanks(line.begin, line.end);
  if (at == line.end) return {};  // only if another program has changed the file
  if (*at == '<') return "looks like HTML or XML; extract the puzzles as text";
  bool is_json = false;
  if (*at == '[') {
    const char* const next = skip_blanks(at + 1, line.end);
    is_json = next == line.end ||
              std::string_view("\"{[]-0123456789").find(*next) != std::string_view::npos;
  }
  return is_json ? "looks like JSON, and no string of it is 81 cells, and no list nine rows" : "";
}

bool may_count_from_zero(std::string_view cells) {
  constexpr std::size_t kMostZeros = 12;
  std::size_t zeros = 0;
  std::size_t others = 0;
  for (const char c : cells) {
    if (c == '9') return false;
    zeros += c == '0' ? 1 : 0;
    others += c != '0' && cell_value(c) == 0 ? 1 : 0;
  }
  return zeros != 0 && (others != 0 || zeros <= kMostZeros);
}

CellWords cell_words(const ContentLine& line) {
  CellWords found;
  const char* const most = static_cast<std::size_t>(line.end - line.begin) > kLineLimit
                               ? line.begin + kLineLimit
                               : line.end;
  for (LineWords words(line.begin, most); words.has_next();) {
    found.words.push_back(words.next());
    if (is_cells(found.words.back()))
      found.places.push_back(static_cast<std::uint32_t>(found.words.size()));
  }
  return found;
}

}  // namespace dokumill::records
